-- Answers to POST calls that came with an Idempotency-Key, for 24 hours. Of the key and of the request only a SHA-256, in
-- hexadecimal; the answer is sealed (src/base/seal.h). Without one, the first call is not over, or its answer is not kept.
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
