-- The second factor of users: the key of their one-time passwords (RFC 6238), sealed, which sign-in asks for; and one that
-- is to replace it as soon as a code shows that the user's application has it. A code works once: last_step is the time
-- step of the last one. After several wrong codes in a row, none is accepted until locked_until.
CREATE TABLE second_factor (
    company_id   TEXT NOT NULL,
    user_id      TEXT NOT NULL,
    sealed_key   TEXT,
    new_key      TEXT,
    last_step    BIGINT NOT NULL,
    failures     BIGINT NOT NULL,
    locked_until BIGINT NOT NULL,
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
