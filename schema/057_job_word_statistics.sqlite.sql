-- Few rows for each word, as if most words were rare: then SQLite walks the rows of a word beside a set of jobs, and looks a job up
-- only if it is far away (src/jobs/job_list_store.cpp). Without these numbers it looks up each job of the set.
-- safe: two rows
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('job_word', 'sqlite_autoindex_job_word_1', '400000 20000 20 1'),
    ('job_word', 'job_word_by_job', '400000 20000 4');
-- safe: reads the rows above
ANALYZE sqlite_schema;
