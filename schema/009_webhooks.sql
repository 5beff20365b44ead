-- The path of the entity that the event is about; NULL if it no longer exists.
ALTER TABLE event ADD COLUMN link TEXT;

-- Webhook subscriptions. Sealed columns (src/base/seal.h) are encrypted. `version` is incremented by changes that
-- affect deliveries. The row of a deleted subscription is kept as long as its callback log.
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

-- The recent results of calls. A separate table, because it is written by the delivery process, and the subscription by
-- users.
CREATE TABLE webhook_health (
    company_id      TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    failures_in_row BIGINT NOT NULL,
    succeeded_at    BIGINT,
    PRIMARY KEY (company_id, subscription_id),
    FOREIGN KEY (company_id, subscription_id) REFERENCES webhook_subscription (company_id, id) ON DELETE CASCADE
);

-- The active subscriptions to each event, read by the outbox in the transaction of a change.
CREATE TABLE event_subscriber (
    company_id      TEXT NOT NULL,
    event_name      TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    PRIMARY KEY (company_id, event_name, subscription_id),
    FOREIGN KEY (company_id, subscription_id) REFERENCES webhook_subscription (company_id, id) ON DELETE CASCADE
);
CREATE INDEX event_subscriber_by_subscription ON event_subscriber (company_id, subscription_id);

-- Events that still have to be delivered; a row is deleted on success. Lanes: 0 new, 1 retry, 2 redelivery. The sender
-- holds a lease until leased_until, identified by lease_token.
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

-- The log of all calls for thirty days; ids are ordered by time. The body is that of the event.
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

-- Alerts about failed deliveries; sent by e-mail if a mail server is configured.
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

-- Messages that the built-in receiver of a sandbox received.
CREATE TABLE inbox_message (
    inbox       TEXT NOT NULL,
    id          TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    headers     TEXT NOT NULL,
    body        TEXT NOT NULL,
    verified    TEXT CHECK (verified IN ('true', 'false')),
    PRIMARY KEY (inbox, id)
);
