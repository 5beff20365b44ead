-- For reports of the changes of a period: ids are ordered by time.
DROP INDEX CONCURRENTLY IF EXISTS job_application_status_change_by_time;
CREATE INDEX CONCURRENTLY job_application_status_change_by_time ON job_application_status_change (company_id, id);
