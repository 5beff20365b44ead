-- Groups that were renamed, until the details of all their jobs have the new name. It replaces a mark on every job.
CREATE TABLE access_group_renaming (
    company_id      TEXT NOT NULL,
    access_group_id TEXT NOT NULL,
    renamed_at      BIGINT NOT NULL,
    last_job_id     TEXT NOT NULL, -- jobs up to this one, ordered by id, have the new name; '': none
    PRIMARY KEY (company_id, access_group_id),
    FOREIGN KEY (company_id, access_group_id) REFERENCES access_group (company_id, id) ON DELETE CASCADE
);
-- safe: no release has this column
ALTER TABLE job DROP COLUMN has_renamed_groups;
