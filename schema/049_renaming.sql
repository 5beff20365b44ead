-- What was renamed and is repeated in jobs, until all of them have the new name (src/accounts/renaming_store.h). One table for all
-- kinds, because every reading of a job asks for them.
CREATE TABLE renaming (
    company_id  TEXT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('ACCESS_GROUP', 'JOB_PROPERTY', 'JOB_CREATOR')),
    id          TEXT NOT NULL, -- of the group or the property; '': any user
    renamed_at  BIGINT NOT NULL,
    again_at    BIGINT, -- renamed once more meanwhile; the time may be the smaller one
    last_job_id TEXT NOT NULL, -- jobs up to this one, ordered by id, have the new name; '': none
    PRIMARY KEY (company_id, kind, id)
);
INSERT INTO renaming (company_id, kind, id, renamed_at, last_job_id)
    SELECT company_id, 'ACCESS_GROUP', access_group_id, renamed_at, '' FROM access_group_renaming;
INSERT INTO renaming (company_id, kind, id, renamed_at, last_job_id)
    SELECT company_id, 'JOB_PROPERTY', property_id, coalesce(again_at, renamed_at), '' FROM job_property_renaming;
-- Both tables stay, because servers of the previous version use them until they are replaced. A later version moves what they
-- have written meanwhile in the same way, and drops the tables.
-- safe: a row for each renaming of the last minutes
DELETE FROM access_group_renaming;
-- safe: a row for each renaming of the last minutes
DELETE FROM job_property_renaming;

-- The creator with the name, as JSON (src/jobs/job_content.h). Null if the server that created the job did not know the column.
ALTER TABLE job ADD COLUMN creator TEXT;
-- The janitor writes the creators of existing jobs as if all users had been renamed.
INSERT INTO renaming (company_id, kind, id, renamed_at, last_job_id) SELECT id, 'JOB_CREATOR', '', 0, '' FROM company;
