// Counts API calls by caller and operation between two calls of take(), for the report on API use and for
// getUsage. One counter set per event loop avoids contention.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "telemetry/latency_counts.h"

namespace callboard::edge {

// The operation of calls that exceeded what a meter can tell apart.
inline constexpr std::string_view kOtherOperations = "other";

// The calls of one caller to one operation, by outcome.
struct Use {
    CompanyId company;
    UserId user;
    std::optional<ApplicationId> application;  // that acted on behalf of the user
    std::optional<CredentialId> credential;    // of the company; neither: a session of the Console
    std::string_view operation;                // its name, or kOtherOperations without a user

    std::int64_t calls = 0;
    std::int64_t refused = 0;          // 429
    std::int64_t faulty = 0;           // any other 4xx
    std::int64_t failed = 0;           // 5xx
    std::int64_t bytes = 0;            // of response bodies
    telemetry::LatencyCounts latency;  // of calls that were neither refused nor live
};

class UseMeter {
  public:
    explicit UseMeter(std::size_t loops);
    ~UseMeter();

    UseMeter(const UseMeter&) = delete;
    UseMeter& operator=(const UseMeter&) = delete;

    // `caller` is the digest of the budget (throttle::Subject): one user with one client.
    void record(std::size_t loop, std::span<const std::uint8_t> caller, std::size_t route, const Use& one);

    // The counts since the last call: each key once, sorted by key.
    std::vector<Use> take();

  private:
    struct Loop;
    std::vector<std::unique_ptr<Loop>> loops_;
};

}  // namespace callboard::edge
