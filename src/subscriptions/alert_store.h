// Alerts about failing subscriptions: shown with the subscription, and mailed if it has an alerting address.
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

namespace store {

// Creates an alert, and queues its mail if the subscription has an alerting address; or increments the
// counter of one of the same kind that is less than an hour old. Does nothing if the subscription does not
// exist.
void raise(db::Tx& tx, const CompanyId& company, const SubscriptionId& subscription, AlertKind kind);

std::vector<Alert> alerts_of(db::Snapshot& snapshot, const SubscriptionId& subscription);  // the newest ten

// Servers of 0.1.0 mail alerts themselves. Queues mails that they have left for more than ten minutes, up to
// `limit`; returns true if there may be more.
bool queue_left_mails(db::Tx& tx, std::int64_t limit);

// Deletes up to `limit` alerts of all companies that were raised before the given time; returns how many.
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
