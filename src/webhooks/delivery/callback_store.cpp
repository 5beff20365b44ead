#include "webhooks/delivery/callback_store.h"

#include <cstddef>

#include "db/sized_sql.h"

namespace callboard::webhooks::store {
namespace {

constexpr std::size_t kColumns = 18;

std::string insert_text(std::size_t rows) {
    std::string values;
    for (std::size_t row = 0; row < rows; ++row)
        values.append(row == 0 ? "(" : ", (")
            .append(db::parameter_list(1 + row * kColumns, kColumns))
            .append(")");
    return R"sql(
    INSERT INTO callback (company_id, subscription_id, status, id, event_id, sent_at, url, headers, response_status,
                          failure, address, took_ms, name_us, connect_us, tls_us, wait_us, response_headers,
                          response_body)
    VALUES )sql" +
           values + R"sql(
    ON CONFLICT (subscription_id, status, id) DO NOTHING)sql";
}

constexpr db::Sql kFind{"callback_find", R"sql(
    SELECT c.id, c.subscription_id, c.event_id, c.status, c.sent_at, c.url, c.headers, c.response_status, c.failure,
           c.address, c.took_ms, c.name_us, c.connect_us, c.tls_us, c.wait_us, c.response_headers, c.response_body,
           e.payload
    FROM callback c LEFT JOIN event e ON e.company_id = c.company_id AND e.id = c.event_id
    WHERE c.company_id = $1 AND c.subscription_id = $2 AND c.status IN ('successful', 'failed') AND c.id = $3)sql"};

constexpr db::Sql kNewest{"callback_newest", R"sql(
    SELECT c.id, c.subscription_id, c.event_id, c.status, c.sent_at, c.url, c.headers, c.response_status, c.failure,
           c.address, c.took_ms, c.name_us, c.connect_us, c.tls_us, c.wait_us, c.response_headers, c.response_body,
           e.payload
    FROM callback c LEFT JOIN event e ON e.company_id = c.company_id AND e.id = c.event_id
    WHERE c.company_id = $1 AND c.subscription_id = $2 AND c.status = $3 AND c.id >= $4 AND c.id < $5
    ORDER BY c.id DESC LIMIT $6)sql"};

std::optional<CallTimes> times_from(const db::Row& row) {
    if (row.is_null(11)) return std::nullopt;
    using std::chrono::microseconds;
    return CallTimes{.name = microseconds{row.integer(11)},
                     .connect = microseconds{row.integer(12)},
                     .tls = microseconds{row.integer(13)},
                     .wait = microseconds{row.integer(14)}};
}

Callback callback_from(const db::Row& row) {
    return {.id = row.id<CallbackId>(0),
            .subscription = row.id<SubscriptionId>(1),
            .event = row.id<EventId>(2),
            .status = row.member<CallbackStatus>(3),
            .sent_at = row.time(4),
            .url = row.string(5),
            .headers = row.string(6),
            .response_status = row.is_null(7) ? std::nullopt : std::optional{row.integer(7)},
            .failure = row.optional_string(8),
            .address = row.optional_string(9),
            .took = std::chrono::milliseconds{row.integer(10)},
            .times = times_from(row),
            .response_headers = row.optional_string(15),
            .response_body = row.optional_string(16),
            .body = row.optional_string(17).value_or("")};
}

void add_row(std::vector<db::Value>& values, const CompanyId& company, const Callback& callback) {
    const auto part = [&](std::chrono::microseconds CallTimes::* which) {
        return callback.times ? std::optional<std::int64_t>{((*callback.times).*which).count()}
                              : std::nullopt;
    };
    values.insert(values.end(), {company, callback.subscription, callback.status, callback.id, callback.event,
                                 callback.sent_at, callback.url, callback.headers, callback.response_status,
                                 callback.failure, callback.address, callback.took.count(),
                                 part(&CallTimes::name), part(&CallTimes::connect), part(&CallTimes::tls),
                                 part(&CallTimes::wait), callback.response_headers, callback.response_body});
}

}  // namespace

void insert_callback(db::Tx& tx, const CompanyId& company, const Callback& callback) {
    const CompanyCallback only{company, callback};
    insert_callbacks(tx, {&only, 1});
}

void insert_callbacks(db::Tx& tx, std::span<const CompanyCallback> callbacks) {
    static const db::SizedSql kInsert{"callback_insert", insert_text};
    while (!callbacks.empty()) {
        const std::size_t rows = db::SizedSql::length_filled_by(callbacks.size());
        std::vector<db::Value> values;
        values.reserve(rows * kColumns);
        for (const auto& [company, callback] : callbacks.first(rows)) add_row(values, company, callback);
        tx.enqueue(kInsert.of(rows), values);
        callbacks = callbacks.subspan(rows);
    }
}

std::optional<Callback> find_callback(db::Snapshot& snapshot, const SubscriptionId& subscription,
                                      const CallbackId& id) {
    return snapshot.first(kFind, {subscription, id}, callback_from);
}

std::vector<Callback> newest_callbacks(db::Snapshot& snapshot, const SubscriptionId& subscription,
                                       const CallbackRange& range, std::int64_t limit) {
    return snapshot.all(kNewest, {subscription, range.status, range.first, range.below, limit},
                        callback_from);
}

}  // namespace callboard::webhooks::store
