-- Which server does a periodic task for all of them, such as deleting what has expired, and until when no other takes
-- it over.
CREATE TABLE housekeeping (
    task         TEXT PRIMARY KEY,
    node         TEXT NOT NULL,
    leased_until BIGINT NOT NULL
);
