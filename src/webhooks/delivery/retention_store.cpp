#include "webhooks/delivery/retention_store.h"

#include <cstdlib>

namespace callboard::webhooks::store {
namespace {

constexpr db::GlobalSql kSubscriptions{"webhook_subscriptions_after", R"sql(
    SELECT id, deleted_at FROM webhook_subscription WHERE id > $1 ORDER BY id LIMIT $2)sql"};

constexpr db::GlobalSql kForgetSubscription{"webhook_subscription_forget", R"sql(
    DELETE FROM webhook_subscription WHERE id = $1 AND deleted_at IS NOT NULL)sql"};

constexpr db::GlobalSql kCompanies{"companies_after",
                                   "SELECT id FROM company WHERE id > $1 ORDER BY id LIMIT $2"};

// A batch is a range of ids. PostgreSQL would plan `id IN (SELECT … LIMIT $n)` for a tenth of the table.
struct Statements {
    db::GlobalSql last_of_batch;
    db::GlobalSql forget;
};
#define STATEMENTS(name, table, id, owned)                                                              \
    Statements {                                                                                        \
        {name "_last_of_batch", "SELECT max(" id ") FROM (SELECT " id " FROM " table " WHERE " owned    \
                                " AND " id " > $2 AND " id " < $3 ORDER BY " id " LIMIT $4) AS batch"}, \
            {name "_forget", "DELETE FROM " table " WHERE " owned " AND " id " > $2 AND " id " <= $3"}  \
    }
constexpr Statements kSuccessfulCallbacks =
    STATEMENTS("successful_callback", "callback", "id", "subscription_id = $1 AND status = 'successful'");
constexpr Statements kFailedCallbacks =
    STATEMENTS("failed_callback", "callback", "id", "subscription_id = $1 AND status = 'failed'");
constexpr Statements kDeliveries = STATEMENTS("delivery", "delivery", "event_id", "subscription_id = $1");
constexpr Statements kEvents = STATEMENTS("event", "event", "id", "company_id = $1");
#undef STATEMENTS

const Statements& statements_of(Expiring kind) {
    switch (kind) {
        case Expiring::successful_callbacks: return kSuccessfulCallbacks;
        case Expiring::failed_callbacks: return kFailedCallbacks;
        case Expiring::deliveries: return kDeliveries;
        case Expiring::events: return kEvents;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

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

void forget_subscription(db::Tx& tx, const SubscriptionId& subscription) {
    tx.execute(kForgetSubscription, {subscription});
}

std::vector<CompanyId> companies_after(db::Snapshot& snapshot, const std::optional<CompanyId>& after,
                                       std::int64_t limit) {
    return snapshot.all(kCompanies, {after ? after->text() : std::string_view{""}, limit},
                        [](const db::Row& row) { return row.id<CompanyId>(0); });
}

Deleted forget(db::Tx& tx, const ExpiringRows& rows, const IdRange& range, std::int64_t limit) {
    const Statements& statements = statements_of(rows.kind);
    const auto last = tx.first(statements.last_of_batch, {rows.owner, range.after, range.before, limit},
                               [](const db::Row& row) { return row.optional_string(0); })
                          .value_or(std::nullopt);
    if (!last) return {};
    return {.number = tx.execute(statements.forget, {rows.owner, range.after, *last}), .last = *last};
}

}  // namespace callboard::webhooks::store
