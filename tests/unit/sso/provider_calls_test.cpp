#include "sso/provider_calls.h"

#include <chrono>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::sso {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ProviderCalls, HaveOneTimeLimitTogether) {
    std::vector<std::chrono::milliseconds> limits;
    const Exchange slow = [&](const webhooks::OutgoingRequest& request) {
        limits.push_back(request.time_limit);
        return webhooks::OutgoingResult{.status = 200, .headers = {}, .body = {}, .took = 6s};
    };
    TimeBudget time{TimeLimits{}};
    for (int i = 0; i < 3; ++i) EXPECT_EQ(call_provider(slow, {}, time).status, 200);
    const auto fourth = call_provider(slow, {}, time);
    EXPECT_EQ(fourth.failure, webhooks::CallFailure::timed_out);
    EXPECT_THAT(limits, ElementsAre(10s, 9s, 3s));
}

TEST(ProviderCalls, GiveTheBodyOfASuccess) {
    EXPECT_EQ(body_of({.status = 200, .headers = {}, .body = "text"}).value(), "text");
    EXPECT_THAT(body_of({.status = 302, .headers = {}, .body = "text"}).error(), HasSubstr("302"));
    EXPECT_EQ(body_of({.failure = webhooks::CallFailure::tls, .reason = "why"}).error(), "why");
    EXPECT_THAT(body_of({.status = 200, .headers = {}, .body = "text", .is_cut = true}).error(),
                HasSubstr("longer than 64 KiB"));
}

}  // namespace
}  // namespace callboard::sso
