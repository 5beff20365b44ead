-- The report about hires walks by the id of the application, which never changes: rows that are changed meanwhile are
-- read once.
CREATE INDEX job_application_hired ON job_application (company_id, id) WHERE status = 'HIRED';
-- safe: one row
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('job_application', 'job_application_hired', '50000 50000 1');
-- safe: reads the row above
ANALYZE sqlite_schema;
