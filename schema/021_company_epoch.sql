-- The number that cache_epoch had after the last change of credentials or users of a company. Servers forget only the
-- callers of the companies that have changed (src/accounts/cache_epoch_store.h).
CREATE TABLE company_epoch (
    company_id TEXT PRIMARY KEY,
    number     BIGINT NOT NULL
);
CREATE INDEX company_epoch_by_number ON company_epoch (number);

-- How many of the changes that `number` counts are also in company_epoch. Changes of all companies are not, nor are
-- those of servers of 0.1.0.
ALTER TABLE cache_epoch ADD COLUMN of_companies BIGINT NOT NULL DEFAULT 0;
