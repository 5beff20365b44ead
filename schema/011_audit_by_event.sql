-- What rarely happens is found without a walk through everything that happened meanwhile (src/audit/audit_store.cpp).
CREATE INDEX audit_record_by_event ON audit_record (company_id, event_name, id);
