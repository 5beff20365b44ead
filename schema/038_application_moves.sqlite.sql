-- When the status or sub-status of the application changed last, for lists in that order. 0: not known yet. Rows from before
-- this column have it until the janitor has looked it up in the history (src/candidates/move_time_store.cpp).
ALTER TABLE job_application ADD COLUMN moved_at BIGINT NOT NULL DEFAULT 0;
-- The applications of a job, and those of a company, by status (src/candidates/application_list_store.cpp). Both have all
-- columns that lists and counts of a pipeline need, so that these read no row.
CREATE INDEX job_application_by_job_move ON job_application (company_id, job_id, status, moved_at, id, sub_status);
CREATE INDEX job_application_by_status_move ON job_application (company_id, status, moved_at, id, job_id, sub_status);
CREATE INDEX job_application_without_move ON job_application (company_id, id) WHERE moved_at = 0;

-- The numbers of a large company, as in schema/008_candidate_text.sqlite.sql.
-- safe: three rows
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('job_application', 'job_application_by_job_move', '1000000 1000000 1000 200 2 1 1'),
    ('job_application', 'job_application_by_status_move', '1000000 1000000 100000 2 1 1 1'),
    ('job_application', 'job_application_without_move', '10 10 1');
-- safe: reads the rows above
ANALYZE sqlite_schema;
