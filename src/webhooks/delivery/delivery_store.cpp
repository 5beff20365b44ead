#include "webhooks/delivery/delivery_store.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <ranges>
#include <tuple>
#include <utility>

#include "db/sized_sql.h"

namespace callboard::webhooks::store {
namespace {

// Name, link, trace and payload are one string, because a scalar subquery returns one value; only the payload
// has spaces.
#define CONTENT(company, event)                                                     \
    "(SELECT e.name || ' ' || coalesce(e.link, '') || ' ' || coalesce(e.trace, '')" \
    "   || ' ' || e.payload FROM event e WHERE e.company_id = " company " AND e.id = " event ")"

// One lane of a subscription, oldest first.
#define DUE(lane, most, from)                                                                    \
    "SELECT * FROM (SELECT company_id, event_id, lane, due_at, attempts FROM delivery"           \
    " WHERE subscription_id = $1 AND state = 'PENDING' AND lane = " lane " AND due_at >= " from  \
    " AND due_at <= $2 AND leased_until <= $2"                                                   \
    " AND EXISTS (SELECT 1 FROM webhook_subscription s WHERE s.id = $1 AND s.status = 'active')" \
    " ORDER BY due_at, event_id LIMIT " most " /*skip locked*/) AS lane_" lane

// The limits are literals because PostgreSQL plans LIMIT $n for a tenth of the table. Rows are leased after
// this SELECT: the plan of a joined UPDATE, made while the queue was empty, scanned all of it later.
#define CLAIM(fresh, others) \
    "SELECT d.event_id, d.lane, d.due_at, d.attempts, " CONTENT("d.company_id", "d.event_id")           \
    ", (SELECT s.version FROM webhook_subscription s WHERE s.id = $1)"                                  \
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

// Lookups of a subscription for each row keep PostgreSQL from planning a scan while the queue is small, which
// it would use later, too: a join could be planned as one, and a condition on the state could lead to the
// index of due rows. Rows that others have locked are skipped.
#define OF_SUBSCRIPTION(column) \
    "(SELECT s." column " FROM webhook_subscription s WHERE s.id = delivery.subscription_id)"
std::string claim_event_text(std::size_t length) {
    return "UPDATE delivery SET leased_until = $4, lease_token = $5"
           " WHERE event_id = $2 AND subscription_id IN (" +
           db::parameter_list(6, length) +
           ") AND lane = 0 AND state <> 'GIVEN_UP' AND due_at <= $3 AND leased_until <= $3"
           " AND " OF_SUBSCRIPTION("status") " = 'active'"
           " AND subscription_id = (SELECT d.subscription_id FROM delivery d"
           "  WHERE d.subscription_id = delivery.subscription_id AND d.event_id = $2 /*skip locked*/)"
           " RETURNING subscription_id, due_at, attempts, " OF_SUBSCRIPTION("version") ","
           // The same for all rows, so one is enough.
           " CASE WHEN subscription_id = $6 THEN " CONTENT("$1", "$2") " END";
}
std::string delivered_text(std::size_t length) {
    return "DELETE FROM delivery WHERE event_id = $1 AND lease_token = $2 AND subscription_id IN (" +
           db::parameter_list(3, length) + ") AND " OF_SUBSCRIPTION("id") " IS NOT NULL";
}
#undef OF_SUBSCRIPTION
constexpr db::GlobalSql kContent{"delivery_content", "SELECT " CONTENT("$1", "$2")};
#undef CONTENT

// The range bounds what is read if it is planned without the list, while the queue is small.
std::string lease_text(std::size_t length) {
    return "UPDATE delivery SET leased_until = $2, lease_token = $3"
           " WHERE subscription_id = $1 AND event_id >= $4 AND event_id <= $5 AND event_id IN (" +
           db::parameter_list(6, length) + ")";
}
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

// Of an event that was deleted, there is none.
void take_content(Claimed& claimed, std::string_view content) {
    for (std::string* part : {&claimed.event_name, &claimed.link, &claimed.trace}) {
        const auto end = std::min(content.find(' '), content.size());
        *part = content.substr(0, end);
        content.remove_prefix(std::min(end + 1, content.size()));
    }
    claimed.payload = content;
}

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
    if (!row.is_null(4)) take_content(claimed, row.text(4));
    return claimed;
}

ClaimedEvent claimed_event_from(const db::Row& row, const EventId& event, std::string_view token) {
    return {.subscription = row.id<SubscriptionId>(0),
            .version = row.integer(3),
            .delivery = {.event = event,
                         .lane = Lane::fresh,
                         .due_at = row.time(1),
                         .attempts = row.integer(2),
                         .event_name = {},
                         .payload = {},
                         .link = {},
                         .trace = {},
                         .token = std::string{token}}};
}

// At most as many as the longest statement has room for.
void claim_event_piece(db::Tx& tx, const CompanyId& company, const EventId& event,
                       std::span<const SubscriptionId> subscriptions, const work::Lease& lease,
                       std::vector<ClaimedEvent>& claimed) {
    static const db::SizedSql kClaimEvent{"delivery_claim_event", claim_event_text};
    const std::size_t length = db::SizedSql::length_with_room_for(subscriptions.size());
    std::vector<db::Value> args{company, event, tx.now, lease.until(tx.now), lease.node};
    for (std::size_t i = 0; i < length; ++i)
        args.emplace_back(subscriptions[std::min(i, subscriptions.size() - 1)]);
    std::optional<std::string> content;
    auto of_piece = tx.all(kClaimEvent.of(length), args, [&](const db::Row& row) {
        if (!row.is_null(4)) content = row.string(4);
        return claimed_event_from(row, event, lease.node);
    });
    if (of_piece.empty()) return;
    // The first one may be leased by another server.
    if (!content)
        content = tx.first(kContent, {company, event}, [](const db::Row& row) {
                        return row.optional_string(0);
                    }).value_or(std::nullopt);
    for (ClaimedEvent& each : of_piece) {
        if (content) take_content(each.delivery, *content);
        claimed.push_back(std::move(each));
    }
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

void lease_one(db::Tx& tx, const SubscriptionId& subscription, const Claimed& claimed, Timestamp until) {
    tx.enqueue(kLease, {subscription, claimed.event, until, claimed.token});
}

// New events of a subscription have about the order of their ids, so they are close to each other in the key.
void lease_fresh(db::Tx& tx, const SubscriptionId& subscription, std::span<const Claimed> claimed,
                 Timestamp until) {
    static const db::SizedSql kLeaseFresh{"delivery_lease_fresh", lease_text};
    if (claimed.size() == 1) return lease_one(tx, subscription, claimed.front(), until);
    const auto [first, last] = std::ranges::minmax(claimed | std::views::transform(&Claimed::event));
    const std::size_t length = db::SizedSql::length_with_room_for(claimed.size());
    std::vector<db::Value> args{subscription, until, claimed.front().token, first, last};
    for (std::size_t i = 0; i < length; ++i)
        args.emplace_back(claimed[std::min(i, claimed.size() - 1)].event);
    tx.enqueue(kLeaseFresh.of(length), args);
}

// In the order of the lanes.
void lease_all(db::Tx& tx, const SubscriptionId& subscription, std::span<const Claimed> claimed,
               Timestamp until) {
    const auto others =
        std::ranges::find_if(claimed, [](const Claimed& each) { return each.lane != Lane::fresh; });
    std::span<const Claimed> fresh{claimed.begin(), others};
    while (!fresh.empty()) {
        const auto piece = fresh.first(std::min(fresh.size(), db::SizedSql::kLongest));
        lease_fresh(tx, subscription, piece, until);
        fresh = fresh.subspan(piece.size());
    }
    for (const Claimed& each : std::span<const Claimed>{others, claimed.end()})
        lease_one(tx, subscription, each, until);
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
    for (Claimed& each : made.deliveries) each.token = each.lane == Lane::replay ? lease.token : lease.node;
    made.remaining = remaining_after(made.deliveries, size);
    std::ranges::sort(made.deliveries, {},
                      [](const Claimed& each) { return std::tuple{each.lane, each.due_at, each.event}; });
    lease_all(tx, subscription, made.deliveries, lease.until(tx.now));
    return made;
}

std::vector<ClaimedEvent> claim_event(db::Tx& tx, const CompanyId& company, const EventId& event,
                                      std::span<const SubscriptionId> subscriptions,
                                      const work::Lease& lease) {
    std::vector<ClaimedEvent> claimed;
    while (!subscriptions.empty()) {
        const auto piece = subscriptions.first(std::min(subscriptions.size(), db::SizedSql::kLongest));
        claim_event_piece(tx, company, event, piece, lease, claimed);
        subscriptions = subscriptions.subspan(piece.size());
    }
    return claimed;
}

void delivered(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token) {
    tx.enqueue(kDelivered, {subscription, event, token});
}

void delivered(db::Tx& tx, std::span<const SubscriptionId> subscriptions, const EventId& event,
               std::string_view token) {
    static const db::SizedSql kDeliveredToAll{"delivery_delivered_to_all", delivered_text};
    if (subscriptions.size() == 1) return delivered(tx, subscriptions.front(), event, token);
    while (!subscriptions.empty()) {
        const auto piece = subscriptions.first(std::min(subscriptions.size(), db::SizedSql::kLongest));
        const std::size_t length = db::SizedSql::length_with_room_for(piece.size());
        std::vector<db::Value> args{event, token};
        for (std::size_t i = 0; i < length; ++i) args.emplace_back(piece[std::min(i, piece.size() - 1)]);
        tx.enqueue(kDeliveredToAll.of(length), args);
        subscriptions = subscriptions.subspan(piece.size());
    }
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
