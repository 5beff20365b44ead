// A cache of the totals of long lists for ten seconds: counting a million rows for each page would take
// longer than the page. Thread-safe.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/clock.h"

namespace callboard::db {

// Totals up to this one are counted for each page.
inline constexpr std::int64_t kExactTotal = 10'000;

class TotalCache {
  public:
    std::optional<std::int64_t> find(const std::string& list, Timestamp now);
    void keep(const std::string& list, std::int64_t total, Timestamp now);

  private:
    static constexpr std::int64_t kLifetimeMs = 10'000;
    static constexpr std::size_t kMost = 10'000;

    struct Total {
        std::int64_t number = 0;
        Timestamp counted_at;
    };

    std::mutex mutex_;
    std::unordered_map<std::string, Total> totals_;
};

}  // namespace callboard::db
