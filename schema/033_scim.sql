-- Tokens of directories that provision users by SCIM (RFC 7644), each with a service account. `role` is the role of the
-- users that it creates, and the highest one that it assigns, unless it assigns any.
CREATE TABLE scim_token (
    company_id  TEXT NOT NULL,
    id          TEXT NOT NULL UNIQUE,
    name        TEXT NOT NULL CHECK (name <> ''),
    user_id     TEXT NOT NULL,
    role        TEXT NOT NULL CHECK (role <> ''),
    assigns     TEXT NOT NULL CHECK (assigns IN ('UP_TO_OWN', 'ANY')),
    secret_hash TEXT NOT NULL UNIQUE,
    created_at  BIGINT NOT NULL,
    revoked_at  BIGINT,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, user_id) REFERENCES user_account (company_id, id)
);

-- Since when a directory has deleted the user by SCIM, which then does not show it. NULL again after an activation.
ALTER TABLE user_account ADD COLUMN deprovisioned_at BIGINT;

-- The id of the group in the directory that provisions it.
ALTER TABLE access_group ADD COLUMN external_id TEXT;

-- 1 if a group of the job was renamed since the details were written, which have its name.
ALTER TABLE job ADD COLUMN has_renamed_groups BIGINT NOT NULL DEFAULT 0;
