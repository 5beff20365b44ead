-- Records whose author is a candidate: SYSTEM with an author (src/events/audit_log.cpp).
CREATE INDEX audit_record_by_candidate ON audit_record (company_id, id)
    WHERE author_type = 'SYSTEM' AND author_id IS NOT NULL;
