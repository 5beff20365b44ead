#include "db/total_cache.h"

namespace callboard::db {

std::optional<TotalCache::Known> TotalCache::find(const std::string& list, Timestamp now) {
    const std::lock_guard lock{mutex_};
    const auto found = totals_.find(list);
    if (found == totals_.end()) return std::nullopt;
    const std::int64_t age = now.ms - found->second.counted_at.ms;
    if (age < 0 || age >= kLifetimeMs) {
        totals_.erase(found);
        return std::nullopt;
    }
    return Known{.total = found->second.number,
                 .is_due = age >= kDueAfterMs && recounted_.insert(list).second};
}

void TotalCache::keep(const std::string& list, std::int64_t total, Timestamp counted_at) {
    const std::lock_guard lock{mutex_};
    if (totals_.size() >= kMost) totals_.clear();
    const auto [kept, is_new] = totals_.try_emplace(list, Total{total, counted_at});
    // A recount may end after a request has counted by itself.
    if (!is_new && kept->second.counted_at <= counted_at) kept->second = {total, counted_at};
}

void TotalCache::end_recount(const std::string& list) {
    const std::lock_guard lock{mutex_};
    recounted_.erase(list);
}

}  // namespace callboard::db
