#include "sso/sign_on.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/identity_provider.h"
#include "support/manual_clock.h"

namespace callboard::sso {
namespace {

const std::string kIssuer = "https://id.acme.test";

// A provider whose token endpoint answers when it is told to.
class SignOnCalls : public testing::Test {
  protected:
    ~SignOnCalls() override { release(); }

    webhooks::OutgoingResult answer(const webhooks::OutgoingRequest& request) {
        if (request.url != kIssuer + "/token")
            return {.status = 200,
                    .headers = {},
                    .body = boost::json::serialize(
                        boost::json::object{{"issuer", kIssuer},
                                            {"authorization_endpoint", kIssuer + "/auth"},
                                            {"token_endpoint", kIssuer + "/token"},
                                            {"jwks_uri", kIssuer + "/jwks"}})};
        std::unique_lock lock{mutex};
        ++waiting;
        changed.notify_all();
        changed.wait(lock, [&] { return released; });
        return {.status = 400, .headers = {}, .body = R"({"error":")" + token_error + R"("})"};
    }
    void release() {
        const std::lock_guard lock{mutex};
        released = true;
        changed.notify_all();
    }
    Failure redeem(const accounts::SsoConnection& by) {
        TimeBudget time = sign_on.time();
        const auto provider = sign_on.provider(by, time);
        const AttemptSecrets secrets{Secret{"cookie"}, Secret{"state"}};
        return sign_on
            .redeem(provider.value(),
                    {.connection = by,
                     .client_secret = Secret{"secret"},
                     .secrets = secrets,
                     .code = "code",
                     .redirect_uri = "https://callboard.test/callback"},
                    time)
            .error();
    }
    static accounts::SsoConnection connection_of(const char* company) {
        return {.company = CompanyId::from_trusted(company),
                .issuer = kIssuer,
                .client_id = "callboard",
                .sealed_secret = {},
                .claim = "sub"};
    }

    std::mutex mutex;
    std::condition_variable changed;
    std::size_t waiting = 0;
    bool released = false;
    std::string token_error = "invalid_grant";
    const accounts::SsoConnection acme = connection_of("0189cb00-0000-7000-8000-000000000001");
    const accounts::SsoConnection other = connection_of("0189cb00-0000-7000-8000-000000000002");
    test::ManualClock clock;
    webhooks::AddressGuard guard{{}};
    SignOn sign_on{[this](const webhooks::OutgoingRequest& request) { return answer(request); }, guard,
                   clock};
};

TEST_F(SignOnCalls, OfOneCompanyAreAFew) {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kMostCallsOfCompany; ++i)
        threads.emplace_back([&] { EXPECT_FALSE(redeem(acme).is_busy); });
    {
        std::unique_lock lock{mutex};
        changed.wait(lock, [&] { return waiting == kMostCallsOfCompany; });
    }
    EXPECT_TRUE(redeem(acme).is_busy);
    // what is known needs no call
    TimeBudget time = sign_on.time();
    EXPECT_TRUE(sign_on.provider(acme, time));
    // others are not held up
    threads.emplace_back([&] { EXPECT_FALSE(redeem(other).is_busy); });
    {
        std::unique_lock lock{mutex};
        changed.wait(lock, [&] { return waiting == kMostCallsOfCompany + 1; });
    }
    release();
    threads.clear();
    EXPECT_FALSE(redeem(acme).is_busy);
}

// Only whoever brings a code that is none is to blame.
TEST_F(SignOnCalls, TellARefusedCodeFromOtherFaults) {
    release();
    EXPECT_TRUE(redeem(acme).is_refused_code);
    token_error = "invalid_client";
    EXPECT_FALSE(redeem(acme).is_refused_code);
}

}  // namespace
}  // namespace callboard::sso
