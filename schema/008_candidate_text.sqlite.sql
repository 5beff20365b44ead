-- The full-text index of candidates (src/db/text_search.cpp).

-- Maps rows of the index to candidates, and deletes them with their candidate.
CREATE TABLE candidate_text_entry (
    number       INTEGER PRIMARY KEY,
    company_id   TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    UNIQUE (company_id, candidate_id),
    FOREIGN KEY (company_id, candidate_id) REFERENCES candidate (company_id, id) ON DELETE CASCADE
);

-- Words are already stemmed; the prefix '@' marks those of a place, '#' the company.
CREATE VIRTUAL TABLE candidate_text USING fts5 (
    words, candidate_id UNINDEXED, tokenize = "ascii tokenchars '@#'", columnsize = 0
);
-- Merges half as often as by default: a third of the cost of a write, without measurable effect on searches.
INSERT INTO candidate_text (candidate_text, rank) VALUES ('automerge', 8);

CREATE TRIGGER candidate_text_entry_gone AFTER DELETE ON candidate_text_entry BEGIN
    DELETE FROM candidate_text WHERE rowid = old.number;
END;

-- Without statistics SQLite assumes ten rows per company in every table, and chooses the index over all applications of
-- the company instead of that of one candidate. These are the numbers of a large company; ANALYZE is never run again.
ANALYZE candidate_tag;
DELETE FROM sqlite_stat1 WHERE tbl IN ('job_application', 'candidate_tag', 'candidate');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('job_application', 'sqlite_autoindex_job_application_1', '1000000 1000000 2 1'),
    ('job_application', 'sqlite_autoindex_job_application_2', '1000000 1000000 1'),
    ('job_application', 'job_application_by_time', '1000000 1000000 3 2 1 1'),
    ('job_application', 'job_application_by_job', '1000000 1000000 1000 1 1 1'),
    ('job_application', 'job_application_by_status', '1000000 1000000 100000 2 1 1'),
    ('job_application', 'job_application_by_onboarding', '10000 10000 3000 2 1'),
    ('candidate_tag', 'sqlite_autoindex_candidate_tag_1', '1000000 1000000 10000 1'),
    ('candidate_tag', 'candidate_tag_by_candidate', '1000000 1000000 3'),
    ('candidate', 'sqlite_autoindex_candidate_1', '1000000 1000000 1'),
    ('candidate', 'sqlite_autoindex_candidate_2', '1000000 1000000 1 1');
ANALYZE sqlite_schema;
