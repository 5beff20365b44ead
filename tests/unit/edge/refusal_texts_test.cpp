#include "edge/refusal_texts.h"

#include <gtest/gtest.h>

namespace callboard::edge {
namespace {

using throttle::Policy;
using throttle::Reason;

std::string refused(Policy policy, Reason reason, std::optional<throttle::Share> rate = std::nullopt,
                    std::optional<throttle::Share> concurrency = std::nullopt) {
    throttle::Permit permit;
    permit.refused = {.policy = policy, .reason = reason, .retry_after = std::chrono::seconds{1}};
    permit.rate = rate;
    permit.concurrency = concurrency;
    return too_many(permit);
}

TEST(TooMany, NamesThePolicyAndItsLimit) {
    EXPECT_EQ(refused(Policy::publication, Reason::rate, throttle::Share{Policy::publication, 2, 0, 1}),
              "too many requests: the policy publication allows 2 in 1 s");
    EXPECT_EQ(
        refused(Policy::candidate_list, Reason::concurrency, throttle::Share{Policy::customer_api, 10, 3, 1},
                throttle::Share{Policy::candidate_list, 1, 0, 1}),
        "too many concurrent requests: the policy candidate_list allows 1");
    EXPECT_EQ(refused(Policy::analytics, Reason::size),
              "too many bytes: the policy analytics limits the bytes per second");
}

TEST(TooMany, NamesNoLimitOfAnotherPolicy) {
    EXPECT_EQ(refused(Policy::publication, Reason::rate, throttle::Share{Policy::customer_api, 10, 0, 1}),
              "too many requests: the policy publication allows no more in 1 s");
}

TEST(TooLarge, NamesTheLimitInBothUnits) {
    EXPECT_EQ(too_large(kMaxOpenBody), ": at most 16 KiB (16384 bytes)");
    EXPECT_EQ(too_large(kMaxBody), ": at most 1 MiB (1048576 bytes)");
}

}  // namespace
}  // namespace callboard::edge
