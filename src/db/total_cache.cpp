#include "db/total_cache.h"

namespace callboard::db {

std::optional<std::int64_t> TotalCache::find(const std::string& list, Timestamp now) {
    const std::lock_guard lock{mutex_};
    const auto found = totals_.find(list);
    if (found == totals_.end()) return std::nullopt;
    const std::int64_t age = now.ms - found->second.counted_at.ms;
    if (age < 0 || age >= kLifetimeMs) return std::nullopt;
    return found->second.number;
}

void TotalCache::keep(const std::string& list, std::int64_t total, Timestamp now) {
    const std::lock_guard lock{mutex_};
    if (totals_.size() >= kMost) totals_.clear();
    totals_.insert_or_assign(list, Total{.number = total, .counted_at = now});
}

}  // namespace callboard::db
