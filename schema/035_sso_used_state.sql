-- The hash of each state with which a user came back from the provider, until the state expires: it is used once. What is
-- not used is not stored, because the state carries the attempt.
CREATE TABLE sso_used_state (
    state_hash TEXT PRIMARY KEY,
    company_id TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sso_used_state_by_expiry ON sso_used_state (expires_at);

-- How the user of a session signed in: PASSWORD or WEB_SSO.
ALTER TABLE browser_session ADD COLUMN authentication TEXT NOT NULL DEFAULT 'PASSWORD';
