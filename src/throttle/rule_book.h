// The limits that apply to a caller: the policies of each operation, with the numbers of the server, the
// company or the client. Thread-safe, but replace() by one thread at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "throttle/ledger.h"

namespace callboard::throttle {

// The claims of each operation, ready for a ledger.
class Rules {
  public:
    using Operations = std::vector<std::vector<Policy>>;

    Rules(const Operations& operations, const Limits& limits);

    Claims claims(std::size_t operation) const { return claims_[operation]; }
    const Limit& limit(Policy policy) const { return limits_.of(policy); }

  private:
    Limits limits_;
    std::vector<std::vector<Claim>> claims_;
};

// Other limits for one company or one client (an application, or a credential of a company).
struct Exception {
    std::optional<std::string> company;
    std::optional<std::string> client;
    std::function<void(Limits&)> apply;
};

class RuleBook {
  public:
    RuleBook(Rules::Operations operations, const Limits& standard, std::vector<Exception> exceptions);

    // The limits of all requests that are admitted from now on. Rules that were given out before stay valid,
    // because requests in progress, and leases in Redis, refer to them.
    void replace(const Limits& standard, std::vector<Exception> exceptions);

    const Rules& standard() const { return current_.load(std::memory_order_acquire)->standard; }
    const Rules& of(std::string_view company, std::string_view client);
    // For browser sessions of a company: the policy of the console instead of the one of the Customer API,
    // and as many candidate lists at the same time as half of its concurrent requests.
    const Rules& of_console(std::string_view company);

  private:
    struct Edition {
        Edition(const Rules::Operations& operations, const Limits& limits,
                std::vector<Exception> other_limits)
            : standard_limits(limits), exceptions(std::move(other_limits)), standard(operations, limits) {}

        const Limits standard_limits;
        const std::vector<Exception> exceptions;
        const Rules standard;
        std::mutex mutex;
        // By the exceptions that apply; and the same for the console.
        std::map<std::vector<bool>, std::unique_ptr<const Rules>> combined;
        std::map<std::vector<bool>, std::unique_ptr<const Rules>> console;

        std::vector<bool> applying(std::string_view company, std::string_view client) const;
        Limits limits_with(const std::vector<bool>& applies) const;
    };

    const Rules::Operations operations_;
    const Rules::Operations console_operations_;
    // All of them, some 20 KB each: there is one for each time that an operator has changed limits.
    std::vector<std::unique_ptr<Edition>> editions_;
    std::atomic<Edition*> current_ = nullptr;
};

}  // namespace callboard::throttle
