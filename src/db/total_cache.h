// The totals of long lists: counting a million rows for each page would take longer than the page. A total is
// kept for ten seconds, and longer the larger it is, so that counting takes the same small part of the time
// whatever the size of the list. Thread-safe.
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
    // Nothing if the caller has to count. Of several callers that find the same old total, one counts and the
    // others get the old one meanwhile.
    std::optional<std::int64_t> find(const std::string& list, Timestamp now);
    void keep(const std::string& list, std::int64_t total, Timestamp now);
    void forget(const std::string& list);

  private:
    static constexpr std::size_t kMost = 10'000;

    struct Total {
        std::int64_t number = 0;
        Timestamp counted_at;  // or when a caller was last asked to count
    };

    std::mutex mutex_;
    std::unordered_map<std::string, Total> totals_;
};

}  // namespace callboard::db
