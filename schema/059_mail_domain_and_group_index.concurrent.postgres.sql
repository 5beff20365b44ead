-- The domain of the Message-ID, which stays the same when the sender address is changed between two attempts. NULL: no
-- server has tried to send the mail, or only one of an earlier version.
-- safe: a column without a default is not written to the rows
ALTER TABLE mail ADD COLUMN IF NOT EXISTS message_domain TEXT;
-- Directories look for groups by their own id (src/accounts/access_group_store.cpp).
DROP INDEX CONCURRENTLY IF EXISTS access_group_by_external_id;
CREATE INDEX CONCURRENTLY access_group_by_external_id ON access_group (company_id, external_id)
    WHERE external_id IS NOT NULL;
