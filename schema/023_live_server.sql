-- The servers that deliver webhooks from this database; each writes when it was last running.
CREATE TABLE live_server (
    name    TEXT PRIMARY KEY,
    seen_at BIGINT NOT NULL
);
