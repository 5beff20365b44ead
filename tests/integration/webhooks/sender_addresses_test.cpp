// Which addresses the sender reaches, and how.
#include <chrono>
#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/sender_fixture.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;
using test::Certificate;
using test::Receiver;
using testing::IsEmpty;

TEST(SenderAddresses, TellsThatANameIsUnknown) {
    Sender sender{trusting_tests()};
    const auto result = call(sender, post_to("https://nowhere.invalid/hook", 60s));
    EXPECT_EQ(result.failure, CallFailure::name_unknown);
    EXPECT_EQ(result.reason, "the host name cannot be resolved");
    EXPECT_FALSE(result.address);
}

TEST(SenderAddresses, JudgesTheAddressThatANameLeadsTo) {
    const Receiver receiver;
    Sender sender{trusting_tests({})};
    for (const std::string host : {"localhost", "127.0.0.1", "127.1", "0x7f000001", "[::1]",
                                   "[::ffff:127.0.0.1]", "LOCALHOST", "0.0.0.0", "[::]"}) {
        const auto result = call(sender, post_to(receiver.url("/hook", host)));
        EXPECT_EQ(result.failure, CallFailure::address_refused) << host;
        EXPECT_EQ(result.reason, "it points to a private address") << host;
        EXPECT_FALSE(result.address) << host;
    }
    EXPECT_EQ(receiver.connections(), 0u);
}

TEST(SenderAddresses, ReachesNamesThatLeadToPrivateAddressesWhereThatIsAllowed) {
    const Receiver receiver;
    Sender sender{trusting_tests()};
    EXPECT_EQ(call(sender, post_to(receiver.url("/hook", "localhost"))).status, 202);
}

TEST(SenderAddresses, SpeaksPlainHttpToTheInboxOnly) {
    const Receiver receiver{Certificate::none};
    Sender sender{trusting_tests({.allow_private = true, .inbox = receiver.url("/inbox/")})};

    EXPECT_EQ(call(sender, post_to(receiver.url("/inbox/mine"))).status, 202);
    for (const std::string path :
         {"/other", "/inbox/", "/inbox/../other", "/inbox/a/../../other", "/inbox/%2e%2e/other"}) {
        const auto result = call(sender, post_to(receiver.url(path)));
        EXPECT_EQ(result.failure, CallFailure::address_refused) << path;
        EXPECT_EQ(result.reason, "it does not start with https://") << path;
    }
    EXPECT_EQ(receiver.connections(), 1u);
    EXPECT_THAT(receiver.deliveries("/other"), IsEmpty());
}

TEST(SenderAddresses, LetsNobodyElseUseTheConnectionToTheInbox) {
    Receiver receiver;
    Sender sender{trusting_tests({.inbox = receiver.url("/inbox/")})};

    EXPECT_EQ(call(sender, post_to(receiver.url("/inbox/mine"))).status, 202);
    EXPECT_EQ(call(sender, post_to(receiver.url("/other"))).failure, CallFailure::address_refused);
    EXPECT_EQ(call(sender, post_to(receiver.url("/inbox/mine"))).status, 202);
    EXPECT_THAT(receiver.deliveries("/other"), IsEmpty());
}

TEST(SenderAddresses, TakesNoOtherScheme) {
    Sender sender{trusting_tests()};
    for (const std::string url : {"ftp://127.0.0.1/hook", "file:///etc/passwd", "gopher://127.0.0.1:70/_x",
                                  "hook", "", "https:/127.0.0.1/", "dict://127.0.0.1:11211/stats"}) {
        EXPECT_EQ(call(sender, post_to(url)).failure, CallFailure::address_refused) << url;
    }
}

TEST(SenderAddresses, UsesNoProxyOfTheEnvironment) {
    const Receiver proxy{Certificate::none};
    for (const char* const name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"})
        setenv(name, proxy.url("").c_str(), 1);  // NOLINT(concurrency-mt-unsafe): no thread reads it yet
    const Receiver receiver;
    const Receiver inbox{Certificate::none};
    {
        Sender sender{trusting_tests({.allow_private = true, .inbox = inbox.url("/inbox/")})};
        EXPECT_EQ(call(sender, post_to(receiver.url("/hook"))).status, 202);
        EXPECT_EQ(call(sender, post_to(inbox.url("/inbox/mine"))).status, 202);
    }
    for (const char* const name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"})
        unsetenv(name);  // NOLINT(concurrency-mt-unsafe): none does any more
    EXPECT_EQ(proxy.connections(), 0u);
}

}  // namespace
}  // namespace callboard::webhooks
