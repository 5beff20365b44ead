// Who calls what, counted between two looks: what a company's report on its API use is made of. One count per
// event loop, so that loops do not wait for each other.
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

// How often somebody called something, and what came of it.
struct Use {
    CompanyId company;
    UserId user;
    std::optional<ApplicationId> application;  // that called for the user; nothing: an API key did
    std::string_view operation;                // of the route table

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

    // `caller` is the digest of the credential's budget (throttle::Subject): one user by one client.
    void record(std::size_t loop, std::span<const std::uint8_t> caller, std::size_t route, const Use& one);

    // What was counted since the last time: each key once, in the order of the keys.
    std::vector<Use> take();

  private:
    struct Loop;
    std::vector<std::unique_ptr<Loop>> loops_;
};

}  // namespace callboard::edge
