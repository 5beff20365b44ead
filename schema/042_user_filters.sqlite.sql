-- Users by role and by state, in the order of their creation (src/accounts/user_store.cpp).
CREATE INDEX user_account_by_role ON user_account (company_id, role, created_at, id);
CREATE INDEX user_account_by_state ON user_account (company_id, state, created_at, id);
CREATE INDEX user_account_by_role_and_state ON user_account (company_id, role, state, created_at, id);

-- The numbers of a large company, as in schema/008_candidate_text.sqlite.sql, of all indexes of the table: those without would
-- look more selective than these.
-- safe: eight rows
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('user_account', 'sqlite_autoindex_user_account_1', '100000 100000 1'),
    ('user_account', 'user_account_active_email', '90000 1'),
    ('user_account', 'user_account_sso', '100000 100000 1'),
    ('user_account', 'user_account_by_email', '100000 100000 1'),
    ('user_account', 'user_account_by_creation', '100000 100000 1 1'),
    ('user_account', 'user_account_by_role', '100000 100000 20000 1 1'),
    ('user_account', 'user_account_by_state', '100000 100000 50000 1 1'),
    ('user_account', 'user_account_by_role_and_state', '100000 100000 20000 10000 1 1');
-- safe: reads the rows above
ANALYZE sqlite_schema;
