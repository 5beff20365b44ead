#include "webhooks/delivery/retention_store.h"

namespace callboard::webhooks::store {
namespace {

constexpr db::GlobalSql kSubscriptions{"webhook_subscriptions_after", R"sql(
    SELECT id, deleted_at FROM webhook_subscription WHERE id > $1 ORDER BY id LIMIT $2)sql"};

constexpr db::GlobalSql kForgetCallbacks{"callback_forget", R"sql(
    DELETE FROM callback WHERE subscription_id = $1 AND status = $2 AND id IN (
        SELECT id FROM callback WHERE subscription_id = $1 AND status = $2 AND id < $3 ORDER BY id LIMIT $4))sql"};

constexpr db::GlobalSql kForgetDeliveries{"delivery_forget", R"sql(
    DELETE FROM delivery WHERE subscription_id = $1 AND event_id IN (
        SELECT event_id FROM delivery WHERE subscription_id = $1 AND event_id < $2 ORDER BY event_id LIMIT $3))sql"};

constexpr db::GlobalSql kForgetSubscription{"webhook_subscription_forget", R"sql(
    DELETE FROM webhook_subscription WHERE id = $1 AND deleted_at IS NOT NULL)sql"};

constexpr db::GlobalSql kCompanies{"company_ids", "SELECT id FROM company ORDER BY id"};

constexpr db::GlobalSql kForgetEvents{"event_forget", R"sql(
    DELETE FROM event WHERE company_id = $1 AND id IN (
        SELECT id FROM event WHERE company_id = $1 AND id < $2 ORDER BY id LIMIT $3))sql"};

}  // namespace

std::vector<RetainedSubscription> subscriptions_after(db::Snapshot& snapshot,
                                                      const std::optional<SubscriptionId>& after,
                                                      std::int64_t limit) {
    // By then, attempts that were in flight at the deletion have been written.
    const Timestamp long_ago = snapshot.now - std::chrono::hours{1};
    return snapshot.all(kSubscriptions, {after ? after->text() : std::string_view{""}, limit},
                        [&](const db::Row& row) {
                            const bool is_deleted = !row.is_null(1) && Timestamp{row.integer(1)} <= long_ago;
                            return RetainedSubscription{row.id<SubscriptionId>(0), is_deleted};
                        });
}

std::int64_t forget_callbacks(db::Tx& tx, const SubscriptionId& subscription, CallbackStatus status,
                              const std::string& before, std::int64_t limit) {
    return tx.execute(kForgetCallbacks, {subscription, status, before, limit});
}

std::int64_t forget_deliveries(db::Tx& tx, const SubscriptionId& subscription, const std::string& before,
                               std::int64_t limit) {
    return tx.execute(kForgetDeliveries, {subscription, before, limit});
}

void forget_subscription(db::Tx& tx, const SubscriptionId& subscription) {
    tx.execute(kForgetSubscription, {subscription});
}

std::vector<CompanyId> companies(db::Snapshot& snapshot) {
    return snapshot.all(kCompanies, {}, [](const db::Row& row) { return row.id<CompanyId>(0); });
}

std::int64_t forget_events(db::Tx& tx, const CompanyId& company, const std::string& before,
                           std::int64_t limit) {
    return tx.execute(kForgetEvents, {company, before, limit});
}

}  // namespace callboard::webhooks::store
