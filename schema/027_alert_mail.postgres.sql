-- Mails of alerts are in the table of mails, with the id of their alert; those that wait are moved there.
INSERT INTO mail (company_id, id, kind, recipient, language, contents, status, attempts, due_at, lease_token, created_at)
SELECT a.company_id, a.id,
       CASE a.kind WHEN 'GIVEN_UP' THEN 'webhook_given_up' WHEN 'SUSPENDED' THEN 'webhook_suspended'
                   ELSE 'webhook_access_revoked' END,
       s.alerting_email, 'en',
       CAST(json_build_object('subscription', a.subscription_id, 'url', s.callback_url, 'time',
                              to_char(to_timestamp(a.created_at / 1000) AT TIME ZONE 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.000"Z"')) AS TEXT),
       'PENDING', a.mail_attempts, a.mail_due_at, '', a.created_at
FROM webhook_alert a JOIN webhook_subscription s ON s.company_id = a.company_id AND s.id = a.subscription_id
WHERE a.mail_due_at IS NOT NULL AND s.alerting_email IS NOT NULL;
UPDATE webhook_alert SET mail_due_at = NULL WHERE mail_due_at IS NOT NULL;
