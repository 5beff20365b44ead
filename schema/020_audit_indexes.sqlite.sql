-- For the filters by entity, type of entity and author, newest first (src/audit/audit_store.cpp).
CREATE INDEX audit_record_by_entity ON audit_record (company_id, entity_id, id);
CREATE INDEX audit_record_by_entity_type ON audit_record (company_id, entity_type, id);
CREATE INDEX audit_record_by_author ON audit_record (company_id, author_id, id);
