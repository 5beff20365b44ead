-- For the filters by entity, type of entity and author, newest first (src/audit/audit_store.cpp).
DROP INDEX CONCURRENTLY IF EXISTS audit_record_by_entity;
CREATE INDEX CONCURRENTLY audit_record_by_entity ON audit_record (company_id, entity_id, id);
DROP INDEX CONCURRENTLY IF EXISTS audit_record_by_entity_type;
CREATE INDEX CONCURRENTLY audit_record_by_entity_type ON audit_record (company_id, entity_type, id);
DROP INDEX CONCURRENTLY IF EXISTS audit_record_by_author;
CREATE INDEX CONCURRENTLY audit_record_by_author ON audit_record (company_id, author_id, id);
