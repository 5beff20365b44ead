-- Custom reports. Built-in reports have no row.
CREATE TABLE report (
    company_id  TEXT NOT NULL REFERENCES company (id),
    id          TEXT NOT NULL,
    name        TEXT NOT NULL CHECK (name <> ''),
    area        TEXT NOT NULL CHECK (area <> ''), -- what its rows represent
    definition  TEXT NOT NULL, -- columns, filters, formats, schedule, readers, as JSON
    creator_id  TEXT NOT NULL,
    modifier_id TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    next_run_at BIGINT, -- according to its schedule
    PRIMARY KEY (company_id, id)
);
CREATE INDEX report_due ON report (next_run_at) WHERE next_run_at IS NOT NULL;

-- One run of a report. The server that generates it holds a lease until leased_until, identified by lease_token. A
-- PENDING row with a node was postponed by that server until then. The bytes are files in the report folder, complete
-- once the status is COMPLETED.
CREATE TABLE report_file (
    company_id    TEXT NOT NULL REFERENCES company (id),
    id            TEXT NOT NULL UNIQUE,
    report_id     TEXT NOT NULL,
    area          TEXT NOT NULL,
    definition    TEXT NOT NULL, -- a copy of that of the report at the time of the request
    status        TEXT NOT NULL CHECK (status IN ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED')),
    schedule_type TEXT NOT NULL CHECK (schedule_type IN ('AD_HOC', 'SCHEDULED')),
    requestor_id  TEXT NOT NULL,
    role          TEXT NOT NULL -- of the requestor at the time of the request
                      CHECK (role IN ('ADMINISTRATOR', 'EXTENDED', 'STANDARD', 'RESTRICTED', 'EMPLOYEE')),
    access_groups TEXT NOT NULL, -- of the requestor at the time of generation: sorted ids
    scheduled_at  BIGINT NOT NULL,
    generated_at  BIGINT,
    failure       TEXT CHECK (failure IN ('UNKNOWN', 'MISSING_ACCESS_GROUP', 'ACCESS_GROUP_MISMATCH', 'MISSING_SYSTEM_ROLE',
                      'SYSTEM_ROLE_MISMATCH', 'REPORTING_AREA_RESTRICTED', 'INCORRECT_ACCESS_CONFIGURATION',
                      'MISSING_REPORT_CREATOR_EMPLOYEE')),
    row_count     BIGINT NOT NULL, -- so far
    bytes_name    TEXT, -- when COMPLETED: the file name, which identifies the lease that wrote it
    csv_bytes     BIGINT,
    excel_bytes   BIGINT,
    attempts      BIGINT NOT NULL,
    node          TEXT NOT NULL,
    leased_until  BIGINT NOT NULL,
    lease_token   TEXT NOT NULL,
    PRIMARY KEY (company_id, report_id, id)
);
-- At most one run of each report at a time.
CREATE UNIQUE INDEX report_file_in_work ON report_file (company_id, report_id) WHERE status IN ('PENDING', 'RUNNING');
CREATE INDEX report_file_to_make ON report_file (id) WHERE status IN ('PENDING', 'RUNNING');

-- Calls per user, operation, day (UTC) and application; '' is an API key.
CREATE TABLE api_use (
    company_id     TEXT NOT NULL REFERENCES company (id),
    day            BIGINT NOT NULL,
    user_id        TEXT NOT NULL,
    application_id TEXT NOT NULL,
    operation      TEXT NOT NULL,
    calls          BIGINT NOT NULL,
    refused        BIGINT NOT NULL,
    faulty         BIGINT NOT NULL,
    failed         BIGINT NOT NULL,
    bytes          BIGINT NOT NULL,
    PRIMARY KEY (company_id, day, user_id, application_id, operation)
);

-- Interviews are read by the Analytics API; nothing writes them yet.
CREATE TABLE interview (
    company_id   TEXT NOT NULL,
    id           TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    job_id       TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('ONSITE', 'PHONE', 'VIDEO', 'OTHER')),
    place        TEXT,
    creator_id   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    starts_at    BIGINT NOT NULL,
    time_zone    TEXT NOT NULL,
    minutes      BIGINT NOT NULL,
    cancelled_at BIGINT,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, candidate_id, job_id) REFERENCES job_application (company_id, candidate_id, job_id)
        ON DELETE CASCADE
);
CREATE INDEX interview_by_application ON interview (company_id, candidate_id, job_id);
