#include "webhooks/retention.h"

#include <string>

#include "base/id_source.h"
#include "webhooks/alert_store.h"
#include "webhooks/delivery.h"
#include "webhooks/retention_store.h"

namespace callboard::webhooks {
namespace {

constexpr std::int64_t kAtOnce = 500;
constexpr std::int64_t kSubscriptionsAtOnce = 50;
const std::string kBehindAll = "~";
// An event goes a day after the last that could speak of it.
constexpr std::chrono::hours kEventsKept = kKept + std::chrono::hours{24};

std::string first_to_stay(Timestamp now, std::chrono::hours kept) {
    return first_uuid_of(now - kept);
}

// Each removes a piece; true: there may be more.
bool forget_piece(db::Tx& tx, const store::Remembered& subscription) {
    const std::string before = subscription.is_deleted ? kBehindAll : first_to_stay(tx.now, kKept);
    bool more = false;
    for (const auto status : {CallbackStatus::successful, CallbackStatus::failed})
        more |= store::forget_callbacks(tx, subscription.id, status, before, kAtOnce) == kAtOnce;
    more |= store::forget_deliveries(tx, subscription.id, before, kAtOnce) == kAtOnce;
    if (subscription.is_deleted && !more) store::forget_subscription(tx, subscription.id);
    return more;
}

bool forget_piece_of_each(db::Tx& tx, const std::vector<store::Remembered>& subscriptions) {
    bool more = false;
    for (const store::Remembered& each : subscriptions) more |= forget_piece(tx, each);
    return more;
}

void forget_of_all_subscriptions(db::Db& db) {
    std::optional<SubscriptionId> after;
    while (true) {
        const auto some = db.read(std::nullopt, [&](db::Snapshot& snapshot) {
            return store::subscriptions_after(snapshot, after, kSubscriptionsAtOnce);
        });
        if (some.empty()) return;
        while (db.write(std::nullopt, [&](db::Tx& tx) { return forget_piece_of_each(tx, some); })) {
        }
        after = some.back().id;
    }
}

}  // namespace

void forget_old(db::Db& db) {
    forget_of_all_subscriptions(db);
    for (const CompanyId& company : db.read(std::nullopt, store::companies)) {
        const auto forget = [&](db::Tx& tx) {
            return store::forget_events(tx, company, first_to_stay(tx.now, kEventsKept), kAtOnce);
        };
        while (db.write(std::nullopt, forget) == kAtOnce) {
        }
    }
    const auto forget = [](db::Tx& tx) { return store::forget_alerts(tx, tx.now - kKept, kAtOnce); };
    while (db.write(std::nullopt, forget) == kAtOnce) {
    }
}

}  // namespace callboard::webhooks
