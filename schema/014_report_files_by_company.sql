-- Companies take turns: the next file to make is the oldest one of the next company.
DROP INDEX report_file_to_make;
CREATE INDEX report_file_to_make ON report_file (company_id, id) WHERE status IN ('PENDING', 'RUNNING');
