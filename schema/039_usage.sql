-- Calls of each client to each operation, by minute (seconds = 60) for a day and by hour (3600) for 31 days. A client is the
-- id of an application, API key, client credential or SCIM token, 'console' or 'other'; calls beyond what a server tells apart
-- have client and operation 'other'. took_0 counts the calls that took less than 250 microseconds, took_1 those of less than 500,
-- and so on; took_15 all from 4,096 milliseconds. Refused calls (429) and live responses are not
-- among them.
CREATE TABLE usage_interval (
    company_id TEXT NOT NULL,
    seconds    BIGINT NOT NULL CHECK (seconds IN (60, 3600)),
    starts_at  BIGINT NOT NULL,
    client     TEXT NOT NULL,
    operation  TEXT NOT NULL,
    calls      BIGINT NOT NULL,
    refused    BIGINT NOT NULL,
    failed     BIGINT NOT NULL,
    took_0     BIGINT NOT NULL,
    took_1     BIGINT NOT NULL,
    took_2     BIGINT NOT NULL,
    took_3     BIGINT NOT NULL,
    took_4     BIGINT NOT NULL,
    took_5     BIGINT NOT NULL,
    took_6     BIGINT NOT NULL,
    took_7     BIGINT NOT NULL,
    took_8     BIGINT NOT NULL,
    took_9     BIGINT NOT NULL,
    took_10    BIGINT NOT NULL,
    took_11    BIGINT NOT NULL,
    took_12    BIGINT NOT NULL,
    took_13    BIGINT NOT NULL,
    took_14    BIGINT NOT NULL,
    took_15    BIGINT NOT NULL,
    PRIMARY KEY (company_id, seconds, starts_at, client, operation)
);
