#include "webhooks/delivery/alert_mailer.h"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "webhooks/outgoing/mail.h"

namespace callboard::webhooks {
namespace {

constexpr std::int64_t kMailsAtOnce = 20;
constexpr std::chrono::minutes kLeaseDuration{5};  // much longer than a mail takes
constexpr std::array kRetryDelays{std::chrono::minutes{1}, std::chrono::minutes{10}, std::chrono::minutes{60},
                                  std::chrono::minutes{360}};

std::string text_of_end(const subscriptions::AlertMail& due) {
    return fmt::format(
        "The subscription {} to {} became inactive on {}: its owner has lost access, because the "
        "user was deactivated or is no longer an administrator, or the application or the credential was "
        "revoked.\n\nUndelivered notifications are kept for 30 days and sent when an administrator activates "
        "the subscription again.\n",
        due.subscription.text(), due.callback_url, to_iso(due.alert.raised_at));
}

Mail mail_of(const subscriptions::AlertMail& due, const std::string& from, Timestamp now) {
    if (due.alert.kind == subscriptions::AlertKind::access_revoked) {
        return {.from = from,
                .to = due.alerting_email,
                .subject = "Webhook subscription deactivated",
                .text = text_of_end(due),
                .sent_at = now};
    }
    if (due.alert.kind == subscriptions::AlertKind::suspended) {
        return {.from = from,
                .to = due.alerting_email,
                .subject = "Webhook subscription suspended",
                .text = fmt::format(
                    "The subscription {} to {} was suspended on {}: it has accepted no notification for "
                    "a day, and a hundred attempts in a row have failed.\n\nUndelivered notifications are "
                    "kept for 30 days and sent when the subscription is activated again.\n",
                    due.subscription.text(), due.callback_url, to_iso(due.alert.raised_at)),
                .sent_at = now};
    }
    return {
        .from = from,
        .to = due.alerting_email,
        .subject = "Webhook notifications were given up",
        .text = fmt::format(
            "Notifications of the subscription {} to {} were given up after 11 attempts each, the "
            "first of them on {}; {} by now.\n\nThe callback log has the reasons; recovery sends the "
            "notifications again.\n",
            due.subscription.text(), due.callback_url, to_iso(due.alert.raised_at), due.alert.occurrences),
        .sent_at = now};
}

std::optional<Timestamp> next_try(const subscriptions::AlertMail& due, Timestamp now) {
    const auto failed = static_cast<std::size_t>(due.attempts);
    if (failed >= kRetryDelays.size()) return std::nullopt;
    return now + kRetryDelays[failed];
}

}  // namespace

void AlertMailer::run() {
    try {
        const auto due = db_.read(std::nullopt, [](db::Snapshot& snapshot) {
            return subscriptions::store::due_mails(snapshot, kMailsAtOnce);
        });
        for (const subscriptions::AlertMail& each : due)
            if (take(each)) mail(each);
    } catch (const Error& error) {
        log_.write(telemetry::Level::warn, "webhook_alerts_not_mailed", {{"reason", error.detail}});
    }
}

bool AlertMailer::take(const subscriptions::AlertMail& due) {
    return db_.write(std::nullopt, [&](db::Tx& tx) {
        return subscriptions::store::lease_mail(tx, due, clock_.now() + kLeaseDuration);
    });
}

void AlertMailer::mail(const subscriptions::AlertMail& due) {
    const auto failure_reason = send_mail(server_, mail_of(due, from_, clock_.now()));
    if (failure_reason)
        log_.write(telemetry::Level::warn, "webhook_alert_not_mailed",
                   {{"subscription", due.subscription.text()}, {"reason", *failure_reason}});
    db_.write(std::nullopt, [&](db::Tx& tx) {
        if (failure_reason) {
            subscriptions::store::mail_failed(tx, due, next_try(due, clock_.now()));
        } else {
            subscriptions::store::mailed(tx, due);
        }
    });
}

}  // namespace callboard::webhooks
