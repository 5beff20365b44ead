-- The company that 'callboard demo' is filling; an interrupted run is started again. `steps` increases while it is
-- running.
CREATE TABLE unfinished_demo (
    company_id TEXT PRIMARY KEY REFERENCES company (id),
    steps      BIGINT NOT NULL
);
