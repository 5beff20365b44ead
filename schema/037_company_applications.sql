-- The company whose administrator registered the application; NULL: the operator. Until it is published, only users of
-- that company may authorize it.
ALTER TABLE application ADD COLUMN company_id TEXT;
ALTER TABLE application ADD COLUMN published_at BIGINT;
-- CONFIDENTIAL: has a secret. PUBLIC: has none, and proves itself by PKCE.
ALTER TABLE application ADD COLUMN client_type TEXT NOT NULL DEFAULT 'CONFIDENTIAL';
-- safe: a table with a few rows, one for each application of a partner
CREATE INDEX application_by_company ON application (company_id, created_at, id) WHERE company_id IS NOT NULL;

-- Of API keys. The name is NULL if the operator created it; the time is up to a few minutes old.
ALTER TABLE credential ADD COLUMN name TEXT;
ALTER TABLE credential ADD COLUMN last_used_at BIGINT;
