-- The second factor of users: the key of their one-time passwords (RFC 6238), sealed. It is asked for from confirmed_at on.
-- A code works once: last_step is the time step of the last one.
CREATE TABLE second_factor (
    company_id   TEXT NOT NULL,
    user_id      TEXT NOT NULL,
    sealed_key   TEXT NOT NULL,
    last_step    BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    confirmed_at BIGINT,
    PRIMARY KEY (company_id, user_id),
    FOREIGN KEY (company_id, user_id) REFERENCES user_account (company_id, id)
);

-- Codes for users who lost their second factor. A row is deleted when its code is used.
CREATE TABLE recovery_code (
    company_id TEXT NOT NULL,
    user_id    TEXT NOT NULL,
    code_hash  TEXT NOT NULL,
    PRIMARY KEY (company_id, user_id, code_hash),
    FOREIGN KEY (company_id, user_id) REFERENCES user_account (company_id, id)
);

-- Since when users of the company need a second factor; NULL: they may do without.
ALTER TABLE company ADD COLUMN second_factor_required_at BIGINT;
