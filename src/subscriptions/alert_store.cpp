#include "subscriptions/alert_store.h"

#include <chrono>

#include "subscriptions/subscription_store.h"

namespace callboard::subscriptions::store {
namespace {

constexpr std::chrono::hours kMergeWindow{1};
constexpr std::int64_t kMostShown = 10;

constexpr db::Sql kCountUp{"webhook_alert_count_up", R"sql(
    UPDATE webhook_alert SET occurrences = occurrences + 1
    WHERE company_id = $1 AND subscription_id = $2 AND kind = $3 AND created_at > $4)sql"};

constexpr db::Sql kInsert{"webhook_alert_insert", R"sql(
    INSERT INTO webhook_alert (company_id, subscription_id, id, kind, occurrences, created_at, mail_due_at,
                               mail_attempts)
    VALUES ($1, $2, $3, $4, 1, $5, $6, 0))sql"};

constexpr db::Sql kOf{"webhook_alert_of", R"sql(
    SELECT id, kind, occurrences, created_at, mailed_at FROM webhook_alert
    WHERE company_id = $1 AND subscription_id = $2 ORDER BY id DESC LIMIT $3)sql"};

constexpr db::GlobalSql kDueMails{"webhook_alert_due_mails", R"sql(
    SELECT a.id, a.kind, a.occurrences, a.created_at, a.mailed_at, a.company_id, a.subscription_id, s.callback_url,
           s.alerting_email, a.mail_attempts, a.mail_due_at
    FROM webhook_alert a JOIN webhook_subscription s ON s.company_id = a.company_id AND s.id = a.subscription_id
    WHERE a.mail_due_at IS NOT NULL AND a.mail_due_at <= $1 AND s.alerting_email IS NOT NULL
    ORDER BY a.mail_due_at LIMIT $2)sql"};

constexpr db::GlobalSql kLeaseMail{"webhook_alert_take_mail", R"sql(
    UPDATE webhook_alert SET mail_due_at = $5
    WHERE company_id = $1 AND subscription_id = $2 AND id = $3 AND mail_due_at = $4)sql"};

constexpr db::GlobalSql kMailed{"webhook_alert_mailed", R"sql(
    UPDATE webhook_alert SET mailed_at = $4, mail_due_at = NULL
    WHERE company_id = $1 AND subscription_id = $2 AND id = $3)sql"};

constexpr db::GlobalSql kMailFailed{"webhook_alert_mail_failed", R"sql(
    UPDATE webhook_alert SET mail_due_at = $4, mail_attempts = mail_attempts + 1
    WHERE company_id = $1 AND subscription_id = $2 AND id = $3)sql"};

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

bool count_up(db::Tx& tx, const SubscriptionId& subscription, AlertKind kind) {
    return tx.execute(kCountUp, {subscription, kind, tx.now - kMergeWindow}) > 0;
}

}  // namespace

void raise(db::Tx& tx, const CompanyId& company, const SubscriptionId& subscription, AlertKind kind) {
    db::Tx inside = tx.within(company);
    if (count_up(inside, subscription, kind)) return;
    // Checked again under the row lock: a concurrent transaction may have raised the alert.
    if (!lock_row(inside, subscription) || count_up(inside, subscription, kind)) return;
    const auto found = find(inside, subscription);
    const auto mail_due = found && found->alerting_email ? std::optional{tx.now} : std::nullopt;
    inside.enqueue(kInsert, {subscription, inside.new_id<AlertId>(), kind, tx.now, mail_due});
}

std::vector<Alert> alerts_of(db::Snapshot& snapshot, const SubscriptionId& subscription) {
    return snapshot.all(kOf, {subscription, kMostShown}, alert_from);
}

std::vector<AlertMail> due_mails(db::Snapshot& snapshot, std::int64_t limit) {
    return snapshot.all(kDueMails, {snapshot.now, limit}, [](const db::Row& row) {
        return AlertMail{.company = row.id<CompanyId>(5),
                         .subscription = row.id<SubscriptionId>(6),
                         .callback_url = row.string(7),
                         .alerting_email = row.string(8),
                         .alert = alert_from(row),
                         .attempts = row.integer(9),
                         .due_at = row.time(10)};
    });
}

bool lease_mail(db::Tx& tx, const AlertMail& mail, Timestamp until) {
    return tx.execute(kLeaseMail, {mail.company, mail.subscription, mail.alert.id, mail.due_at, until}) > 0;
}

void mailed(db::Tx& tx, const AlertMail& mail) {
    tx.enqueue(kMailed, {mail.company, mail.subscription, mail.alert.id, tx.now});
}

void mail_failed(db::Tx& tx, const AlertMail& mail, std::optional<Timestamp> next_try) {
    tx.enqueue(kMailFailed, {mail.company, mail.subscription, mail.alert.id, next_try});
}

std::int64_t forget_alerts(db::Tx& tx, Timestamp before, std::int64_t limit) {
    return tx.execute(kForget, {before, limit});
}

}  // namespace callboard::subscriptions::store
