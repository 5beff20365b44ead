-- The owner of a subscription is a user, the application that acted on behalf of the user, or the API key or client
-- credential that created it. owner_lost_at: when the owner lost access.
ALTER TABLE webhook_subscription ADD COLUMN credential_id TEXT;
ALTER TABLE webhook_subscription ADD COLUMN owner_lost_at BIGINT;
CREATE INDEX webhook_subscription_by_application ON webhook_subscription (application_id)
    WHERE application_id IS NOT NULL;
CREATE INDEX webhook_subscription_by_credential ON webhook_subscription (company_id, credential_id)
    WHERE credential_id IS NOT NULL;

-- A subscription without an application was created with a client credential, whose service account is the user, or
-- with an API key of the user; which key is known only if there was just one.
UPDATE webhook_subscription
SET credential_id = (SELECT max(c.id) FROM client_credential c
                     WHERE c.company_id = webhook_subscription.company_id AND c.user_id = webhook_subscription.user_id)
WHERE application_id IS NULL;
UPDATE webhook_subscription
SET credential_id = (SELECT max(c.id) FROM credential c
                     WHERE c.company_id = webhook_subscription.company_id AND c.user_id = webhook_subscription.user_id)
WHERE application_id IS NULL AND credential_id IS NULL
  AND (SELECT count(*) FROM credential c
       WHERE c.company_id = webhook_subscription.company_id AND c.user_id = webhook_subscription.user_id) = 1;

-- Deactivates subscriptions whose owner has no access any more.
UPDATE webhook_subscription
SET suspended_at = CASE WHEN status = 'active' THEN updated_at ELSE suspended_at END,
    status = 'inactive', owner_lost_at = updated_at, version = version + 1
WHERE deleted_at IS NULL
  AND (NOT EXISTS (SELECT 1 FROM user_account u
                   WHERE u.company_id = webhook_subscription.company_id AND u.id = webhook_subscription.user_id
                     AND u.state = 'ACTIVE' AND u.role = 'ADMINISTRATOR')
       OR EXISTS (SELECT 1 FROM application a
                  WHERE a.id = webhook_subscription.application_id AND a.revoked_at IS NOT NULL)
       OR (application_id IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM connected_application c
                           WHERE c.company_id = webhook_subscription.company_id
                             AND c.user_id = webhook_subscription.user_id
                             AND c.application_id = webhook_subscription.application_id))
       OR EXISTS (SELECT 1 FROM credential c
                  WHERE c.company_id = webhook_subscription.company_id AND c.id = webhook_subscription.credential_id
                    AND c.revoked_at IS NOT NULL)
       OR EXISTS (SELECT 1 FROM client_credential c
                  WHERE c.company_id = webhook_subscription.company_id AND c.id = webhook_subscription.credential_id
                    AND c.revoked_at IS NOT NULL));
DELETE FROM event_subscriber
WHERE subscription_id IN (SELECT id FROM webhook_subscription WHERE status = 'inactive');

-- Adds a kind of alert.
CREATE TABLE webhook_alert_new (
    company_id      TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    id              TEXT NOT NULL,
    kind            TEXT NOT NULL CHECK (kind IN ('GIVEN_UP', 'SUSPENDED', 'ACCESS_REVOKED')),
    occurrences     BIGINT NOT NULL,
    created_at      BIGINT NOT NULL,
    mail_due_at     BIGINT,
    mail_attempts   BIGINT NOT NULL,
    mailed_at       BIGINT,
    PRIMARY KEY (company_id, subscription_id, id),
    FOREIGN KEY (company_id, subscription_id) REFERENCES webhook_subscription (company_id, id) ON DELETE CASCADE
);
INSERT INTO webhook_alert_new (company_id, subscription_id, id, kind, occurrences, created_at, mail_due_at, mail_attempts,
                               mailed_at)
SELECT company_id, subscription_id, id, kind, occurrences, created_at, mail_due_at, mail_attempts, mailed_at
FROM webhook_alert;
DROP TABLE webhook_alert;
ALTER TABLE webhook_alert_new RENAME TO webhook_alert;
CREATE INDEX webhook_alert_to_mail ON webhook_alert (mail_due_at) WHERE mail_due_at IS NOT NULL;
