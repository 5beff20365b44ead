#include "http/connection_limits.h"

#include <algorithm>

namespace callboard::http {

bool ConnectionLimits::admit_one() {
    if (open_.fetch_add(1, std::memory_order_relaxed) < total_) return true;
    open_.fetch_sub(1, std::memory_order_relaxed);
    return false;
}

bool ConnectionLimits::admit(const IpAddress& address) {
    if (!counts(address)) return admit_one();
    const std::lock_guard lock{mutex_};
    const auto entry = by_source_.try_emplace(source(address), 0).first;
    if (entry->second < per_address_ && admit_one()) {
        ++entry->second;
        return true;
    }
    if (entry->second == 0) by_source_.erase(entry);
    return false;
}

void ConnectionLimits::leave(const IpAddress& address) {
    open_.fetch_sub(1, std::memory_order_relaxed);
    if (!counts(address)) return;
    const std::lock_guard lock{mutex_};
    const auto found = by_source_.find(source(address));
    if (--found->second == 0) by_source_.erase(found);
}

bool ConnectionLimits::counts(const IpAddress& address) const {
    return per_address_ > 0 &&
           std::ranges::none_of(exempt_, [&](const Network& network) { return network.contains(address); });
}

}  // namespace callboard::http
