-- Attributes of users besides name and role. `profile` is JSON in the format of the API; `sso_key` and `search_key` are
-- those parts of it that are queried. A user without `activated_at` was created, but never activated.
ALTER TABLE user_account ADD COLUMN activated_at BIGINT;
ALTER TABLE user_account ADD COLUMN profile TEXT NOT NULL DEFAULT '{}';
ALTER TABLE user_account ADD COLUMN sso_key TEXT;
ALTER TABLE user_account ADD COLUMN search_key TEXT NOT NULL DEFAULT '';

-- Non-ASCII letters are case-folded at the next change of the user.
UPDATE user_account
SET activated_at = created_at, search_key = lower(first_name || ' ' || last_name || ' ' || email);

CREATE UNIQUE INDEX user_account_sso ON user_account (company_id, sso_key);
CREATE INDEX user_account_by_email ON user_account (company_id, email_key);
CREATE INDEX user_account_by_creation ON user_account (company_id, created_at, id);
