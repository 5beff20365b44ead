-- Every write of a table with a foreign key to `company` locks the row of its company for a moment. All writes of one
-- company share this lock, and PostgreSQL keeps a list of its holders, which is slow from about 2,000 writes per second
-- on. Companies are never deleted and $1 of a query is a company that exists, so the keys protect from nothing.
-- On SQLite, where they cost little, they stay: the tests check them there.

-- Each statement commits alone, so that no table is locked while others are waited for.
-- safe: reads no rows
ALTER TABLE user_account DROP CONSTRAINT IF EXISTS user_account_company_id_fkey;
-- safe: reads no rows
ALTER TABLE credential DROP CONSTRAINT IF EXISTS credential_company_id_fkey;
-- safe: reads no rows
ALTER TABLE department DROP CONSTRAINT IF EXISTS department_company_id_fkey;
-- safe: reads no rows
ALTER TABLE job DROP CONSTRAINT IF EXISTS job_company_id_fkey;
-- safe: reads no rows
ALTER TABLE event DROP CONSTRAINT IF EXISTS event_company_id_fkey;
-- safe: reads no rows
ALTER TABLE audit_record DROP CONSTRAINT IF EXISTS audit_record_company_id_fkey;
-- safe: reads no rows
ALTER TABLE client_credential DROP CONSTRAINT IF EXISTS client_credential_company_id_fkey;
-- safe: reads no rows
ALTER TABLE access_group DROP CONSTRAINT IF EXISTS access_group_company_id_fkey;
-- safe: reads no rows
ALTER TABLE candidate DROP CONSTRAINT IF EXISTS candidate_company_id_fkey;
-- safe: reads no rows
ALTER TABLE idempotent_answer DROP CONSTRAINT IF EXISTS idempotent_answer_company_id_fkey1;
-- safe: reads no rows
ALTER TABLE webhook_subscription DROP CONSTRAINT IF EXISTS webhook_subscription_company_id_fkey;
-- safe: reads no rows
ALTER TABLE report DROP CONSTRAINT IF EXISTS report_company_id_fkey;
-- safe: reads no rows
ALTER TABLE report_file DROP CONSTRAINT IF EXISTS report_file_company_id_fkey;
-- safe: reads no rows
ALTER TABLE api_use DROP CONSTRAINT IF EXISTS api_use_company_id_fkey;
-- safe: reads no rows
ALTER TABLE unfinished_demo DROP CONSTRAINT IF EXISTS unfinished_demo_company_id_fkey;
