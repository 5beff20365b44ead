#include "usage/usage_store.h"

#include <map>
#include <tuple>
#include <utility>

namespace callboard::usage::store {
namespace {

constexpr db::GlobalSql kAdd{"usage_add", R"sql(
    INSERT INTO usage_interval (
                                company_id, seconds, starts_at, client, operation, calls, refused, failed, took_0,
                                took_1, took_2, took_3, took_4, took_5, took_6, took_7, took_8, took_9, took_10,
                                took_11, took_12, took_13, took_14, took_15)
    VALUES (
            $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
            $23, $24)
    ON CONFLICT (company_id, seconds, starts_at, client, operation) DO UPDATE SET
        calls = usage_interval.calls + excluded.calls, refused = usage_interval.refused + excluded.refused,
        failed = usage_interval.failed + excluded.failed, took_0 = usage_interval.took_0 + excluded.took_0,
        took_1 = usage_interval.took_1 + excluded.took_1, took_2 = usage_interval.took_2 + excluded.took_2,
        took_3 = usage_interval.took_3 + excluded.took_3, took_4 = usage_interval.took_4 + excluded.took_4,
        took_5 = usage_interval.took_5 + excluded.took_5, took_6 = usage_interval.took_6 + excluded.took_6,
        took_7 = usage_interval.took_7 + excluded.took_7, took_8 = usage_interval.took_8 + excluded.took_8,
        took_9 = usage_interval.took_9 + excluded.took_9, took_10 = usage_interval.took_10 + excluded.took_10,
        took_11 = usage_interval.took_11 + excluded.took_11, took_12 = usage_interval.took_12 + excluded.took_12,
        took_13 = usage_interval.took_13 + excluded.took_13, took_14 = usage_interval.took_14 + excluded.took_14,
        took_15 = usage_interval.took_15 + excluded.took_15)sql"};

// Hours and the minutes that are not yet part of an hour: together each call once.
constexpr db::Sql kTotals{"usage_totals", R"sql(
    SELECT g.operation, g.client, coalesce(a.name, k.name, p.name, s.name),
           CASE WHEN k.id IS NULL THEN 0 ELSE 1 END,
           g.calls, g.refused, g.failed, g.took_0, g.took_1, g.took_2, g.took_3, g.took_4, g.took_5, g.took_6,
           g.took_7, g.took_8, g.took_9, g.took_10, g.took_11, g.took_12, g.took_13, g.took_14, g.took_15
    FROM (SELECT operation, client,
               CAST(sum(calls) AS BIGINT) AS calls, CAST(sum(refused) AS BIGINT) AS refused,
               CAST(sum(failed) AS BIGINT) AS failed, CAST(sum(took_0) AS BIGINT) AS took_0,
               CAST(sum(took_1) AS BIGINT) AS took_1, CAST(sum(took_2) AS BIGINT) AS took_2,
               CAST(sum(took_3) AS BIGINT) AS took_3, CAST(sum(took_4) AS BIGINT) AS took_4,
               CAST(sum(took_5) AS BIGINT) AS took_5, CAST(sum(took_6) AS BIGINT) AS took_6,
               CAST(sum(took_7) AS BIGINT) AS took_7, CAST(sum(took_8) AS BIGINT) AS took_8,
               CAST(sum(took_9) AS BIGINT) AS took_9, CAST(sum(took_10) AS BIGINT) AS took_10,
               CAST(sum(took_11) AS BIGINT) AS took_11, CAST(sum(took_12) AS BIGINT) AS took_12,
               CAST(sum(took_13) AS BIGINT) AS took_13, CAST(sum(took_14) AS BIGINT) AS took_14,
               CAST(sum(took_15) AS BIGINT) AS took_15
          FROM usage_interval
          WHERE company_id = $1 AND seconds IN (60, 3600) AND starts_at >= $2 AND starts_at < $3
          GROUP BY operation, client) g
    LEFT JOIN application a ON a.id = g.client
    LEFT JOIN credential k ON k.company_id = $1 AND k.id = g.client
    LEFT JOIN client_credential p ON p.company_id = $1 AND p.id = g.client
    LEFT JOIN scim_token s ON s.company_id = $1 AND s.id = g.client)sql"};

// Of all clients if $5 is empty, of all operations if $6 is. The range of the index is the same.
constexpr db::Sql kSeries{"usage_series", R"sql(
    SELECT (starts_at - $2) / $4 AS slot,
           CAST(sum(calls) AS BIGINT), CAST(sum(refused) AS BIGINT), CAST(sum(failed) AS BIGINT),
           CAST(sum(took_0) AS BIGINT), CAST(sum(took_1) AS BIGINT), CAST(sum(took_2) AS BIGINT),
           CAST(sum(took_3) AS BIGINT), CAST(sum(took_4) AS BIGINT), CAST(sum(took_5) AS BIGINT),
           CAST(sum(took_6) AS BIGINT), CAST(sum(took_7) AS BIGINT), CAST(sum(took_8) AS BIGINT),
           CAST(sum(took_9) AS BIGINT), CAST(sum(took_10) AS BIGINT), CAST(sum(took_11) AS BIGINT),
           CAST(sum(took_12) AS BIGINT), CAST(sum(took_13) AS BIGINT), CAST(sum(took_14) AS BIGINT),
           CAST(sum(took_15) AS BIGINT)
    FROM usage_interval
    WHERE company_id = $1 AND seconds IN (60, 3600) AND starts_at >= $2 AND starts_at < $3
      AND ($5 = '' OR client = $5) AND ($6 = '' OR operation = $6)
    GROUP BY slot)sql"};

// The oldest of each company is one index lookup.
constexpr db::GlobalSql kFindOld{"usage_find_old", R"sql(
    SELECT company.id FROM company
    WHERE company.id >= $1 AND company.id <= $2
      AND ((SELECT min(u.starts_at) FROM usage_interval u WHERE u.company_id = company.id AND u.seconds = 60) < $3
        OR (SELECT min(u.starts_at) FROM usage_interval u WHERE u.company_id = company.id AND u.seconds = 3600) < $4)
    ORDER BY company.id)sql"};

// Deleted rows are returned: if two servers do it at once, each row is added to its hour by the one that
// deleted it.
constexpr std::int64_t kBatchSize = 1'000;
constexpr db::Sql kTakeMinutes{"usage_take_minutes", R"sql(
    DELETE FROM usage_interval
    WHERE company_id = $1 AND seconds = 60
      AND (starts_at, client, operation) IN
              (SELECT starts_at, client, operation FROM usage_interval
               WHERE company_id = $1 AND seconds = 60 AND starts_at < $2
               ORDER BY starts_at, client, operation LIMIT $3)
    RETURNING starts_at, client, operation,
              calls, refused, failed, took_0, took_1, took_2, took_3, took_4, took_5, took_6, took_7, took_8,
              took_9, took_10, took_11, took_12, took_13, took_14, took_15)sql"};

constexpr db::Sql kDeleteHours{"usage_delete_hours", R"sql(
    DELETE FROM usage_interval
    WHERE company_id = $1 AND seconds = 3600
      AND (starts_at, client, operation) IN
              (SELECT starts_at, client, operation FROM usage_interval
               WHERE company_id = $1 AND seconds = 3600 AND starts_at < $2
               ORDER BY starts_at, client, operation LIMIT $3))sql"};

Counts counts_from(const db::Row& row, int first) {
    Counts counts{
        .calls = row.integer(first), .refused = row.integer(first + 1), .failed = row.integer(first + 2)};
    for (int i = 0; std::cmp_less(i, counts.latency.counts.size()); ++i)
        counts.latency.counts[static_cast<std::size_t>(i)] = row.integer(first + 3 + i);
    return counts;
}

void add_to(db::Tx& tx, const CompanyId& company, std::chrono::seconds interval, Timestamp starts_at,
            std::string_view client, std::string_view operation, const Counts& counts) {
    const auto& took = counts.latency.counts;
    static_assert(telemetry::LatencyCounts::kBuckets == 16);
    tx.enqueue(kAdd, {company,        interval.count(), starts_at, client,   operation, counts.calls,
                      counts.refused, counts.failed,    took[0],   took[1],  took[2],   took[3],
                      took[4],        took[5],          took[6],   took[7],  took[8],   took[9],
                      took[10],       took[11],         took[12],  took[13], took[14],  took[15]});
}

// Whole hours are rolled up, so that all minutes of an hour are in the same form.
Timestamp oldest_minute(Timestamp now) {
    return start_of(now - kMinuteRetention, kHour);
}

Timestamp oldest_hour(Timestamp now) {
    return start_of(now - kHourRetention, kHour);
}

}  // namespace

void add(db::Tx& tx, std::span<const ClientUsage> rows) {
    const Timestamp minute = start_of(tx.now, kMinute);
    for (const ClientUsage& row : rows)
        add_to(tx, row.company, kMinute, minute, row.client, row.operation, row.counts);
}

std::vector<Total> totals(db::Snapshot& snapshot, const Range& range) {
    return snapshot.all(kTotals, {range.from, range.to}, [](const db::Row& row) {
        return Total{.operation = row.string(0),
                     .client = row.string(1),
                     .name = row.optional_string(2),
                     .is_api_key = row.integer(3) == 1,
                     .counts = counts_from(row, 4)};
    });
}

std::vector<SlotCounts> series(db::Snapshot& snapshot, const Range& range, std::chrono::milliseconds step,
                               const CallFilter& filter) {
    return snapshot.all(
        kSeries,
        {range.from, range.to, step.count(), filter.client.value_or(""), filter.operation.value_or("")},
        [](const db::Row& row) { return SlotCounts{.slot = row.integer(0), .counts = counts_from(row, 1)}; });
}

std::vector<CompanyId> companies_with_old(db::Snapshot& snapshot, const CompanyId& first,
                                          const CompanyId& last) {
    return snapshot.all(kFindOld, {first, last, oldest_minute(snapshot.now), oldest_hour(snapshot.now)},
                        [](const db::Row& row) { return row.id<CompanyId>(0); });
}

bool roll_up(db::Tx& tx) {
    using Key = std::tuple<Timestamp, std::string, std::string>;
    std::map<Key, Counts> hours;
    const auto taken = tx.all(kTakeMinutes, {oldest_minute(tx.now), kBatchSize}, [&](const db::Row& row) {
        hours[{start_of(row.time(0), kHour), row.string(1), row.string(2)}].add(counts_from(row, 3));
        return true;
    });
    for (const auto& [key, counts] : hours) {
        const auto& [hour, client, operation] = key;
        add_to(tx, tx.company(), kHour, hour, client, operation, counts);
    }
    return std::cmp_equal(taken.size(), kBatchSize);
}

bool delete_old(db::Tx& tx) {
    return tx.execute(kDeleteHours, {oldest_hour(tx.now), kBatchSize}) == kBatchSize;
}

}  // namespace callboard::usage::store
