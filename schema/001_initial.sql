-- Two types, BIGINT and TEXT; times are Unix milliseconds; states are names with a CHECK constraint (docs/sql.md).

CREATE TABLE company (
    id             TEXT PRIMARY KEY,
    identifier     TEXT NOT NULL CHECK (identifier <> ''),
    identifier_key TEXT NOT NULL UNIQUE,
    name           TEXT NOT NULL CHECK (name <> ''),
    created_at     BIGINT NOT NULL
);

CREATE TABLE user_account (
    company_id    TEXT NOT NULL REFERENCES company (id),
    id            TEXT NOT NULL,
    email         TEXT NOT NULL CHECK (email <> ''),
    email_key     TEXT NOT NULL,
    first_name    TEXT NOT NULL,
    last_name     TEXT NOT NULL,
    role          TEXT NOT NULL
                  CHECK (role IN ('ADMINISTRATOR', 'EXTENDED', 'STANDARD', 'RESTRICTED', 'EMPLOYEE')),
    state         TEXT NOT NULL CHECK (state IN ('ACTIVE', 'INACTIVE')),
    password_hash TEXT,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
);
-- Sign-in does not ask for a company, so an e-mail address belongs to one active user of the whole server.
CREATE UNIQUE INDEX user_account_active_email ON user_account (email_key) WHERE state = 'ACTIVE';

CREATE TABLE credential (
    company_id  TEXT NOT NULL REFERENCES company (id),
    id          TEXT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('API_KEY')),
    user_id     TEXT NOT NULL,
    secret_hash TEXT NOT NULL UNIQUE,
    created_at  BIGINT NOT NULL,
    revoked_at  BIGINT,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, user_id) REFERENCES user_account (company_id, id)
);

-- Incremented by changes of what servers cache (credentials, users), so that each server notices changes of the others.
CREATE TABLE cache_epoch (
    name   TEXT PRIMARY KEY,
    number BIGINT NOT NULL
);
INSERT INTO cache_epoch (name, number) VALUES ('credentials', 0);

CREATE TABLE department (
    company_id  TEXT NOT NULL REFERENCES company (id),
    id          TEXT NOT NULL,
    label       TEXT NOT NULL CHECK (label <> ''),
    label_key   TEXT NOT NULL,
    description TEXT,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, label_key)
);

-- Columns are for filters and joins. Other attributes are stored as JSON in the format of the API and sent unchanged:
-- `summary` is shown in lists, `details` only for a single job, `ad_sections` is the text of the default ad.
CREATE TABLE job (
    company_id       TEXT NOT NULL REFERENCES company (id),
    id               TEXT NOT NULL,
    kind             TEXT NOT NULL CHECK (kind IN ('JOB', 'TEMPLATE')),
    ref_number       TEXT NOT NULL CHECK (ref_number <> ''),
    status           TEXT NOT NULL
                     CHECK (status IN ('CREATED', 'SOURCING', 'FILLED', 'INTERVIEW', 'OFFER', 'CANCELLED', 'ON_HOLD')),
    posting          TEXT NOT NULL CHECK (posting IN ('NOT_PUBLISHED', 'INTERNAL', 'PUBLIC', 'PRIVATE')),
    department_id    TEXT,
    default_ad_id    TEXT NOT NULL,
    creator_id       TEXT NOT NULL,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    last_activity_at BIGINT NOT NULL,
    summary          TEXT NOT NULL,
    place            TEXT NOT NULL,
    details          TEXT NOT NULL,
    ad_language      TEXT NOT NULL,
    ad_sections      TEXT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, ref_number),
    FOREIGN KEY (company_id, department_id) REFERENCES department (company_id, id),
    FOREIGN KEY (company_id, creator_id) REFERENCES user_account (company_id, id)
);
CREATE INDEX job_by_creation ON job (company_id, created_at, id);

-- All ads of a job. The text of the default ad is in the row of the job, so that reading a job reads one row.
CREATE TABLE job_ad (
    company_id TEXT NOT NULL,
    job_id     TEXT NOT NULL,
    id         TEXT NOT NULL,
    title      TEXT NOT NULL CHECK (title <> ''),
    language   TEXT,
    sections   TEXT,
    posting    TEXT NOT NULL CHECK (posting IN ('NOT_PUBLISHED', 'INTERNAL', 'PUBLIC', 'PRIVATE')),
    creator_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, job_id, id),
    FOREIGN KEY (company_id, job_id) REFERENCES job (company_id, id) ON DELETE CASCADE
);

CREATE TABLE job_status_change (
    company_id TEXT NOT NULL,
    job_id     TEXT NOT NULL,
    id         TEXT NOT NULL,
    status     TEXT NOT NULL,
    user_id    TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, job_id, id),
    FOREIGN KEY (company_id, job_id) REFERENCES job (company_id, id) ON DELETE CASCADE
);

CREATE TABLE hiring_team_member (
    company_id TEXT NOT NULL,
    job_id     TEXT NOT NULL,
    user_id    TEXT NOT NULL,
    role       TEXT NOT NULL CHECK (role <> ''),
    added_at   BIGINT NOT NULL,
    PRIMARY KEY (company_id, job_id, user_id),
    FOREIGN KEY (company_id, job_id) REFERENCES job (company_id, id) ON DELETE CASCADE
);
CREATE INDEX hiring_team_by_user ON hiring_team_member (company_id, user_id, job_id);

-- The outbox: an event is written in the transaction of the change that caused it, and delivered to subscribers later.
CREATE TABLE event (
    company_id TEXT NOT NULL REFERENCES company (id),
    id         TEXT NOT NULL,
    name       TEXT NOT NULL,
    payload    TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
);

CREATE TABLE audit_record (
    company_id  TEXT NOT NULL REFERENCES company (id),
    id          TEXT NOT NULL,
    event_name  TEXT NOT NULL,
    author_type TEXT NOT NULL CHECK (author_type IN ('USER', 'SYSTEM')),
    author_id   TEXT,
    entity_type TEXT NOT NULL,
    entity_id   TEXT NOT NULL,
    context     TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
);
