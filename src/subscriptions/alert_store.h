// What the people behind a subscription are told when something does not arrive: shown with the subscription,
// and mailed when it names an address.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "db/db.h"

namespace callboard::subscriptions {

enum class AlertKind { given_up, suspended, access_revoked };

struct Alert {
    AlertId id;
    AlertKind kind{};
    std::int64_t occurrences = 0;
    Timestamp raised_at;
    std::optional<Timestamp> mailed_at;
};

// An alert that is to be mailed, with everything the mail says.
struct AlertMail {
    CompanyId company;
    SubscriptionId subscription;
    std::string callback_url;
    std::string alerting_email;
    Alert alert;
    std::int64_t attempts = 0;  // that failed
    Timestamp due_at;
};

namespace store {

// One of a kind within an hour: what follows it is counted. Of a subscription that is gone nothing is raised.
void raise(db::Tx& tx, const CompanyId& company, const SubscriptionId& subscription, AlertKind kind);

std::vector<Alert> alerts_of(db::Snapshot& snapshot, const SubscriptionId& subscription);  // the newest ten

// Of all companies, longest due first.
std::vector<AlertMail> due_mails(db::Snapshot& snapshot, std::int64_t limit);

// Whoever is told true sends it; should that server fall, others find it due again at `until`.
bool take_mail(db::Tx& tx, const AlertMail& mail, Timestamp until);
void mailed(db::Tx& tx, const AlertMail& mail);
void mail_failed(db::Tx& tx, const AlertMail& mail, std::optional<Timestamp> next_try);  // nothing: no more

// Of all companies, those that were raised before; at most so many. How many.
std::int64_t forget_alerts(db::Tx& tx, Timestamp before, std::int64_t limit);

}  // namespace store
}  // namespace callboard::subscriptions

template <>
struct callboard::Names<callboard::subscriptions::AlertKind> {
    using enum callboard::subscriptions::AlertKind;
    static constexpr std::string_view kName = "AlertKind";
    static constexpr std::array kList{std::pair{given_up, std::string_view{"GIVEN_UP"}},
                                      std::pair{suspended, std::string_view{"SUSPENDED"}},
                                      std::pair{access_revoked, std::string_view{"ACCESS_REVOKED"}}};
};
