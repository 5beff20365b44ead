#include "db/result_cache.h"

#include <utility>

namespace callboard::db {

std::optional<std::string> ResultCache::find(const std::string& key, Timestamp now) {
    const std::lock_guard lock{mutex_};
    const auto found = results_.find(key);
    if (found == results_.end()) return std::nullopt;
    const std::int64_t age = now.ms - found->second.made_at.ms;
    if (age < 0 || age >= kLifetimeMs) return std::nullopt;
    return found->second.text;
}

void ResultCache::keep(const std::string& key, std::string result, Timestamp now) {
    if (result.size() > kMostBytesOfOne) return;
    const std::lock_guard lock{mutex_};
    if (results_.size() >= kMost || bytes_ + result.size() > kMostBytes) {
        results_.clear();
        bytes_ = 0;
    }
    bytes_ += result.size();
    results_.insert_or_assign(key, Result{.text = std::move(result), .made_at = now});
}

}  // namespace callboard::db
