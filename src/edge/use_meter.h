// Counts API calls by caller and operation between two calls of take(), for the report on API usage. One
// counter set per event loop avoids contention.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/id.h"

namespace callboard::edge {

// The calls of one caller to one operation, by outcome.
struct Use {
    CompanyId company;
    UserId user;
    std::optional<ApplicationId> application;  // that acted on behalf of the user; nothing: an API key
    std::string_view operation;                // the name of the operation

    std::int64_t calls = 0;
    std::int64_t refused = 0;  // 429
    std::int64_t faulty = 0;   // any other 4xx
    std::int64_t failed = 0;   // 5xx
    std::int64_t bytes = 0;    // of response bodies
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
