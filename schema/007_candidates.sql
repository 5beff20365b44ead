-- Candidates, their applications and offers.

-- A person is identified by e-mail address and last name together, both case-folded.
CREATE TABLE candidate (
    company_id         TEXT NOT NULL REFERENCES company (id),
    id                 TEXT NOT NULL,
    first_name         TEXT NOT NULL CHECK (first_name <> ''),
    last_name          TEXT NOT NULL CHECK (last_name <> ''),
    email              TEXT NOT NULL CHECK (email <> ''),
    email_key          TEXT NOT NULL,
    last_name_key      TEXT NOT NULL,
    employment         TEXT NOT NULL CHECK (employment IN ('EXTERNAL', 'INTERNAL')), -- INTERNAL: an employee of the company
    summary            TEXT NOT NULL, -- JSON, as shown in lists
    details            TEXT NOT NULL, -- JSON, shown only for a single candidate
    consent            TEXT NOT NULL CHECK (consent IN ('REQUIRED', 'PENDING', 'ACQUIRED', 'DECLINED')),
    consent_asked_at   BIGINT,
    consent_decided_at BIGINT,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, email_key, last_name_key)
);

CREATE TABLE candidate_tag (
    company_id   TEXT NOT NULL,
    tag_key      TEXT NOT NULL, -- case-folded
    candidate_id TEXT NOT NULL,
    PRIMARY KEY (company_id, tag_key, candidate_id),
    FOREIGN KEY (company_id, candidate_id) REFERENCES candidate (company_id, id) ON DELETE CASCADE
);
CREATE INDEX candidate_tag_by_candidate ON candidate_tag (company_id, candidate_id);

-- The application of a candidate for a job. Lists scan these rows by the last change of the candidate, newest first:
-- `listed_at` is a copy of the candidate's updated_at, so that each filter has an index in that order, with the rows of
-- one candidate adjacent.
CREATE TABLE job_application (
    company_id      TEXT NOT NULL,
    candidate_id    TEXT NOT NULL,
    job_id          TEXT NOT NULL,
    id              TEXT NOT NULL,
    status          TEXT NOT NULL CHECK (status IN ('LEAD', 'NEW', 'IN_REVIEW', 'INTERVIEW', 'OFFERED', 'HIRED', 'REJECTED',
                                                    'WITHDRAWN', 'TRANSFERRED')),
    sub_status      TEXT,
    reason_id       TEXT,
    starts_at       BIGINT,
    source_type     TEXT NOT NULL,
    source_sub_type TEXT NOT NULL,
    source_id       TEXT NOT NULL,
    source_label    TEXT NOT NULL,
    onboarding      TEXT CHECK (onboarding IN ('READY_TO_ONBOARD', 'ONBOARDING_SUCCESSFUL', 'ONBOARDING_FAILED')),
    created_at      BIGINT NOT NULL,
    change_number   BIGINT NOT NULL, -- increases with every change of the candidate's applications: the largest is the last
    listed_at       BIGINT NOT NULL,
    PRIMARY KEY (company_id, candidate_id, job_id),
    UNIQUE (company_id, id),
    FOREIGN KEY (company_id, candidate_id) REFERENCES candidate (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, job_id) REFERENCES job (company_id, id) ON DELETE CASCADE
);
CREATE INDEX job_application_by_time ON job_application (company_id, listed_at, candidate_id, job_id, status);
CREATE INDEX job_application_by_job ON job_application (company_id, job_id, listed_at, candidate_id, status);
CREATE INDEX job_application_by_status ON job_application (company_id, status, listed_at, candidate_id, job_id);
CREATE INDEX job_application_by_onboarding ON job_application (company_id, onboarding, listed_at, candidate_id)
    WHERE onboarding IS NOT NULL;

CREATE TABLE job_application_status_change (
    company_id   TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    job_id       TEXT NOT NULL,
    id           TEXT NOT NULL,
    status       TEXT NOT NULL,
    sub_status   TEXT,
    changed_at   BIGINT NOT NULL,
    PRIMARY KEY (company_id, candidate_id, job_id, id),
    FOREIGN KEY (company_id, candidate_id, job_id) REFERENCES job_application (company_id, candidate_id, job_id)
        ON DELETE CASCADE
);

-- Custom fields of an application, or of the candidate alone if job_id is ''.
CREATE TABLE candidate_property_value (
    company_id   TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    job_id       TEXT NOT NULL,
    property_id  TEXT NOT NULL,
    value        TEXT NOT NULL, -- JSON
    PRIMARY KEY (company_id, candidate_id, job_id, property_id),
    FOREIGN KEY (company_id, candidate_id) REFERENCES candidate (company_id, id) ON DELETE CASCADE
);

CREATE TABLE screening_answers (
    company_id   TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    job_id       TEXT NOT NULL,
    answers      TEXT NOT NULL, -- JSON
    PRIMARY KEY (company_id, candidate_id, job_id),
    FOREIGN KEY (company_id, candidate_id, job_id) REFERENCES job_application (company_id, candidate_id, job_id)
        ON DELETE CASCADE
);

-- The same answers as single rows, for filters of lists.
CREATE TABLE screening_answer_value (
    company_id   TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    job_id       TEXT NOT NULL,
    category     TEXT NOT NULL,
    field_id     TEXT NOT NULL,
    value_id     TEXT NOT NULL,
    PRIMARY KEY (company_id, candidate_id, job_id, category, field_id, value_id),
    FOREIGN KEY (company_id, candidate_id, job_id) REFERENCES job_application (company_id, candidate_id, job_id)
        ON DELETE CASCADE
);

CREATE TABLE offer (
    company_id   TEXT NOT NULL,
    id           TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    job_id       TEXT NOT NULL,
    status       TEXT NOT NULL CHECK (status IN ('CREATED', 'PENDING_APPROVAL', 'APPROVED', 'NOT_APPROVED',
                                                 'PENDING_ACCEPTANCE', 'ACCEPTED', 'NOT_ACCEPTED', 'ABANDONED')),
    properties   TEXT NOT NULL, -- JSON: keys and values
    sent_at      BIGINT,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, candidate_id, job_id) REFERENCES job_application (company_id, candidate_id, job_id)
        ON DELETE CASCADE
);
CREATE INDEX offer_by_application ON offer (company_id, candidate_id, job_id, id);
CREATE INDEX offer_by_job ON offer (company_id, job_id, id);
CREATE INDEX offer_by_status ON offer (company_id, status, id);

CREATE TABLE offer_document (
    company_id TEXT NOT NULL,
    offer_id   TEXT NOT NULL,
    id         TEXT NOT NULL,
    name       TEXT NOT NULL,
    content    TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, offer_id, id),
    FOREIGN KEY (company_id, offer_id) REFERENCES offer (company_id, id) ON DELETE CASCADE
);

-- Stored responses about a candidate are deleted with it.
ALTER TABLE idempotent_answer RENAME TO idempotent_answer_before;
DROP INDEX idempotent_answer_by_age;
CREATE TABLE idempotent_answer (
    company_id   TEXT NOT NULL REFERENCES company (id),
    caller       TEXT NOT NULL,
    key_hash     TEXT NOT NULL,
    fingerprint  TEXT NOT NULL,
    answer       TEXT,
    candidate_id TEXT,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (company_id, caller, key_hash),
    FOREIGN KEY (company_id, candidate_id) REFERENCES candidate (company_id, id) ON DELETE CASCADE
);
INSERT INTO idempotent_answer (company_id, caller, key_hash, fingerprint, answer, created_at)
SELECT company_id, caller, key_hash, fingerprint, answer, created_at FROM idempotent_answer_before;
DROP TABLE idempotent_answer_before;
CREATE INDEX idempotent_answer_by_age ON idempotent_answer (created_at);
CREATE INDEX idempotent_answer_by_candidate ON idempotent_answer (company_id, candidate_id) WHERE candidate_id IS NOT NULL;
