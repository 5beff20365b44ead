// Certificates, sessions and versions of TLS.
#include <chrono>
#include <fstream>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include "integration/webhooks/sender_fixture.h"
#include "support/temporary_folder.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;
using test::Certificate;
using test::Receiver;
using testing::AnyOf;
using testing::IsEmpty;

class SenderTlsSessions : public SenderFixture {};

Failure failure_with(Certificate certificate) {
    Receiver receiver{certificate};
    Sender sender{trusting_tests()};
    const auto result = call(sender, post_to(receiver.url("/hook")));
    EXPECT_THAT(receiver.deliveries("/hook"), IsEmpty());
    return {result.failure, result.reason};
}

TEST_F(SenderTlsSessions, ResumesTlsSessions) {
    receiver.plan("/hook", {{.headers = {{"Connection", "close"}}}});
    for (int i = 0; i < 4; ++i) EXPECT_EQ(call(sender, post_to(receiver.url("/hook"))).status, 202);

    EXPECT_EQ(receiver.connections(), 4u);
    EXPECT_EQ(receiver.resumed_sessions(), 3u);
}

TEST(SenderTls, SaysWhatIsWrongWithACertificate) {
    using enum CallFailure;
    EXPECT_EQ(failure_with(Certificate::expired), (Failure{tls, "the certificate has expired"}));
    EXPECT_EQ(failure_with(Certificate::not_yet_valid), (Failure{tls, "the certificate is not valid yet"}));
    EXPECT_EQ(failure_with(Certificate::wrong_name), (Failure{tls, "the certificate is for another name"}));
    EXPECT_EQ(failure_with(Certificate::self_signed), (Failure{tls, "the certificate is self-signed"}));
    EXPECT_EQ(failure_with(Certificate::unknown_authority),
              (Failure{tls, "the certificate is from an unknown authority"}));
}

TEST(SenderTls, TrustsTheGivenAuthorityOnlyWhenItIsGiven) {
    const Receiver receiver;
    Sender stranger{{.rules = {.allow_private = true}}};
    const auto result = call(stranger, post_to(receiver.url("/hook")));
    EXPECT_EQ(result.failure, CallFailure::tls);
    EXPECT_EQ(result.reason, "the certificate is from an unknown authority");
}

TEST(SenderTls, RefusesACaFileThatIsNone) {
    EXPECT_THROW(Sender{{.ca_file = "/nowhere/ca.pem"}}, std::runtime_error);
    const test::TemporaryFolder folder;
    std::ofstream{folder.path() / "ca.pem"} << "no certificate";
    EXPECT_THROW(Sender{{.ca_file = folder.path() / "ca.pem"}}, std::runtime_error);
}

TEST(SenderTls, SpeaksNoOldTls) {
    Sender sender{trusting_tests()};
    for (const int old : {TLS1_VERSION, TLS1_1_VERSION}) {
        const Receiver receiver{Receiver::Options{.newest_tls = old}};
        const auto result = call(sender, post_to(receiver.url("/hook")));
        EXPECT_EQ(result.failure, CallFailure::tls);
        EXPECT_EQ(result.reason, "the TLS handshake failed");
    }
    const Receiver receiver{Receiver::Options{.newest_tls = TLS1_2_VERSION}};
    EXPECT_EQ(call(sender, post_to(receiver.url("/hook"))).status, 202);
}

TEST(SenderTls, TellsThatTheReceiverSpeaksNoTls) {
    const Receiver plain{Certificate::none};
    Sender sender{trusting_tests()};
    const auto result =
        call(sender, post_to("https://127.0.0.1:" + std::to_string(plain.port()) + "/hook", 1s));
    EXPECT_THAT(result.failure, AnyOf(CallFailure::tls, CallFailure::timed_out));
    EXPECT_THAT(plain.deliveries("/hook"), IsEmpty());
}

}  // namespace
}  // namespace callboard::webhooks
