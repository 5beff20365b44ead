#include "throttle/failure_limit.h"

namespace callboard::throttle {

std::optional<std::chrono::seconds> FailureLimit::begin(const std::string& key) {
    const std::lock_guard lock{mutex_};
    const Instant now = stopwatch_.now();
    if (failures_.size() >= kMostKeys) forget_old(now);
    std::deque<Instant>& failures = failures_[key];
    while (!failures.empty() && failures.front() + interval_ <= now) failures.pop_front();
    if (failures.size() < most_) {
        failures.push_back(now);
        return std::nullopt;
    }
    return std::chrono::ceil<std::chrono::seconds>(failures.front() + interval_ - now);
}

void FailureLimit::succeeded(const std::string& key) {
    const std::lock_guard lock{mutex_};
    const auto found = failures_.find(key);
    if (found == failures_.end() || found->second.empty()) return;
    found->second.pop_back();
    if (found->second.empty()) failures_.erase(found);
}

void FailureLimit::forget_old(Instant now) {
    std::erase_if(failures_, [&](const auto& entry) { return entry.second.back() + interval_ <= now; });
}

}  // namespace callboard::throttle
