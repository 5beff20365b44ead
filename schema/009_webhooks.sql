-- The path of what an event is about; none: there is nothing left to look at.
ALTER TABLE event ADD COLUMN link TEXT;

-- Who wants to be told of what. What is sealed (base/seal.h) must be read back. `version` moves with every change that
-- the courier must know of. Of a deleted one the row stays until what was sent is forgotten.
CREATE TABLE webhook_subscription (
    company_id     TEXT NOT NULL REFERENCES company (id),
    id             TEXT NOT NULL UNIQUE,
    user_id        TEXT NOT NULL,
    application_id TEXT,
    callback_url   TEXT NOT NULL CHECK (callback_url <> ''),
    events         TEXT NOT NULL CHECK (events <> ''),
    alerting_email TEXT,
    sealed_auth    TEXT,
    status         TEXT NOT NULL CHECK (status IN ('inactive', 'active')),
    version        BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    activated_at   BIGINT,
    suspended_at   BIGINT,
    deleted_at     BIGINT,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX webhook_subscription_by_owner ON webhook_subscription (company_id, user_id, application_id);

CREATE TABLE webhook_key (
    company_id      TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    id              TEXT NOT NULL,
    sealed_key      TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    expires_at      BIGINT,
    PRIMARY KEY (company_id, subscription_id, id),
    FOREIGN KEY (company_id, subscription_id) REFERENCES webhook_subscription (company_id, id) ON DELETE CASCADE
);

-- How the calls to a subscription went lately. Apart from it: the courier writes here, people there.
CREATE TABLE webhook_health (
    company_id      TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    failures_in_row BIGINT NOT NULL,
    succeeded_at    BIGINT,
    PRIMARY KEY (company_id, subscription_id),
    FOREIGN KEY (company_id, subscription_id) REFERENCES webhook_subscription (company_id, id) ON DELETE CASCADE
);

-- The active subscriptions to each event: what the outbox looks up in the transaction of a change.
CREATE TABLE event_subscriber (
    company_id      TEXT NOT NULL,
    event_name      TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    PRIMARY KEY (company_id, event_name, subscription_id),
    FOREIGN KEY (company_id, subscription_id) REFERENCES webhook_subscription (company_id, id) ON DELETE CASCADE
);
CREATE INDEX event_subscriber_by_subscription ON event_subscriber (company_id, subscription_id);

-- What a subscriber has not been told yet. A delivery that succeeds leaves this table. Lanes: 0 fresh, 1 tried again,
-- 2 sent again. Whoever sends it holds a lease until leased_until; lease_token tells who.
CREATE TABLE delivery (
    company_id      TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    event_id        TEXT NOT NULL,
    state           TEXT NOT NULL CHECK (state IN ('PENDING', 'GIVEN_UP')),
    lane            BIGINT NOT NULL CHECK (lane IN (0, 1, 2)),
    attempts        BIGINT NOT NULL,
    due_at          BIGINT NOT NULL,
    attempted_at    BIGINT,
    leased_until    BIGINT NOT NULL,
    lease_token     TEXT NOT NULL,
    PRIMARY KEY (subscription_id, event_id)
);
CREATE INDEX delivery_due ON delivery (subscription_id, lane, due_at, event_id) WHERE state = 'PENDING';

-- Every call that was made, for thirty days: ids are in the order of time. Its body is that of the event.
CREATE TABLE callback (
    company_id      TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    status          TEXT NOT NULL CHECK (status IN ('successful', 'failed')),
    id              TEXT NOT NULL,
    event_id        TEXT NOT NULL,
    sent_at         BIGINT NOT NULL,
    url             TEXT NOT NULL,
    headers         TEXT NOT NULL,
    response_status BIGINT,
    failure         TEXT,
    address         TEXT,
    took_ms         BIGINT NOT NULL,
    PRIMARY KEY (subscription_id, status, id)
);

-- What the subscriber's people are told when something does not arrive; mailed when there is a mail server.
CREATE TABLE webhook_alert (
    company_id      TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    id              TEXT NOT NULL,
    kind            TEXT NOT NULL CHECK (kind IN ('GIVEN_UP', 'SUSPENDED')),
    occurrences     BIGINT NOT NULL,
    created_at      BIGINT NOT NULL,
    mail_due_at     BIGINT,
    mail_attempts   BIGINT NOT NULL,
    mailed_at       BIGINT,
    PRIMARY KEY (company_id, subscription_id, id),
    FOREIGN KEY (company_id, subscription_id) REFERENCES webhook_subscription (company_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_alert_to_mail ON webhook_alert (mail_due_at) WHERE mail_due_at IS NOT NULL;

-- What the built-in receiver of a sandbox was sent.
CREATE TABLE inbox_message (
    inbox       TEXT NOT NULL,
    id          TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    headers     TEXT NOT NULL,
    body        TEXT NOT NULL,
    verified    TEXT CHECK (verified IN ('true', 'false')),
    PRIMARY KEY (inbox, id)
);
