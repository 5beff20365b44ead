-- What administrators say of users besides name and role. `profile` is JSON in the words of the API, only shown. `sso_key`
-- and `search_key` are parts of it that are asked for. A user without `activated_at` was never active: somebody created
-- them, and they wait to be let in.
ALTER TABLE user_account ADD COLUMN activated_at BIGINT;
ALTER TABLE user_account ADD COLUMN profile TEXT NOT NULL DEFAULT '{}';
ALTER TABLE user_account ADD COLUMN sso_key TEXT;
ALTER TABLE user_account ADD COLUMN search_key TEXT NOT NULL DEFAULT '';

-- Letters beyond ASCII are folded when the user is next changed.
UPDATE user_account
SET activated_at = created_at, search_key = lower(first_name || ' ' || last_name || ' ' || email);

CREATE UNIQUE INDEX user_account_sso ON user_account (company_id, sso_key);
CREATE INDEX user_account_by_email ON user_account (company_id, email_key);
CREATE INDEX user_account_by_creation ON user_account (company_id, created_at, id);
