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

-- Groups that were renamed, until the details of all their jobs have the new name.
CREATE TABLE access_group_renaming (
    company_id      TEXT NOT NULL,
    access_group_id TEXT NOT NULL,
    renamed_at      BIGINT NOT NULL,
    last_job_id     TEXT NOT NULL, -- jobs up to this one, ordered by id, have the new name; '': none
    PRIMARY KEY (company_id, access_group_id),
    FOREIGN KEY (company_id, access_group_id) REFERENCES access_group (company_id, id) ON DELETE CASCADE
);
