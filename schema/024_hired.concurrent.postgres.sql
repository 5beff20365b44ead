-- The report about hires walks by the id of the application, which never changes: rows that are changed meanwhile are
-- read once.
DROP INDEX CONCURRENTLY IF EXISTS job_application_hired;
CREATE INDEX CONCURRENTLY job_application_hired ON job_application (company_id, id) WHERE status = 'HIRED';
