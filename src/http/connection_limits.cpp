#include "http/connection_limits.h"

#include <algorithm>

namespace callboard::http {

bool ConnectionLimits::admit(const IpAddress& address) {
    if (open_.fetch_add(1, std::memory_order_relaxed) >= total_) {
        open_.fetch_sub(1, std::memory_order_relaxed);
        return false;
    }
    if (!counts(address)) return true;
    const std::lock_guard lock{mutex_};
    std::size_t& connections = by_source_[source(address)];
    if (connections >= per_address_) {
        open_.fetch_sub(1, std::memory_order_relaxed);
        return false;
    }
    ++connections;
    return true;
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
