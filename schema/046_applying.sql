-- What candidates apply with: the questions and consent texts of forms, and the files that they send.

-- One form of the company, where job_id is '', and one for each job that has its own. Its content is JSON.
CREATE TABLE application_form (
    company_id TEXT NOT NULL,
    job_id     TEXT NOT NULL,
    version    BIGINT NOT NULL, -- counts the changes
    content    TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, job_id)
);

-- Deleted with its application, or with its candidate.
CREATE TABLE stored_file (
    company_id   TEXT NOT NULL,
    id           TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    job_id       TEXT, -- of the application that it belongs to
    purpose      TEXT NOT NULL CHECK (purpose IN ('RESUME', 'AVATAR', 'COVER_LETTER', 'GENERIC_FILE')),
    name         TEXT NOT NULL,
    type         TEXT NOT NULL, -- found in its content, not what the sender states
    size         BIGINT NOT NULL,
    digest       TEXT NOT NULL, -- SHA-256 of the content
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, candidate_id) REFERENCES candidate (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, candidate_id, job_id) REFERENCES job_application (company_id, candidate_id, job_id)
        ON DELETE CASCADE
);
CREATE INDEX stored_file_by_application ON stored_file (company_id, candidate_id, job_id, id);

-- Texts only, like everywhere: the content is in base64.
CREATE TABLE stored_file_chunk (
    company_id TEXT NOT NULL,
    file_id    TEXT NOT NULL,
    number     BIGINT NOT NULL, -- from 0 on
    content    TEXT NOT NULL,
    PRIMARY KEY (company_id, file_id, number),
    FOREIGN KEY (company_id, file_id) REFERENCES stored_file (company_id, id) ON DELETE CASCADE
);

-- What callers get instead of the id of a candidate whom they may not see.
CREATE TABLE application_receipt (
    company_id   TEXT NOT NULL,
    id           TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    job_id       TEXT NOT NULL,
    outcome      TEXT NOT NULL CHECK (outcome IN ('CREATED', 'REPEATED')), -- REPEATED: there was an application before
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, candidate_id, job_id) REFERENCES job_application (company_id, candidate_id, job_id)
        ON DELETE CASCADE
);
CREATE INDEX application_receipt_by_application ON application_receipt (company_id, candidate_id, job_id);

-- What a candidate decided for each purpose, where the company asks for them separately.
CREATE TABLE consent_decision (
    company_id   TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    scope        TEXT NOT NULL CHECK (scope IN ('SINGLE', 'SMART_RECRUIT', 'SMART_CRM', 'SMART_MESSAGE_SMS',
                                                'SMART_MESSAGE_WHATSAPP')),
    decision     TEXT NOT NULL CHECK (decision IN ('ACQUIRED', 'DECLINED')),
    decided_at   BIGINT NOT NULL,
    PRIMARY KEY (company_id, candidate_id, scope),
    FOREIGN KEY (company_id, candidate_id) REFERENCES candidate (company_id, id) ON DELETE CASCADE
);
