-- Users who were sent to their provider and have not come back: the hash of the state that comes back with them, and the
-- hash of a cookie of their browser. Nonce and code verifier are derived from both, so none of them is stored. A row is
-- deleted by the one request that uses it.
CREATE TABLE sso_attempt (
    state_hash   TEXT PRIMARY KEY,
    company_id   TEXT NOT NULL,
    browser_hash TEXT NOT NULL,
    issuer       TEXT NOT NULL,
    destination  TEXT NOT NULL,
    expires_at   BIGINT NOT NULL
);
CREATE INDEX sso_attempt_by_expiry ON sso_attempt (expires_at);

-- How the user of a session signed in: PASSWORD or WEB_SSO.
ALTER TABLE browser_session ADD COLUMN authentication TEXT NOT NULL DEFAULT 'PASSWORD';
