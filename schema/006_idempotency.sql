-- Responses to POST requests with an Idempotency-Key, for 24 hours. Key and request are stored as SHA-256, in
-- hexadecimal; the response is sealed (src/base/seal.h), and NULL while the first request is running or if it must not
-- be kept.
CREATE TABLE idempotent_answer (
    company_id  TEXT NOT NULL REFERENCES company (id),
    caller      TEXT NOT NULL,
    key_hash    TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    answer      TEXT,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (company_id, caller, key_hash)
);
CREATE INDEX idempotent_answer_by_age ON idempotent_answer (created_at);
