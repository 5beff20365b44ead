// The limits that apply to a caller: the policies of each operation, with the numbers of the server, the
// company or the client. Thread-safe.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
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

    const Rules& standard() const { return standard_; }
    const Rules& of(std::string_view company, std::string_view client);

  private:
    const Rules::Operations operations_;
    const Limits limits_;
    const std::vector<Exception> exceptions_;
    const Rules standard_;
    std::mutex mutex_;
    std::map<std::vector<bool>, std::unique_ptr<const Rules>> combined_;  // by the exceptions that apply
};

}  // namespace callboard::throttle
