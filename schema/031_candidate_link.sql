-- Links of mails by which candidates decide without an account: on the storage of their data, or on an offer. Of the token
-- only a hash is stored. A link asks about one thing: `version` is the time of the consent request, or of the last change of
-- the offer. And it asks one person: `recipient` is the address that it was mailed to. Once used, it shows the decision.
CREATE TABLE candidate_link (
    token_hash   TEXT PRIMARY KEY,
    company_id   TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    purpose      TEXT NOT NULL CHECK (purpose IN ('CONSENT', 'OFFER')),
    offer_id     TEXT, -- with OFFER
    version      BIGINT NOT NULL,
    recipient    TEXT NOT NULL,
    mail_id      TEXT NOT NULL,
    decision     TEXT CHECK (decision IN ('ACCEPTED', 'DECLINED')),
    decided_at   BIGINT,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    FOREIGN KEY (company_id, candidate_id) REFERENCES candidate (company_id, id) ON DELETE CASCADE
);
CREATE INDEX candidate_link_by_candidate ON candidate_link (company_id, candidate_id);
CREATE INDEX candidate_link_by_expiry ON candidate_link (expires_at);
