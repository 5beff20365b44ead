// The ledger of one server that shares its budgets through Redis.
#pragma once

#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/clock.h"
#include "support/eventually.h"
#include "throttle/shared_ledger.h"

namespace callboard::throttle {

class Node {
  public:
    explicit Node(const std::string& url) : Node(RedisAddress::parse(url).value()) {}
    explicit Node(const RedisAddress& address)
        : shared_(address, local_, stopwatch_, [this](bool, std::string_view why) {
              const std::lock_guard lock{mutex_};
              reason_ = why;
          }) {}

    void wait_until_shared() {
        ASSERT_TRUE(test::eventually([&] { return shared_.healthy(); }));
    }
    void wait_until_alone() {
        ASSERT_TRUE(test::eventually([&] { return !shared_.healthy(); }));
    }
    bool is_shared() const { return shared_.healthy(); }
    SharedLedger& ledger() { return shared_; }

    // Sends a request and waits for the decision.
    std::unique_ptr<Permit> admit(const Subject& subject, Claims claims) {
        auto permit = std::make_unique<Permit>();
        std::promise<void> answered;
        if (!shared_.admit(subject, claims, stopwatch_.now(), *permit, [&] { answered.set_value(); }))
            answered.get_future().wait();
        return permit;
    }

    // Why it is alone.
    std::string reason() const {
        const std::lock_guard lock{mutex_};
        return reason_;
    }

  private:
    mutable std::mutex mutex_;
    std::string reason_;
    SystemStopwatch stopwatch_;
    LocalLedger local_{stopwatch_};
    SharedLedger shared_;
};

}  // namespace callboard::throttle
