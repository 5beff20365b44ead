// How many connections there are, and from where. Thread-safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/network.h"

namespace callboard::http {

class ConnectionLimits {
  public:
    // `per_address` 0 means no limit; addresses of `exempt` are not counted by address.
    ConnectionLimits(std::size_t total, std::size_t per_address, std::vector<Network> exempt)
        : total_(total), per_address_(per_address), exempt_(std::move(exempt)) {}

    // False when there is no place left; else leave() must follow.
    [[nodiscard]] bool admit(const IpAddress& address);
    void leave(const IpAddress& address);

    std::size_t open() const { return open_.load(std::memory_order_relaxed); }

  private:
    bool counts(const IpAddress& address) const;

    // Whoever has one IPv6 address has a whole network of them.
    static IpAddress source(const IpAddress& address) {
        return address.is_v4() ? address : address.masked(64);
    }

    const std::size_t total_;
    const std::size_t per_address_;
    const std::vector<Network> exempt_;
    std::atomic<std::size_t> open_{0};
    std::mutex mutex_;
    std::map<IpAddress, std::size_t> by_source_;
};

}  // namespace callboard::http
