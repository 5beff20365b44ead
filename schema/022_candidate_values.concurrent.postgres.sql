-- From a value to the candidates that have it (src/candidates/selective_filter_store.cpp).
DROP INDEX CONCURRENTLY IF EXISTS candidate_by_consent;
CREATE INDEX CONCURRENTLY candidate_by_consent ON candidate (company_id, consent, id);
DROP INDEX CONCURRENTLY IF EXISTS job_application_by_source;
CREATE INDEX CONCURRENTLY job_application_by_source
    ON job_application (company_id, source_type, source_sub_type, source_id, candidate_id);
-- Only values that can be chosen, which are short: an entry of an index must be smaller than a third of a page.
DROP INDEX CONCURRENTLY IF EXISTS candidate_property_value_by_value;
CREATE INDEX CONCURRENTLY candidate_property_value_by_value
    ON candidate_property_value (company_id, property_id, value, candidate_id) WHERE length(value) <= 300;
DROP INDEX CONCURRENTLY IF EXISTS screening_answer_value_by_value;
CREATE INDEX CONCURRENTLY screening_answer_value_by_value
    ON screening_answer_value (company_id, category, field_id, value_id, candidate_id);
-- One status of a job, in the order of lists.
DROP INDEX CONCURRENTLY IF EXISTS job_application_by_job_and_status;
CREATE INDEX CONCURRENTLY job_application_by_job_and_status
    ON job_application (company_id, job_id, status, listed_at, candidate_id);
-- Words together with the company as one more word: a rare word is not searched for among all companies. An index of an
-- expression also has the entries that earlier versions wrote and write. They use candidate_text_by_word, which this
-- version does not need.
DROP INDEX CONCURRENTLY IF EXISTS candidate_text_by_company_and_word;
CREATE INDEX CONCURRENTLY candidate_text_by_company_and_word
    ON candidate_text USING gin ((words || array_to_tsvector(ARRAY['#' || company_id]))) WITH (fastupdate = off);
