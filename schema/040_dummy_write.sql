-- What is written about e-mail addresses that no account has, so that their requests for sign-in and for a new password take as
-- long as those of accounts: random text, and nothing about the address. A write replaces the row of a random slot, so there are
-- 4,096 rows at most, and 64 of the size of files, which are deleted after an hour (src/accounts/dummy_write_store.h). The
-- indexes stand for those of the tables that are written for accounts.
CREATE TABLE dummy_write (
    slot       BIGINT PRIMARY KEY,
    first_key  TEXT NOT NULL,
    second_key TEXT NOT NULL,
    third_key  TEXT NOT NULL,
    contents   TEXT NOT NULL,
    written_at BIGINT NOT NULL
);
CREATE INDEX dummy_write_by_first ON dummy_write (first_key);
CREATE INDEX dummy_write_by_second ON dummy_write (second_key);
CREATE INDEX dummy_write_by_third ON dummy_write (third_key);
CREATE INDEX dummy_write_by_time ON dummy_write (written_at, slot);
