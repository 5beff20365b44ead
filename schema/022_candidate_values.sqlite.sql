-- From a value to the candidates that have it (src/candidates/selective_filter_store.cpp). None of these columns changes
-- when a candidate moves on, so that a move writes none of these indexes but the one with the status.
CREATE INDEX candidate_by_consent ON candidate (company_id, consent, id);
CREATE INDEX job_application_by_source
    ON job_application (company_id, source_type, source_sub_type, source_id, candidate_id);
-- Only values that can be chosen, which are short: texts are not asked for.
CREATE INDEX candidate_property_value_by_value ON candidate_property_value (company_id, property_id, value, candidate_id)
    WHERE length(value) <= 300;
CREATE INDEX screening_answer_value_by_value
    ON screening_answer_value (company_id, category, field_id, value_id, candidate_id);
-- One status of a job, in the order of lists.
CREATE INDEX job_application_by_job_and_status ON job_application (company_id, job_id, status, listed_at, candidate_id);

-- The numbers of a large company, as in schema/008_candidate_text.sqlite.sql.
-- safe: a few rows
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('candidate', 'candidate_by_consent', '1000000 1000000 250000 1'),
    ('job_application', 'job_application_by_source', '1000000 1000000 300000 200000 50000 1'),
    ('job_application', 'job_application_by_job_and_status', '1000000 1000000 1000 200 1 1'),
    ('candidate_property_value', 'sqlite_autoindex_candidate_property_value_1', '1000000 1000000 4 2 1'),
    ('candidate_property_value', 'candidate_property_value_by_value', '1000000 1000000 200000 50000 1'),
    ('screening_answer_value', 'sqlite_autoindex_screening_answer_value_1', '1000000 1000000 4 3 2 2 1'),
    ('screening_answer_value', 'screening_answer_value_by_value', '1000000 1000000 300000 200000 50000 1');
-- safe: reads the rows above
ANALYZE sqlite_schema;
