-- The authorization server. Of secrets only the SHA-256 is stored, in hexadecimal; scopes are separated by spaces.

-- Service accounts are for programs: they have a role, but nobody can sign in with them.
ALTER TABLE user_account ADD COLUMN kind TEXT NOT NULL DEFAULT 'PERSON' CHECK (kind IN ('PERSON', 'SERVICE'));

-- Applications of partners belong to no company: users of every company may authorize them.
CREATE TABLE application (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL CHECK (name <> ''),
    redirect_uris TEXT NOT NULL,
    scopes        TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    revoked_at    BIGINT
);

-- At most two are valid: the newest, and the previous one until it expires.
CREATE TABLE application_secret (
    application_id TEXT NOT NULL REFERENCES application (id),
    secret_hash    TEXT NOT NULL,
    created_at     BIGINT NOT NULL,
    expires_at     BIGINT,
    last_used_at   BIGINT,
    PRIMARY KEY (application_id, secret_hash)
);

-- Client credentials for a company's own programs, each with a service account.
CREATE TABLE client_credential (
    company_id   TEXT NOT NULL REFERENCES company (id),
    id           TEXT NOT NULL UNIQUE,
    name         TEXT NOT NULL CHECK (name <> ''),
    user_id      TEXT NOT NULL,
    scopes       TEXT NOT NULL,
    secret_hash  TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT,
    revoked_at   BIGINT,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, user_id) REFERENCES user_account (company_id, id)
);

-- The scopes that a user has granted to an application.
CREATE TABLE connected_application (
    company_id     TEXT NOT NULL,
    user_id        TEXT NOT NULL,
    application_id TEXT NOT NULL REFERENCES application (id),
    scopes         TEXT NOT NULL,
    first_used_at  BIGINT NOT NULL,
    last_used_at   BIGINT NOT NULL,
    PRIMARY KEY (company_id, user_id, application_id),
    FOREIGN KEY (company_id, user_id) REFERENCES user_account (company_id, id) ON DELETE CASCADE
);

-- All tokens that descend from one authorization. They are revoked by deleting their chain.
CREATE TABLE token_chain (
    company_id     TEXT NOT NULL,
    id             TEXT NOT NULL UNIQUE,
    user_id        TEXT NOT NULL,
    application_id TEXT NOT NULL REFERENCES application (id),
    created_at     BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, user_id) REFERENCES user_account (company_id, id) ON DELETE CASCADE
);
CREATE INDEX token_chain_by_user ON token_chain (company_id, user_id, application_id);

CREATE TABLE authorization_code (
    code_hash      TEXT PRIMARY KEY,
    company_id     TEXT NOT NULL,
    user_id        TEXT NOT NULL,
    application_id TEXT NOT NULL REFERENCES application (id),
    redirect_uri   TEXT NOT NULL,
    code_challenge TEXT,
    scopes         TEXT NOT NULL,
    expires_at     BIGINT NOT NULL,
    used_at        BIGINT,
    chain_id       TEXT,
    FOREIGN KEY (company_id, user_id) REFERENCES user_account (company_id, id) ON DELETE CASCADE
);
CREATE INDEX authorization_code_by_expiry ON authorization_code (expires_at);

CREATE TABLE refresh_token (
    token_hash TEXT PRIMARY KEY,
    chain_id   TEXT NOT NULL REFERENCES token_chain (id) ON DELETE CASCADE,
    scopes     TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX refresh_token_by_expiry ON refresh_token (expires_at);
CREATE INDEX refresh_token_by_chain ON refresh_token (chain_id);

-- Belongs to a token chain of an application, or to a client credential.
CREATE TABLE access_token (
    token_hash    TEXT PRIMARY KEY,
    chain_id      TEXT REFERENCES token_chain (id) ON DELETE CASCADE,
    credential_id TEXT REFERENCES client_credential (id),
    scopes        TEXT NOT NULL,
    expires_at    BIGINT NOT NULL
);
CREATE INDEX access_token_by_expiry ON access_token (expires_at);
CREATE INDEX access_token_by_chain ON access_token (chain_id);

CREATE TABLE browser_session (
    session_hash TEXT PRIMARY KEY,
    company_id   TEXT NOT NULL,
    user_id      TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    FOREIGN KEY (company_id, user_id) REFERENCES user_account (company_id, id) ON DELETE CASCADE
);
CREATE INDEX browser_session_by_expiry ON browser_session (expires_at);
CREATE INDEX browser_session_by_user ON browser_session (company_id, user_id);

-- One row, written when a database is served for the first time: a sandbox can never become a production server.
CREATE TABLE deployment (
    name            TEXT PRIMARY KEY,
    kind            TEXT NOT NULL CHECK (kind IN ('PRODUCTION', 'SANDBOX')),
    clock_offset_ms BIGINT NOT NULL,
    clock_frozen_at BIGINT
);
