// A sender, and requests to receivers of all kinds.
#pragma once

#include <chrono>
#include <future>
#include <ostream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "support/receiver.h"
#include "webhooks/outgoing/sender.h"

namespace callboard::webhooks {

inline Sender::Options trusting_tests(AddressRules rules = {.allow_private = true}) {
    return {.rules = std::move(rules), .ca_file = test::ca_file()};
}

inline OutgoingRequest post_to(std::string url, std::chrono::milliseconds limit = std::chrono::seconds{5}) {
    return {.url = std::move(url),
            .headers = {{"Accept", "application/json"}, {"Content-Type", "application/json"}},
            .body = "{}",
            .time_limit = limit};
}

inline std::future<OutgoingResult> send(Sender& sender, OutgoingRequest request) {
    std::promise<OutgoingResult> promise;
    auto future = promise.get_future();
    sender.send(std::move(request), [promise = std::move(promise)](OutgoingResult result) mutable {
        promise.set_value(std::move(result));
    });
    return future;
}

inline OutgoingResult call(Sender& sender, OutgoingRequest request) {
    return send(sender, std::move(request)).get();
}

struct Failure {
    CallFailure failure;
    std::string reason;
    bool operator==(const Failure&) const = default;
};

inline void PrintTo(const Failure& failure, std::ostream* out) {
    *out << static_cast<int>(failure.failure) << " \"" << failure.reason << '"';
}

class SenderFixture : public testing::Test {
  protected:
    // The result of a call that gets this reply.
    OutgoingResult answer_to(test::Reply reply, std::chrono::milliseconds limit = std::chrono::seconds{5}) {
        receiver.plan("/hook", {std::move(reply)});
        return call(sender, post_to(receiver.url("/hook"), limit));
    }

    test::Receiver receiver;
    Sender sender{trusting_tests()};
};

}  // namespace callboard::webhooks
