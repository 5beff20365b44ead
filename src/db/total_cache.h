// A cache of the totals of long lists: counting a million rows for each page would take longer than the page.
// Thread-safe.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/clock.h"

namespace callboard::db {

// Totals up to this one are counted for each page.
inline constexpr std::int64_t kExactTotal = 10'000;

class TotalCache {
  public:
    struct Known {
        std::int64_t total = 0;
        bool is_due = false;  // the caller has it counted again and calls end_recount(); others are not asked
    };

    // Nothing if it was counted ten seconds ago, or longer; after half of that time it is due.
    std::optional<Known> find(const std::string& list, Timestamp now);
    void keep(const std::string& list, std::int64_t total, Timestamp counted_at);
    void end_recount(const std::string& list);

  private:
    static constexpr std::int64_t kLifetimeMs = 10'000;
    static constexpr std::int64_t kDueAfterMs = kLifetimeMs / 2;
    static constexpr std::size_t kMost = 10'000;

    struct Total {
        std::int64_t number = 0;
        Timestamp counted_at;
    };

    std::mutex mutex_;
    std::unordered_map<std::string, Total> totals_;
    std::unordered_set<std::string> recounted_;  // lists that are being counted again
};

}  // namespace callboard::db
