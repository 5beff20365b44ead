// Limits the number of connections, in total and per client address. Thread-safe.
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
    // `per_address` 0: no limit; addresses in `exempt` have no limit per address.
    ConnectionLimits(std::size_t total, std::size_t per_address, std::vector<Network> exempt)
        : total_(total), per_address_(per_address), exempt_(std::move(exempt)) {}

    // Returns false if a limit is reached; otherwise leave() must be called later.
    [[nodiscard]] bool admit(const IpAddress& address);
    void leave(const IpAddress& address);

    std::size_t open() const { return open_.load(std::memory_order_relaxed); }

  private:
    bool counts(const IpAddress& address) const;

    // A single IPv6 client usually controls a whole /64 network, so that counts as one address.
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
