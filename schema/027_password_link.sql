-- Links of mails by which a user sets a password without the present one: the hash of their token, and a hash of the
-- password hash that they replace. Deleted when one is used, and when the password is changed in another way.
CREATE TABLE password_link (
    token_hash   TEXT PRIMARY KEY,
    company_id   TEXT NOT NULL,
    user_id      TEXT NOT NULL,
    purpose      TEXT NOT NULL CHECK (purpose IN ('INVITATION', 'RESET')),
    replaces     TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    FOREIGN KEY (company_id, user_id) REFERENCES user_account (company_id, id)
);
CREATE INDEX password_link_by_user ON password_link (company_id, user_id);
CREATE INDEX password_link_by_expiry ON password_link (expires_at);
