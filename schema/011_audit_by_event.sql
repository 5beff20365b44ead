-- Finds rare events without scanning all records of the period (src/audit/audit_store.cpp).
CREATE INDEX audit_record_by_event ON audit_record (company_id, event_name, id);
