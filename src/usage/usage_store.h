// The table of usage.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/db.h"
#include "usage/usage.h"

namespace callboard::usage::store {

// Adds to the counts of the current minute. Rows must be sorted by company, client and operation: servers
// that lock the same rows in a different order could deadlock.
void add(db::Tx& tx, std::span<const ClientUsage> rows);

struct Range {
    Timestamp from;
    Timestamp to;  // exclusive
};

struct Total {
    std::string operation;
    std::string client;
    std::optional<std::string> name;  // of the application or credential
    bool is_api_key = false;
    Counts counts;
};
std::vector<Total> totals(db::Snapshot& snapshot, const Range& range);

// The counts of the range, cut into slots of the length `step`; slots without calls are missing.
struct SlotCounts {
    std::int64_t slot = 0;
    Counts counts;
};
struct CallFilter {
    std::optional<std::string> client;
    std::optional<std::string> operation;
};
std::vector<SlotCounts> series(db::Snapshot& snapshot, const Range& range, std::chrono::milliseconds step,
                               const CallFilter& filter);

// Those of the companies from `first` to `last` that have something to roll up or to delete.
std::vector<CompanyId> companies_with_old(db::Snapshot& snapshot, const CompanyId& first,
                                          const CompanyId& last);

// Each does a batch for the company of the transaction; returns true if there may be more.
bool roll_up(db::Tx& tx);
bool delete_old(db::Tx& tx);

}  // namespace callboard::usage::store
