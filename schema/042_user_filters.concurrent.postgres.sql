-- Users by role and by state, in the order of their creation (src/accounts/user_store.cpp).
DROP INDEX CONCURRENTLY IF EXISTS user_account_by_role;
CREATE INDEX CONCURRENTLY user_account_by_role ON user_account (company_id, role, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS user_account_by_state;
CREATE INDEX CONCURRENTLY user_account_by_state ON user_account (company_id, state, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS user_account_by_role_and_state;
CREATE INDEX CONCURRENTLY user_account_by_role_and_state ON user_account (company_id, role, state, created_at, id);
