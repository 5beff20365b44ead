-- Mails, written in the transaction of the change that causes them; sent by servers that have a mail server. Those that a
-- person waits for (lane 0) go first. While one is being sent, due_at is the end of its lease, and lease_token its holder.
-- From expires_at on it is useless and not sent any more. `contents` has the values of the template as JSON; a link is
-- sealed (src/base/seal.h), because it gives access. Both are deleted when the mail is sent. recipient_key is a hash of the
-- address, by which mails are counted; it stays when the address of a person who was deleted is.
CREATE TABLE mail (
    company_id    TEXT NOT NULL,
    id            TEXT NOT NULL UNIQUE,
    kind          TEXT NOT NULL CHECK (kind <> ''),
    recipient     TEXT NOT NULL CHECK (recipient <> ''),
    recipient_key TEXT NOT NULL,
    language      TEXT NOT NULL CHECK (language <> ''),
    contents      TEXT NOT NULL,
    sealed_link   TEXT,
    status        TEXT NOT NULL CHECK (status IN ('PENDING', 'SENT', 'FAILED')),
    lane          BIGINT NOT NULL CHECK (lane IN (0, 1)),
    attempts      BIGINT NOT NULL,
    due_at        BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL,
    lease_token   TEXT NOT NULL,
    failure       TEXT,
    created_at    BIGINT NOT NULL,
    finished_at   BIGINT,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX mail_by_recipient ON mail (company_id, recipient_key, created_at);
CREATE INDEX mail_due ON mail (lane, due_at, id) WHERE status = 'PENDING';
CREATE INDEX mail_leased ON mail (lease_token) WHERE lease_token <> '';
CREATE INDEX mail_failed ON mail (id) WHERE status = 'FAILED';
CREATE INDEX mail_unsent ON mail (expires_at) WHERE status = 'PENDING';
CREATE INDEX mail_finished ON mail (finished_at) WHERE finished_at IS NOT NULL;
