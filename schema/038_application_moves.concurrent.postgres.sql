-- When the status or sub-status of the application changed last, for lists in that order. 0: not known yet. Rows from before
-- this column have it until the janitor has looked it up in the history (src/candidates/move_time_store.cpp).
-- safe: a constant default is not written to the rows
ALTER TABLE job_application ADD COLUMN IF NOT EXISTS moved_at BIGINT NOT NULL DEFAULT 0;
-- The applications of a job, and those of a company, by status (src/candidates/application_list_store.cpp). Both have all
-- columns that lists and counts of a pipeline need, so that these read no row.
DROP INDEX CONCURRENTLY IF EXISTS job_application_by_job_move;
CREATE INDEX CONCURRENTLY job_application_by_job_move
    ON job_application (company_id, job_id, status, moved_at, id, sub_status);
DROP INDEX CONCURRENTLY IF EXISTS job_application_by_status_move;
CREATE INDEX CONCURRENTLY job_application_by_status_move
    ON job_application (company_id, status, moved_at, id, job_id, sub_status);
DROP INDEX CONCURRENTLY IF EXISTS job_application_without_move;
CREATE INDEX CONCURRENTLY job_application_without_move ON job_application (company_id, id) WHERE moved_at = 0;
