#include "webhooks/delivery/delivery_store.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <tuple>

namespace callboard::webhooks::store {
namespace {

// One lane of a subscription, oldest first.
#define DUE(lane, most, from)                                                                    \
    "SELECT * FROM (SELECT company_id, event_id, lane, due_at, attempts FROM delivery"           \
    " WHERE subscription_id = $1 AND state = 'PENDING' AND lane = " lane " AND due_at >= " from  \
    " AND due_at <= $2 AND leased_until <= $2"                                                   \
    " AND EXISTS (SELECT 1 FROM webhook_subscription s WHERE s.id = $1 AND s.status = 'active')" \
    " ORDER BY due_at, event_id LIMIT " most " /*skip locked*/) AS lane_" lane

// Name, link, trace and payload are one string, because a scalar subquery returns one value; only the payload
// has spaces. The limits are literals because PostgreSQL plans LIMIT $n for a tenth of the table. Rows are
// leased one by one after this SELECT: the plan of a joined UPDATE, made while the queue was empty, scanned
// all of it later.
#define CLAIM(fresh, others)                                                                            \
    "SELECT d.event_id, d.lane, d.due_at, d.attempts,"                                                  \
    " (SELECT e.name || ' ' || coalesce(e.link, '') || ' ' || coalesce(e.trace, '')"                    \
    "   || ' ' || e.payload FROM event e"                                                               \
    "  WHERE e.company_id = d.company_id AND e.id = d.event_id),"                                       \
    " (SELECT s.version FROM webhook_subscription s WHERE s.id = $1)"                                   \
    " FROM (" DUE("0", fresh, "$3") " UNION ALL " DUE("1", others, "$4") " UNION ALL " DUE("2", others, \
                                                                                           "$5") ") AS d"

struct ClaimSize {
    std::size_t fresh = 0;
    std::size_t others = 0;
    db::GlobalSql sql;
};
constexpr std::array kClaims{
    ClaimSize{1, 1, {"delivery_claim_1", CLAIM("1", "1")}},
    ClaimSize{8, 2, {"delivery_claim_8", CLAIM("8", "2")}},
    ClaimSize{32, 8, {"delivery_claim_32", CLAIM("32", "8")}},
    ClaimSize{64, 16, {"delivery_claim_64", CLAIM("64", "16")}},
    ClaimSize{128, 32, {"delivery_claim_128", CLAIM("128", "32")}},
};
#undef CLAIM
#undef DUE

constexpr db::GlobalSql kLease{"delivery_lease", R"sql(
    UPDATE delivery SET leased_until = $3, lease_token = $4 WHERE subscription_id = $1 AND event_id = $2)sql"};

constexpr db::GlobalSql kDelivered{"delivery_delivered", R"sql(
    DELETE FROM delivery WHERE subscription_id = $1 AND event_id = $2 AND lease_token = $3)sql"};

// If it was queued again during the attempt (another number of attempts), the outcome does not count.
constexpr db::GlobalSql kDueAgain{"delivery_due_again", R"sql(
    UPDATE delivery SET lane = CASE WHEN attempts = $6 THEN 1 ELSE lane END,
                        due_at = CASE WHEN attempts = $6 THEN $4 ELSE due_at END,
                        attempts = CASE WHEN attempts = $6 THEN attempts + 1 ELSE attempts END,
                        attempted_at = $5, leased_until = 0, lease_token = ''
    WHERE subscription_id = $1 AND event_id = $2 AND lease_token = $3)sql"};

constexpr db::GlobalSql kGivenUp{"delivery_given_up", R"sql(
    UPDATE delivery SET state = CASE WHEN attempts = $5 THEN 'GIVEN_UP' ELSE state END,
                        attempts = CASE WHEN attempts = $5 THEN attempts + 1 ELSE attempts END,
                        attempted_at = $4, leased_until = 0, lease_token = ''
    WHERE subscription_id = $1 AND event_id = $2 AND lease_token = $3)sql"};

constexpr db::GlobalSql kRelease{"delivery_release", R"sql(
    UPDATE delivery SET leased_until = 0, lease_token = ''
    WHERE subscription_id = $1 AND event_id = $2 AND lease_token = $3)sql"};

constexpr db::GlobalSql kReleaseAll{"delivery_release_all", R"sql(
    UPDATE delivery SET leased_until = 0, lease_token = ''
    WHERE lease_token = $1 OR (lease_token <> '' AND substr(lease_token, 1, length($2)) = $2))sql"};

// A loose index scan: it skips from one subscription to the next, so a million rows of one cost no more than
// one row. Leased rows are few: those that servers hold in memory.
#define CLAIMABLE(lane)                                                                            \
    "(SELECT min(d.due_at) FROM delivery d WHERE d.subscription_id = s.id AND d.state = 'PENDING'" \
    "  AND d.lane = " lane " AND d.leased_until <= $1)"
constexpr db::GlobalSql kWaiting{
    "delivery_waiting",
    "WITH RECURSIVE each (id) AS ("
    " SELECT (SELECT d.subscription_id FROM delivery d WHERE d.state = 'PENDING'"
    "         ORDER BY d.subscription_id, d.lane, d.due_at LIMIT 1)"
    " UNION ALL"
    " SELECT (SELECT d.subscription_id FROM delivery d WHERE d.state = 'PENDING' AND d.subscription_id > each.id"
    "         ORDER BY d.subscription_id, d.lane, d.due_at LIMIT 1)"
    " FROM each WHERE each.id IS NOT NULL)"
    " SELECT s.id, s.company_id, " CLAIMABLE("0") ", " CLAIMABLE("1") ", " CLAIMABLE("2") ", s.version"
    " FROM each JOIN webhook_subscription s ON s.id = each.id WHERE s.status = 'active'"};
#undef CLAIMABLE

constexpr db::GlobalSql kSubscribers{"event_subscribers", R"sql(
    SELECT subscription_id FROM event_subscriber WHERE company_id = $1 AND event_name = $2)sql"};

constexpr db::GlobalSql kSucceeded{"webhook_health_succeeded", R"sql(
    UPDATE webhook_health SET failures_in_row = $3, succeeded_at = $4
    WHERE company_id = $1 AND subscription_id = $2)sql"};

constexpr db::GlobalSql kFailed{"webhook_health_failed", R"sql(
    UPDATE webhook_health SET failures_in_row = failures_in_row + $3
    WHERE company_id = $1 AND subscription_id = $2
    RETURNING failures_in_row, succeeded_at,
              (SELECT s.activated_at FROM webhook_subscription s WHERE s.id = webhook_health.subscription_id))sql"};

Claimed claimed_from(const db::Row& row) {
    Claimed claimed{.event = row.id<EventId>(0),
                    .lane = static_cast<Lane>(row.integer(1)),
                    .due_at = {row.integer(2)},
                    .attempts = row.integer(3),
                    .event_name = {},
                    .payload = {},
                    .link = {},
                    .trace = {},
                    .token = {}};
    if (row.is_null(4)) return claimed;  // the event was deleted
    std::string_view content = row.text(4);
    for (std::string* part : {&claimed.event_name, &claimed.link, &claimed.trace}) {
        const auto end = std::min(content.find(' '), content.size());
        *part = content.substr(0, end);
        content.remove_prefix(std::min(end + 1, content.size()));
    }
    claimed.payload = content;
    return claimed;
}

const ClaimSize& size_for(std::size_t wanted) {
    const ClaimSize* chosen = &kClaims.front();
    for (const ClaimSize& each : kClaims)
        if (each.fresh <= wanted) chosen = &each;
    return *chosen;
}

// A lane that returned fewer rows than its limit has no more.
EarliestDue remaining_after(const std::vector<Claimed>& claimed, const ClaimSize& size) {
    EarliestDue remaining;
    for (const Lane lane : {Lane::fresh, Lane::retry, Lane::replay}) {
        auto of_lane = claimed | std::views::filter([&](const Claimed& each) { return each.lane == lane; });
        const auto number = static_cast<std::size_t>(std::ranges::distance(of_lane));
        if (number >= (lane == Lane::fresh ? size.fresh : size.others))
            remaining.lower(lane, std::ranges::max(of_lane, {}, &Claimed::due_at).due_at);
    }
    return remaining;
}

EarliestDue claimable_from(const db::Row& row, int first_column) {
    EarliestDue claimable;
    for (const Lane lane : {Lane::fresh, Lane::retry, Lane::replay}) {
        const int column = first_column + static_cast<int>(lane);
        if (!row.is_null(column)) claimable.lower(lane, {row.integer(column)});
    }
    return claimable;
}

}  // namespace

Claim claim(db::Tx& tx, const SubscriptionId& subscription, std::size_t wanted, const work::Lease& lease,
            const EarliestDue& from) {
    const ClaimSize& size = size_for(wanted);
    Claim made;
    made.deliveries = tx.all(
        size.sql, {subscription, tx.now, from.of(Lane::fresh), from.of(Lane::retry), from.of(Lane::replay)},
        [&](const db::Row& row) {
            made.version = row.integer(5);
            return claimed_from(row);
        });
    for (Claimed& each : made.deliveries) {
        each.token = each.lane == Lane::replay ? lease.token : lease.node;
        tx.enqueue(kLease, {subscription, each.event, lease.until(tx.now), each.token});
    }
    made.remaining = remaining_after(made.deliveries, size);
    std::ranges::sort(made.deliveries, {},
                      [](const Claimed& each) { return std::tuple{each.lane, each.due_at, each.event}; });
    return made;
}

void delivered(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token) {
    tx.enqueue(kDelivered, {subscription, event, token});
}

void due_again(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token,
               std::int64_t attempts_before, Timestamp when) {
    tx.enqueue(kDueAgain, {subscription, event, token, when, tx.now, attempts_before});
}

bool given_up(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token,
              std::int64_t attempts_before) {
    return tx.execute(kGivenUp, {subscription, event, token, tx.now, attempts_before}) == 1;
}

void release(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token) {
    tx.enqueue(kRelease, {subscription, event, token});
}

std::int64_t release_all(db::Tx& tx, std::string_view node) {
    const std::string of_replays = std::string{node} + "/";
    return tx.execute(kReleaseAll, {node, of_replays});
}

std::vector<Waiting> waiting(db::Snapshot& snapshot) {
    return snapshot.all(kWaiting, {snapshot.now}, [](const db::Row& row) {
        return Waiting{row.id<SubscriptionId>(0), row.id<CompanyId>(1), claimable_from(row, 2),
                       row.integer(5)};
    });
}

std::vector<SubscriptionId> subscribers(db::Snapshot& snapshot, const CompanyId& company,
                                        std::string_view event_name) {
    return snapshot.all(kSubscribers, {company, event_name},
                        [](const db::Row& row) { return row.id<SubscriptionId>(0); });
}

std::optional<Health> record_health(db::Tx& tx, const CompanyId& company, const SubscriptionId& subscription,
                                    const HealthUpdate& update) {
    if (update.succeeded) {
        tx.enqueue(kSucceeded, {company, subscription, update.failures, tx.now});
        return std::nullopt;
    }
    return tx.first(kFailed, {company, subscription, update.failures}, [](const db::Row& row) {
        const auto time = [&](int column) {
            return Timestamp{row.is_null(column) ? 0 : row.integer(column)};
        };
        return Health{row.integer(0), std::max(time(1), time(2))};
    });
}

}  // namespace callboard::webhooks::store
