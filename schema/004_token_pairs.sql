-- Tokens by the id that stands in them, which is ordered by time: new rows go to the end of the table, where the pages
-- are at hand already, and old ones are deleted from its front, without an index by expiry. Tokens that were issued
-- before have no id in them and end; their users are asked again.
DROP TABLE refresh_token;
DROP TABLE access_token;
DELETE FROM token_chain;

-- Never before its newest token. It is moved a day ahead at a time, so that most refreshes leave it alone.
ALTER TABLE token_chain ADD COLUMN expires_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX token_chain_by_expiry ON token_chain (expires_at);

-- The two tokens of one issue. A pair whose chain is gone is dead: nothing looks at it without its chain.
CREATE TABLE token_pair (
    id                 TEXT PRIMARY KEY,
    chain_id           TEXT NOT NULL,
    access_hash        TEXT NOT NULL,
    access_scopes      TEXT, -- where they are fewer
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
