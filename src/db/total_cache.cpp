#include "db/total_cache.h"

#include <algorithm>

namespace callboard::db {
namespace {

constexpr std::int64_t kShortestMs = 10'000;
constexpr std::int64_t kRowsPerMs = 10;  // a hundred seconds for a million

std::int64_t lifetime_ms(std::int64_t total) {
    return std::max(kShortestMs, total / kRowsPerMs);
}

}  // namespace

std::optional<std::int64_t> TotalCache::find(const std::string& list, Timestamp now) {
    const std::lock_guard lock{mutex_};
    const auto found = totals_.find(list);
    if (found == totals_.end()) return std::nullopt;
    Total& total = found->second;
    const std::int64_t age = now.ms - total.counted_at.ms;
    if (age >= 0 && age < lifetime_ms(total.number)) return total.number;
    total.counted_at = now;
    return std::nullopt;
}

void TotalCache::keep(const std::string& list, std::int64_t total, Timestamp now) {
    const std::lock_guard lock{mutex_};
    if (totals_.size() >= kMost) totals_.clear();
    totals_.insert_or_assign(list, Total{.number = total, .counted_at = now});
}

void TotalCache::forget(const std::string& list) {
    const std::lock_guard lock{mutex_};
    totals_.erase(list);
}

}  // namespace callboard::db
