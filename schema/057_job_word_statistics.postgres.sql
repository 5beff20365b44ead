-- PostgreSQL has statistics of its own.
-- safe: reads nothing
SELECT 1;
