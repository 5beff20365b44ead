-- The careers pages of a company, and what applicants do there.

-- Colours and texts; without a row, the defaults. The content is JSON.
CREATE TABLE careers_page (
    company_id TEXT PRIMARY KEY,
    version    BIGINT NOT NULL, -- counts the changes
    content    TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- Links of mails by which applicants see one of their applications without an account. Of the token only a hash is stored.
-- `recipient` is the address that it was mailed to.
CREATE TABLE applicant_link (
    token_hash   TEXT PRIMARY KEY,
    company_id   TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    job_id       TEXT NOT NULL,
    recipient    TEXT NOT NULL,
    mail_id      TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    FOREIGN KEY (company_id, candidate_id, job_id) REFERENCES job_application (company_id, candidate_id, job_id)
        ON DELETE CASCADE
);
CREATE INDEX applicant_link_by_application ON applicant_link (company_id, candidate_id, job_id);
CREATE INDEX applicant_link_by_expiry ON applicant_link (expires_at);

-- Candidates who want their data to be deleted.
CREATE TABLE erasure_request (
    company_id   TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    requested_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, candidate_id),
    FOREIGN KEY (company_id, candidate_id) REFERENCES candidate (company_id, id) ON DELETE CASCADE
);
CREATE INDEX erasure_request_by_time ON erasure_request (company_id, requested_at, candidate_id);
