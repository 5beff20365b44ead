#include "webhooks/delivery/retention.h"

#include <string>

#include "base/id_source.h"
#include "subscriptions/alert_store.h"
#include "webhooks/delivery/delivery.h"
#include "webhooks/delivery/retention_store.h"

namespace callboard::webhooks {
namespace {

constexpr std::int64_t kBatchSize = 500;  // rows in one transaction
constexpr std::int64_t kSubscriptionsAtOnce = 50;
const std::string kAfterAllIds = "g";  // ids are hexadecimal

// Deliveries are kept for kRetention after the event, and their callbacks for kRetention after that.
constexpr std::chrono::hours kEventRetention = 2 * kRetention + std::chrono::hours{24};

std::string oldest_kept(Timestamp now, std::chrono::hours kept) {
    return first_uuid_of(now - kept);
}

// `remaining` is the number of rows that this transaction may still delete.
void delete_expired_of(db::Tx& tx, const store::RetainedSubscription& subscription, std::int64_t& remaining) {
    const std::string before = subscription.is_deleted ? kAfterAllIds : oldest_kept(tx.now, kRetention);
    for (const auto status : {CallbackStatus::successful, CallbackStatus::failed})
        remaining -= store::forget_callbacks(tx, subscription.id, status, before, remaining);
    remaining -= store::forget_deliveries(tx, subscription.id, before, remaining);
    if (subscription.is_deleted && remaining > 0) store::forget_subscription(tx, subscription.id);
}

// Returns true if there may be more.
bool forget_piece(db::Tx& tx, const std::vector<store::RetainedSubscription>& subscriptions) {
    std::int64_t remaining = kBatchSize;
    for (const store::RetainedSubscription& each : subscriptions) {
        delete_expired_of(tx, each, remaining);
        if (remaining == 0) return true;
    }
    return false;
}

void forget_of_all_subscriptions(db::Db& db, const std::stop_token& stop) {
    std::optional<SubscriptionId> after;
    while (!stop.stop_requested()) {
        const auto some = db.read(std::nullopt, [&](db::Snapshot& snapshot) {
            return store::subscriptions_after(snapshot, after, kSubscriptionsAtOnce);
        });
        if (some.empty()) return;
        while (!stop.stop_requested() &&
               db.write(std::nullopt, [&](db::Tx& tx) { return forget_piece(tx, some); })) {
        }
        after = some.back().id;
    }
}

}  // namespace

void forget_old(db::Db& db, const std::stop_token& stop) {
    forget_of_all_subscriptions(db, stop);
    for (const CompanyId& company : db.read(std::nullopt, store::companies)) {
        const auto forget = [&](db::Tx& tx) {
            return store::forget_events(tx, company, oldest_kept(tx.now, kEventRetention), kBatchSize);
        };
        while (!stop.stop_requested() && db.write(std::nullopt, forget) == kBatchSize) {
        }
    }
    const auto forget = [](db::Tx& tx) {
        return subscriptions::store::forget_alerts(tx, tx.now - kRetention, kBatchSize);
    };
    while (!stop.stop_requested() && db.write(std::nullopt, forget) == kBatchSize) {
    }
}

}  // namespace callboard::webhooks
