#include "subscriptions/alert_store.h"

#include <chrono>
#include <cstdlib>

#include "mail/outbox.h"
#include "subscriptions/subscription_store.h"

namespace callboard::subscriptions::store {
namespace {

constexpr std::chrono::hours kMergeWindow{1};
constexpr std::int64_t kMostShown = 10;
constexpr std::chrono::days kWorthMailing{2};        // without a mail server, they left all alerts
constexpr std::chrono::minutes kOldServersHave{10};  // time for their mails, which takes seconds

constexpr db::Sql kCountUp{"webhook_alert_count_up", R"sql(
    UPDATE webhook_alert SET occurrences = occurrences + 1
    WHERE company_id = $1 AND subscription_id = $2 AND kind = $3 AND created_at > $4)sql"};

constexpr db::Sql kInsert{"webhook_alert_insert", R"sql(
    INSERT INTO webhook_alert (company_id, subscription_id, id, kind, occurrences, created_at, mail_attempts)
    VALUES ($1, $2, $3, $4, 1, $5, 0))sql"};

// A mail has the id of its alert. Servers of 0.1.0 noted in the alert that it was mailed.
constexpr db::Sql kOf{"webhook_alert_of", R"sql(
    SELECT a.id, a.kind, a.occurrences, a.created_at,
           coalesce(a.mailed_at, CASE WHEN m.status = 'SENT' THEN m.finished_at END)
    FROM webhook_alert a LEFT JOIN mail m ON m.company_id = a.company_id AND m.id = a.id
    WHERE a.company_id = $1 AND a.subscription_id = $2 ORDER BY a.id DESC LIMIT $3)sql"};

constexpr db::GlobalSql kLeftMails{"webhook_alert_left_mails", R"sql(
    SELECT a.company_id, a.subscription_id, a.id, a.kind, a.created_at, a.mail_due_at, s.callback_url, s.alerting_email
    FROM webhook_alert a JOIN webhook_subscription s ON s.company_id = a.company_id AND s.id = a.subscription_id
    WHERE a.mail_due_at IS NOT NULL AND a.mail_due_at <= $1 AND s.alerting_email IS NOT NULL
    ORDER BY a.mail_due_at LIMIT $2)sql"};

constexpr db::GlobalSql kTakeMail{"webhook_alert_take_mail", R"sql(
    UPDATE webhook_alert SET mail_due_at = NULL
    WHERE company_id = $1 AND subscription_id = $2 AND id = $3 AND mail_due_at = $4)sql"};

constexpr db::GlobalSql kForget{"webhook_alert_forget", R"sql(
    DELETE FROM webhook_alert WHERE (company_id, subscription_id, id) IN (
        SELECT company_id, subscription_id, id FROM webhook_alert WHERE created_at < $1 LIMIT $2))sql"};

Alert alert_from(const db::Row& row) {
    return {.id = row.id<AlertId>(0),
            .kind = row.member<AlertKind>(1),
            .occurrences = row.integer(2),
            .raised_at = row.time(3),
            .mailed_at = row.optional_time(4)};
}

mail::Kind mail_kind(AlertKind kind) {
    switch (kind) {
        case AlertKind::given_up: return mail::Kind::webhook_given_up;
        case AlertKind::suspended: return mail::Kind::webhook_suspended;
        case AlertKind::access_revoked: return mail::Kind::webhook_access_revoked;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

struct AlertMail {
    SubscriptionId subscription;
    AlertId alert;
    AlertKind kind{};
    Timestamp raised_at;
    std::string callback_url;
    std::string to;
};

void queue_mail(db::Tx& tx, const AlertMail& mail) {
    if (mail::wait_for_next(tx, mail_kind(mail.kind), mail.to)) return;  // the alert is shown nevertheless
    mail::send(tx, MailId::from_trusted(mail.alert.text()),
               {.kind = mail_kind(mail.kind),
                .to = mail.to,
                .values = {{"subscription", std::string{mail.subscription.text()}},
                           {"url", mail.callback_url},
                           {"time", to_iso(mail.raised_at)}}});
}

bool count_up(db::Tx& tx, const SubscriptionId& subscription, AlertKind kind) {
    return tx.execute(kCountUp, {subscription, kind, tx.now - kMergeWindow}) > 0;
}

}  // namespace

void raise(db::Tx& tx, const CompanyId& company, const SubscriptionId& subscription, AlertKind kind) {
    db::Tx inside = tx.within(company);
    if (count_up(inside, subscription, kind)) return;
    // Checked again under the row lock: a concurrent transaction may have raised the alert.
    if (!lock_row(inside, subscription) || count_up(inside, subscription, kind)) return;
    const auto id = inside.new_id<AlertId>();
    inside.enqueue(kInsert, {subscription, id, kind, tx.now});
    const auto found = find(inside, subscription);
    if (!found || !found->alerting_email) return;
    queue_mail(inside, {.subscription = subscription,
                        .alert = id,
                        .kind = kind,
                        .raised_at = tx.now,
                        .callback_url = found->callback_url,
                        .to = *found->alerting_email});
}

bool queue_left_mails(db::Tx& tx, std::int64_t limit) {
    struct LeftMail {
        CompanyId company;
        Timestamp due_at;
        AlertMail mail;
    };
    const auto left = tx.all(kLeftMails, {tx.now - kOldServersHave, limit}, [](const db::Row& row) {
        return LeftMail{.company = row.id<CompanyId>(0),
                        .due_at = row.time(5),
                        .mail = {.subscription = row.id<SubscriptionId>(1),
                                 .alert = row.id<AlertId>(2),
                                 .kind = row.member<AlertKind>(3),
                                 .raised_at = row.time(4),
                                 .callback_url = row.string(6),
                                 .to = row.string(7)}};
    });
    for (const auto& [company, due_at, mail] : left) {
        const bool taken = tx.execute(kTakeMail, {company, mail.subscription, mail.alert, due_at}) == 1;
        if (!taken || mail.raised_at < tx.now - kWorthMailing) continue;
        db::Tx inside = tx.within(company);
        queue_mail(inside, mail);
    }
    return std::ssize(left) == limit;
}

std::vector<Alert> alerts_of(db::Snapshot& snapshot, const SubscriptionId& subscription) {
    return snapshot.all(kOf, {subscription, kMostShown}, alert_from);
}

std::int64_t forget_alerts(db::Tx& tx, Timestamp before, std::int64_t limit) {
    return tx.execute(kForget, {before, limit});
}

}  // namespace callboard::subscriptions::store
