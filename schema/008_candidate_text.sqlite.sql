-- The words of candidates (src/db/text_search.cpp).

-- Which row of the index is whose. A candidate who goes takes the row along.
CREATE TABLE candidate_text_entry (
    number       INTEGER PRIMARY KEY,
    company_id   TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    UNIQUE (company_id, candidate_id),
    FOREIGN KEY (company_id, candidate_id) REFERENCES candidate (company_id, id) ON DELETE CASCADE
);

-- Its texts are stems already; '@' marks the words of a place, '#' the company.
CREATE VIRTUAL TABLE candidate_text USING fts5 (
    words, candidate_id UNINDEXED, tokenize = "ascii tokenchars '@#'", columnsize = 0
);
-- Merges half as eager as they would be: a third of the cost of a write, and searches do not notice.
INSERT INTO candidate_text (candidate_text, rank) VALUES ('automerge', 8);

CREATE TRIGGER candidate_text_entry_gone AFTER DELETE ON candidate_text_entry BEGIN
    DELETE FROM candidate_text WHERE rowid = old.number;
END;
