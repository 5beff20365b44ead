// Overlapping transactions.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <optional>

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/eventually.h"
#include "support/metric.h"

namespace callboard::test {

// Does a transaction wait for another one? On SQLite, for the one writer of this object.
inline bool is_one_waiting(TestDatabase& db) {
    static constexpr db::GlobalSql kLockWaiters{"test_lock_waiters", R"sql(
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock')sql"};
    if (!db.postgres) return metric(db.metrics.page(), "callboard_store_queue").value() > 0;
    return db->read(std::nullopt, [](db::Snapshot& snapshot) { return snapshot.number(kLockWaiters); }) > 0;
}

// Runs `other` on another thread; returns when it waits for this transaction, or is over without waiting.
inline std::future<void> start_overlapping(TestDatabase& db, db::Tx& tx, std::function<void()> other) {
    static constexpr db::GlobalSql kFlush{"test_flush", "SELECT 1"};
    tx.number(kFlush);  // a query also sends the enqueued statements
    auto running = std::async(std::launch::async, std::move(other));
    EXPECT_TRUE(eventually([&] {
        return running.wait_for(std::chrono::seconds{0}) == std::future_status::ready || is_one_waiting(db);
    }));
    return running;
}

}  // namespace callboard::test
