-- For reports of the changes of a period: ids are ordered by time.
CREATE INDEX job_application_status_change_by_time ON job_application_status_change (company_id, id);
-- Without these numbers of a large company (schema/008_candidate_text.sqlite.sql), SQLite would search the changes of one
-- application by it.
-- safe: two rows
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('job_application_status_change', 'sqlite_autoindex_job_application_status_change_1', '4000000 4000000 4 3 1'),
    ('job_application_status_change', 'job_application_status_change_by_time', '4000000 4000000 1');
-- safe: reads the rows above
ANALYZE sqlite_schema;
