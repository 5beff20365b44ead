-- The company that 'callboard demo' is filling: one that was interrupted is begun anew. `steps` moves while it is at work.
CREATE TABLE unfinished_demo (
    company_id TEXT PRIMARY KEY REFERENCES company (id),
    steps      BIGINT NOT NULL
);
