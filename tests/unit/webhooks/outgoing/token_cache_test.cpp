// The cache on its own: the order of refusals and fetches that a receiver cannot be made to cause reliably.
#include "webhooks/outgoing/token_cache.h"

#include <chrono>
#include <future>
#include <string>

#include <gtest/gtest.h>

#include "support/manual_clock.h"
#include "support/receiver.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;

class TokenCacheTest : public testing::Test {
  protected:
    void SetUp() override { receiver.plan("/token", {reply("first"), reply("second"), reply("third")}); }
    static test::Reply reply(const std::string& token) {
        return {.status = 200, .body = R"({"access_token":")" + token + R"(","expires_in":1000})"};
    }

    // What a request would be sent with. The cache belongs to the sender's thread.
    std::string used() {
        std::promise<std::string> token;
        sender.post([&] {
            cache.use(subscription, auth, [&](const TokenCache::Answer& answer) {
                token.set_value(answer.token ? std::string{answer.token->reveal()} : "");
            });
        });
        return token.get_future().get();
    }
    void refuse(const std::string& token) {
        sender.post([this, token] { cache.refuse(subscription, auth, Secret{token}); });
    }

    test::Receiver receiver;
    test::ManualClock clock;
    Sender sender{{.rules = {.allow_private = true}, .ca_file = receiver.ca_file()}};
    TokenCache cache{sender, clock, 5s};
    const SubscriptionId subscription = SubscriptionId::from_trusted("01890000-0000-7000-8000-000000000001");
    const OAuthAuth auth{
        .client_id = "client", .client_secret = Secret{"secret"}, .token_url = receiver.url("/token")};
};

TEST_F(TokenCacheTest, ARefusedTokenIsReplaced) {
    EXPECT_EQ(used(), "first");
    EXPECT_EQ(used(), "first");
    refuse("first");
    EXPECT_EQ(used(), "second");
}

// Several requests were sent with the first token, and their refusals arrive one after the other.
TEST_F(TokenCacheTest, ALateRefusalOfAnOlderTokenKeepsTheNewerOne) {
    EXPECT_EQ(used(), "first");
    refuse("first");
    EXPECT_EQ(used(), "second");
    refuse("first");
    EXPECT_EQ(used(), "second");
    EXPECT_EQ(receiver.deliveries("/token").size(), 2U);
}

}  // namespace
}  // namespace callboard::webhooks
