-- Tokens contain the id of their row, which is ordered by time: inserts append to the end of the table, whose pages are
-- cached, and expired rows are deleted from its start without an index on the expiry. Older tokens contain no id and
-- become invalid; their users must authorize again.
DROP TABLE refresh_token;
DROP TABLE access_token;
DELETE FROM token_chain;

-- Not before the expiry of its newest token. It is moved by a day at a time, so that most refreshes do not write it.
ALTER TABLE token_chain ADD COLUMN expires_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX token_chain_by_expiry ON token_chain (expires_at);

-- An access token and the refresh token issued with it. A pair whose chain was deleted is invalid: every lookup joins
-- the chain.
CREATE TABLE token_pair (
    id                 TEXT PRIMARY KEY,
    chain_id           TEXT NOT NULL,
    access_hash        TEXT NOT NULL,
    access_scopes      TEXT, -- if fewer than `scopes`
    access_expires_at  BIGINT NOT NULL,
    refresh_hash       TEXT NOT NULL,
    scopes             TEXT NOT NULL,
    refresh_expires_at BIGINT NOT NULL,
    refresh_used_at    BIGINT
);

-- Access tokens of client credentials.
CREATE TABLE program_token (
    id            TEXT PRIMARY KEY,
    credential_id TEXT NOT NULL REFERENCES client_credential (id),
    token_hash    TEXT NOT NULL,
    scopes        TEXT NOT NULL,
    expires_at    BIGINT NOT NULL
);
