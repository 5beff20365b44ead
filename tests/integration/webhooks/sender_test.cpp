// The sender with receivers of all kinds, most of them faulty.
#include "webhooks/outgoing/sender.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include "support/receiver.h"
#include "support/temporary_folder.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;
using test::Certificate;
using test::Receiver;
using test::Reply;
using test::ReplyMode;
using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Le;
using testing::Pair;
using testing::SizeIs;

Sender::Options trusting_tests(AddressRules rules = {.allow_private = true}) {
    return {.rules = std::move(rules), .ca_file = test::ca_file()};
}

OutgoingRequest post_to(std::string url, std::chrono::milliseconds limit = 5s) {
    return {.url = std::move(url),
            .headers = {{"Accept", "application/json"}, {"Content-Type", "application/json"}},
            .body = "{}",
            .time_limit = limit};
}

std::future<OutgoingResult> send(Sender& sender, OutgoingRequest request) {
    std::promise<OutgoingResult> promise;
    auto future = promise.get_future();
    sender.send(std::move(request), [promise = std::move(promise)](OutgoingResult result) mutable {
        promise.set_value(std::move(result));
    });
    return future;
}

OutgoingResult call(Sender& sender, OutgoingRequest request) {
    return send(sender, std::move(request)).get();
}

struct Failure {
    CallFailure failure;
    std::string reason;
    bool operator==(const Failure&) const = default;
};

void PrintTo(const Failure& failure, std::ostream* out) {
    *out << static_cast<int>(failure.failure) << " \"" << failure.reason << '"';
}

// The result of a call that gets this reply.
class SenderTest : public testing::Test {
  protected:
    OutgoingResult answer_to(Reply reply, std::chrono::milliseconds limit = 5s) {
        receiver.plan("/hook", {std::move(reply)});
        return call(sender, post_to(receiver.url("/hook"), limit));
    }

    Failure failure_of(Reply reply, std::chrono::milliseconds limit = 5s) {
        const auto result = answer_to(std::move(reply), limit);
        EXPECT_EQ(result.status, 0);
        EXPECT_THAT(result.headers, IsEmpty());
        EXPECT_EQ(result.body, "");
        return {result.failure, result.reason};
    }

    Receiver receiver;
    Sender sender{trusting_tests()};
};

Failure failure_with(Certificate certificate) {
    Receiver receiver{certificate};
    Sender sender{trusting_tests()};
    const auto result = call(sender, post_to(receiver.url("/hook")));
    EXPECT_THAT(receiver.deliveries("/hook"), IsEmpty());
    return {result.failure, result.reason};
}

TEST_F(SenderTest, BringsTheRequestAndTheAnswer) {
    const auto result = answer_to({.status = 202, .headers = {{"X-Trace", " Abc "}}, .body = "taken"});

    EXPECT_EQ(result.failure, CallFailure::none);
    EXPECT_EQ(result.reason, "");
    EXPECT_EQ(result.status, 202);
    EXPECT_THAT(result.headers, ElementsAre(Pair("x-trace", "Abc"), Pair("content-length", "5")));
    EXPECT_EQ(result.body, "taken");
    EXPECT_EQ(result.address, IpAddress::parse("127.0.0.1"));
    const auto received = receiver.deliveries("/hook");
    ASSERT_THAT(received, SizeIs(1));
    EXPECT_EQ(received[0].method, "POST");
    EXPECT_EQ(received[0].body, "{}");
}

// Handles are reused for requests of both kinds.
TEST_F(SenderTest, GetsAndPosts) {
    receiver.plan("/keys", {Reply{.status = 200, .body = "keys"}});
    receiver.plan("/hook", {Reply{.status = 202}});
    for (int i = 0; i < 2; ++i) {
        const auto got = sender.call({.method = OutgoingMethod::get,
                                      .url = receiver.url("/keys"),
                                      .headers = {{"Accept", "application/json"}},
                                      .body = {},
                                      .time_limit = 5s});
        EXPECT_EQ(got.body, "keys") << got.reason;
        EXPECT_EQ(sender.call(post_to(receiver.url("/hook"))).status, 202);
    }
    for (const auto& request : receiver.deliveries("/keys")) {
        EXPECT_EQ(request.method, "GET");
        EXPECT_EQ(request.body, "");
        EXPECT_EQ(request.header("Content-Length"), "");
        EXPECT_EQ(request.header("Content-Type"), "");
    }
    for (const auto& request : receiver.deliveries("/hook")) {
        EXPECT_EQ(request.method, "POST");
        EXPECT_EQ(request.body, "{}");
    }
}

TEST_F(SenderTest, WritesHeadersAsTheyAreAndInTheirOrder) {
    const std::string host = "127.0.0.1:" + std::to_string(receiver.port());
    call(sender, {.url = receiver.url("/hook?a=b"),
                  .headers = {{"event-NAME", "job.created"},
                              {"Accept", "application/json"},
                              {"x-Empty", ""},
                              {"Link", "<https://api.example.test/jobs/1>; rel=self"},
                              {"Content-Type", "application/json"},
                              {"Authorization", "Bearer abc"},
                              {"User-Agent", "callboard"}},
                  .body = std::string("\0binary\xff", 8),
                  .time_limit = 5s});

    const auto received = receiver.deliveries("/hook");
    ASSERT_THAT(received, SizeIs(1));
    EXPECT_EQ(received[0].target, "/hook?a=b");
    EXPECT_THAT(
        received[0].headers,
        ElementsAre(Pair("Host", host), Pair("event-NAME", "job.created"), Pair("Accept", "application/json"),
                    Pair("x-Empty", ""), Pair("Link", "<https://api.example.test/jobs/1>; rel=self"),
                    Pair("Content-Type", "application/json"), Pair("Authorization", "Bearer abc"),
                    Pair("User-Agent", "callboard"), Pair("Content-Length", "8")));
    EXPECT_EQ(received[0].body, std::string("\0binary\xff", 8));
}

TEST_F(SenderTest, AddsNothingOfItsOwn) {
    call(sender,
         {.url = receiver.url("/hook"), .headers = {}, .body = std::string(100'000, 'x'), .time_limit = 5s});

    const auto received = receiver.deliveries("/hook");
    ASSERT_THAT(received, SizeIs(1));
    EXPECT_THAT(received[0].headers, ElementsAre(Pair("Host", testing::_), Pair("Content-Length", "100000")));
    EXPECT_EQ(received[0].body.size(), 100'000u);
}

TEST_F(SenderTest, LeavesNoTraceOfTheRequestBefore) {
    call(sender, {.url = receiver.url("/hook"),
                  .headers = {{"Authorization", "Basic c2VjcmV0"}, {"X-One", "1"}},
                  .body = "a long body",
                  .time_limit = 5s});
    const auto result = answer_to({.status = 500});

    EXPECT_EQ(result.status, 500);
    const auto received = receiver.deliveries("/hook");
    ASSERT_THAT(received, SizeIs(2));
    EXPECT_EQ(received[1].header("Authorization"), "");
    EXPECT_EQ(received[1].header("X-One"), "");
    EXPECT_EQ(received[1].body, "{}");
    EXPECT_EQ(received[1].connection, received[0].connection);
}

TEST_F(SenderTest, SendsNoHeaderThatWouldBeTwo) {
    for (const HeaderList& headers : std::vector<HeaderList>{{{"X-A", "1\r\nX-B: 2"}},
                                                             {{"X-A", "1\nX-B: 2"}},
                                                             {{"X-A\r\nX-B", "2"}},
                                                             {{"X-A: 1", "2"}},
                                                             {{"", "2"}},
                                                             {{"X-A", std::string("1\0", 2)}}}) {
        auto request = post_to(receiver.url("/hook"));
        request.headers = headers;
        const auto result = call(sender, std::move(request));
        EXPECT_EQ(result.failure, CallFailure::broken);
        EXPECT_EQ(result.reason, "a header cannot be sent");
    }
    EXPECT_THAT(receiver.deliveries("/hook"), IsEmpty());
}

TEST_F(SenderTest, KeepsConnectionsOpen) {
    constexpr std::size_t kRequests = 1000;
    constexpr std::size_t kBatchSize = 8;
    for (std::size_t sent = 0; sent < kRequests; sent += kBatchSize) {
        std::vector<std::future<OutgoingResult>> results;
        for (std::size_t i = 0; i < kBatchSize; ++i)
            results.push_back(send(sender, post_to(receiver.url("/hook"))));
        for (auto& result : results) EXPECT_EQ(result.get().status, 202);
    }

    EXPECT_THAT(receiver.deliveries("/hook"), SizeIs(kRequests));
    EXPECT_LE(receiver.connections(), kRequests * 5 / 100);
}

TEST_F(SenderTest, ResumesTlsSessions) {
    receiver.plan("/hook", {{.headers = {{"Connection", "close"}}}});
    for (int i = 0; i < 4; ++i) EXPECT_EQ(call(sender, post_to(receiver.url("/hook"))).status, 202);

    EXPECT_EQ(receiver.connections(), 4u);
    EXPECT_EQ(receiver.resumed_sessions(), 3u);
}

// The retry schedule decides whether it is sent again.
TEST_F(SenderTest, SendsOnlyOnceWhenAKeptConnectionEndsWithoutAnAnswer) {
    for (const ReplyMode mode : {ReplyMode::closes, ReplyMode::resets}) {
        receiver.plan("/hook", {{.status = 202}, {.mode = mode}, {.status = 202}});
        const std::size_t before = receiver.deliveries("/hook").size();
        EXPECT_EQ(call(sender, post_to(receiver.url("/hook"))).status, 202);
        EXPECT_EQ(call(sender, post_to(receiver.url("/hook"))).failure, CallFailure::broken);
        EXPECT_EQ(receiver.deliveries("/hook").size(), before + 2);
        EXPECT_EQ(call(sender, post_to(receiver.url("/hook"))).status, 202);
    }
}

// Successful responses.

TEST_F(SenderTest, TakesAnAnswerInChunks) {
    const auto result = answer_to({.raw = "HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n"
                                          "3\r\nabc\r\n2\r\nde\r\n0\r\nX-Trailer: late\r\n\r\n"});
    EXPECT_EQ(result.status, 202);
    EXPECT_EQ(result.body, "abcde");
    EXPECT_THAT(result.headers, ElementsAre(Pair("transfer-encoding", "chunked")));
}

TEST_F(SenderTest, TakesAnAnswerThatEndsWithTheConnection) {
    const auto result = answer_to({.raw = "HTTP/1.0 202 Accepted\r\n\r\nuntil the end"});
    EXPECT_EQ(result.status, 202);
    EXPECT_EQ(result.body, "until the end");
}

TEST_F(SenderTest, PassesOverProvisionalAnswers) {
    const auto result = answer_to({.raw = "HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\n"
                                          "HTTP/1.1 103 Early Hints\r\nX-Hint: 1\r\n\r\n"
                                          "HTTP/1.1 202 Accepted\r\nX-Last: 1\r\nContent-Length: 0\r\n\r\n"});
    EXPECT_EQ(result.status, 202);
    EXPECT_THAT(result.headers, ElementsAre(Pair("x-last", "1"), Pair("content-length", "0")));
}

TEST_F(SenderTest, LeavesOutContinuedHeaderLines) {
    const auto result = answer_to({.raw = "HTTP/1.1 202 Accepted\r\nX-One: a\r\n continued: b\r\n\tc: d\r\n"
                                          "Content-Length: 0\r\n\r\n"});
    EXPECT_EQ(result.failure, CallFailure::none) << result.reason;
    EXPECT_EQ(result.status, 202);
    EXPECT_THAT(result.headers, ElementsAre(Pair("x-one", "a"), Pair("content-length", "0")));
}

TEST_F(SenderTest, TakesAnAnswerThatComesByteByByte) {
    EXPECT_EQ(answer_to({.body = "slowly", .mode = ReplyMode::answers_byte_by_byte}).body, "slowly");
}

TEST_F(SenderTest, DoesNotUnpackWhatItDidNotAskToBePacked) {
    const auto result = answer_to({.headers = {{"Content-Encoding", "gzip"}}, .body = "not gzip at all"});
    EXPECT_EQ(result.status, 202);
    EXPECT_EQ(result.body, "not gzip at all");
}

TEST_F(SenderTest, FollowsNoRedirect) {
    for (const int status : {301, 302, 303, 307, 308}) {
        const auto result =
            answer_to({.status = status, .headers = {{"Location", receiver.url("/elsewhere")}}});
        EXPECT_EQ(result.status, status);
        EXPECT_EQ(result.failure, CallFailure::none);
    }
    EXPECT_THAT(receiver.deliveries("/elsewhere"), IsEmpty());
}

TEST_F(SenderTest, ReadsSixtyFourKibibytesAndNoMore) {
    constexpr std::size_t kMost = std::size_t{64} * 1024;
    EXPECT_EQ(answer_to({.body = std::string(kMost, 'x')}).body.size(), kMost);
    EXPECT_EQ(receiver.connections(), 1u);

    for (const std::size_t size : {kMost + 1, std::size_t{10} * 1024 * 1024}) {
        const auto result =
            answer_to({.status = 202, .headers = {{"X-Big", "yes"}}, .body = std::string(size, 'x')});
        EXPECT_EQ(result.failure, CallFailure::none);
        EXPECT_EQ(result.status, 202);
        EXPECT_EQ(result.body.size(), kMost);
        EXPECT_THAT(result.headers, Contains(Pair("x-big", "yes")));
    }
    EXPECT_EQ(answer_to({.body = "short again"}).body, "short again");
}

// Failures.

TEST_F(SenderTest, GivesUpWhenNothingComes) {
    const auto result = answer_to({.mode = ReplyMode::never_answers}, 200ms);
    EXPECT_EQ(result.failure, CallFailure::timed_out);
    EXPECT_EQ(result.reason, "no response within 200 ms");
    EXPECT_THAT(result.took, AllOf(Ge(190ms), Le(30s)));
    EXPECT_EQ(result.address, IpAddress::parse("127.0.0.1"));
}

TEST_F(SenderTest, GivesUpWhenTheAnswerIsNotCompleteInTime) {
    const Failure expected{CallFailure::timed_out, "no response within 1 s"};
    EXPECT_EQ(failure_of({.mode = ReplyMode::answers_byte_by_byte, .pause = 100ms}, 1s), expected);
    EXPECT_EQ(
        failure_of({.body = std::string(1000, 'x'), .mode = ReplyMode::answers_byte_by_byte, .pause = 5ms},
                   1s),
        expected);
}

TEST_F(SenderTest, OneThatDoesNotAnswerHoldsUpNobody) {
    receiver.plan("/dead", {{.mode = ReplyMode::answers_when_released}});
    std::vector<std::future<OutgoingResult>> waiting;
    for (int i = 0; i < 50; ++i) waiting.push_back(send(sender, post_to(receiver.url("/dead"), 60s)));
    receiver.wait_for("/dead", 50);

    EXPECT_EQ(call(sender, post_to(receiver.url("/hook"))).status, 202);

    receiver.release("/dead");
    for (auto& result : waiting) EXPECT_EQ(result.get().status, 202);
}

TEST_F(SenderTest, TellsAnswersThatAreNotHttp) {
    const Failure not_http{CallFailure::broken, "the response is not valid HTTP"};
    EXPECT_EQ(failure_of({.raw = "202 Accepted\r\n\r\n"}), not_http);
    EXPECT_EQ(failure_of({.raw = "SSH-2.0-OpenSSH_9.2\r\n"}), not_http);
    EXPECT_EQ(failure_of({.raw = std::string(5000, '\xff')}), not_http);
    EXPECT_EQ(failure_of({.raw = "HTTP/1.1 abc Accepted\r\n\r\n"}).failure, CallFailure::broken);
    EXPECT_EQ(failure_of({.raw = "HTTP/9.9 202 Accepted\r\n\r\n"}).failure, CallFailure::broken);
    EXPECT_EQ(failure_of({.raw = "HTTP/2 202 Accepted\r\n\r\n"}).failure, CallFailure::broken);
    EXPECT_EQ(
        failure_of({.raw = "HTTP/1.1 202 OK\r\nContent-Length: 1\r\nContent-Length: 20\r\n\r\nab"}).failure,
        CallFailure::broken);
    EXPECT_EQ(failure_of({.raw = "HTTP/1.1 202 OK\r\nContent-Length: -5\r\n\r\n"}).failure,
              CallFailure::broken);
    EXPECT_EQ(failure_of({.raw = "HTTP/1.1 202 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"}).failure,
              CallFailure::broken);
}

TEST_F(SenderTest, TakesAProvisionalAnswerForNone) {
    EXPECT_EQ(failure_of({.raw = "HTTP/1.1 100 Continue\r\n\r\n"}).failure, CallFailure::broken);
    const auto result = failure_of({.raw = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nanything"});
    EXPECT_EQ(result, (Failure{CallFailure::broken, "the response switches to another protocol"}));
}

TEST_F(SenderTest, ReadsNoEndlessHeaders) {
    const Failure too_long{CallFailure::broken, "the response headers exceed 64 KiB"};
    std::string many = "HTTP/1.1 202 Accepted\r\n";
    for (int i = 0; i < 5000; ++i) many += "X-Filler: 0123456789\r\n";
    EXPECT_EQ(failure_of({.raw = many + "\r\n"}), too_long);

    std::string provisional;
    for (int i = 0; i < 5000; ++i) provisional += "HTTP/1.1 100 Continue\r\n\r\n";
    EXPECT_EQ(failure_of({.raw = provisional + "HTTP/1.1 202 Accepted\r\n\r\n"}), too_long);

    EXPECT_EQ(failure_of({.headers = {{"X-Long", std::string(200'000, 'x')}}}).failure, CallFailure::broken);
}

TEST_F(SenderTest, TellsConnectionsThatEndTooSoon) {
    EXPECT_EQ(failure_of({.mode = ReplyMode::closes}),
              (Failure{CallFailure::broken, "the connection was closed without a response"}));
    EXPECT_EQ(failure_of({.mode = ReplyMode::resets}),
              (Failure{CallFailure::broken, "the connection was reset"}));
    EXPECT_EQ(failure_of({.raw = "HTTP/1.1 202 Accepted\r\nContent-Length: 10\r\n\r\nhalf"}),
              (Failure{CallFailure::broken, "the connection was closed before the response was complete"}));
    EXPECT_EQ(failure_of({.body = std::string(10'000, 'x'), .mode = ReplyMode::resets_mid_body}).failure,
              CallFailure::broken);
    EXPECT_EQ(failure_of({.raw = "HTTP/1.1 202 Accepted\r\nContent-Le"}).failure, CallFailure::broken);
}

TEST(Sender, TellsThatNobodyListens) {
    std::string url;
    {
        const Receiver gone;
        url = gone.url("/hook");
    }
    Sender sender{trusting_tests()};
    const auto result = call(sender, post_to(url));
    EXPECT_EQ(result.failure, CallFailure::connect);
    EXPECT_EQ(result.reason, "the connection was refused");
}

TEST(Sender, TellsThatANameIsUnknown) {
    Sender sender{trusting_tests()};
    const auto result = call(sender, post_to("https://nowhere.invalid/hook", 60s));
    EXPECT_EQ(result.failure, CallFailure::name_unknown);
    EXPECT_EQ(result.reason, "the host name cannot be resolved");
    EXPECT_FALSE(result.address);
}

TEST(Sender, GivesUpOnAReceiverThatNeverReads) {
    const Receiver never_reading{Receiver::Options{.never_reads = true}};
    Sender sender{trusting_tests()};
    EXPECT_EQ(call(sender, post_to(never_reading.url("/hook"), 200ms)).failure, CallFailure::timed_out);
}

// Certificates.

TEST(Sender, SaysWhatIsWrongWithACertificate) {
    using enum CallFailure;
    EXPECT_EQ(failure_with(Certificate::expired), (Failure{tls, "the certificate has expired"}));
    EXPECT_EQ(failure_with(Certificate::not_yet_valid), (Failure{tls, "the certificate is not valid yet"}));
    EXPECT_EQ(failure_with(Certificate::wrong_name), (Failure{tls, "the certificate is for another name"}));
    EXPECT_EQ(failure_with(Certificate::self_signed), (Failure{tls, "the certificate is self-signed"}));
    EXPECT_EQ(failure_with(Certificate::unknown_authority),
              (Failure{tls, "the certificate is from an unknown authority"}));
}

TEST(Sender, TrustsTheGivenAuthorityOnlyWhenItIsGiven) {
    const Receiver receiver;
    Sender stranger{{.rules = {.allow_private = true}}};
    const auto result = call(stranger, post_to(receiver.url("/hook")));
    EXPECT_EQ(result.failure, CallFailure::tls);
    EXPECT_EQ(result.reason, "the certificate is from an unknown authority");
}

TEST(Sender, RefusesACaFileThatIsNone) {
    EXPECT_THROW(Sender{{.ca_file = "/nowhere/ca.pem"}}, std::runtime_error);
    const test::TemporaryFolder folder;
    std::ofstream{folder.path() / "ca.pem"} << "no certificate";
    EXPECT_THROW(Sender{{.ca_file = folder.path() / "ca.pem"}}, std::runtime_error);
}

TEST(Sender, SpeaksNoOldTls) {
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

TEST(Sender, TellsThatTheReceiverSpeaksNoTls) {
    const Receiver plain{Certificate::none};
    Sender sender{trusting_tests()};
    const auto result =
        call(sender, post_to("https://127.0.0.1:" + std::to_string(plain.port()) + "/hook", 1s));
    EXPECT_THAT(result.failure, AnyOf(CallFailure::tls, CallFailure::timed_out));
    EXPECT_THAT(plain.deliveries("/hook"), IsEmpty());
}

// Allowed addresses.

TEST(Sender, JudgesTheAddressThatANameLeadsTo) {
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

TEST(Sender, ReachesNamesThatLeadToPrivateAddressesWhereThatIsAllowed) {
    const Receiver receiver;
    Sender sender{trusting_tests()};
    EXPECT_EQ(call(sender, post_to(receiver.url("/hook", "localhost"))).status, 202);
}

TEST(Sender, SpeaksPlainHttpToTheInboxOnly) {
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

TEST(Sender, LetsNobodyElseUseTheConnectionToTheInbox) {
    Receiver receiver;
    Sender sender{trusting_tests({.inbox = receiver.url("/inbox/")})};

    EXPECT_EQ(call(sender, post_to(receiver.url("/inbox/mine"))).status, 202);
    EXPECT_EQ(call(sender, post_to(receiver.url("/other"))).failure, CallFailure::address_refused);
    EXPECT_EQ(call(sender, post_to(receiver.url("/inbox/mine"))).status, 202);
    EXPECT_THAT(receiver.deliveries("/other"), IsEmpty());
}

TEST(Sender, TakesNoOtherScheme) {
    Sender sender{trusting_tests()};
    for (const std::string url : {"ftp://127.0.0.1/hook", "file:///etc/passwd", "gopher://127.0.0.1:70/_x",
                                  "hook", "", "https:/127.0.0.1/", "dict://127.0.0.1:11211/stats"}) {
        EXPECT_EQ(call(sender, post_to(url)).failure, CallFailure::address_refused) << url;
    }
}

TEST(Sender, UsesNoProxyOfTheEnvironment) {
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

// Threads.

TEST(Sender, EndsWhatIsInFlight) {
    Receiver receiver;
    receiver.plan("/hook", {{.mode = ReplyMode::never_answers}});
    std::vector<std::future<OutgoingResult>> results;
    {
        Sender sender{trusting_tests()};
        for (int i = 0; i < 20; ++i) results.push_back(send(sender, post_to(receiver.url("/hook"), 60s)));
        receiver.wait_for("/hook", 20);
        for (int i = 0; i < 20; ++i) results.push_back(send(sender, post_to(receiver.url("/hook"), 60s)));
    }
    for (auto& result : results) EXPECT_EQ(result.get().failure, CallFailure::broken);
}

TEST(Sender, MayBeAskedForMoreByWhoeverIsTold) {
    Receiver receiver;
    std::promise<int> last;
    Sender sender{trusting_tests()};
    std::function<void(int)> send_next = [&](int left) {
        sender.send(post_to(receiver.url("/hook")), [&, left](const OutgoingResult& result) {
            if (left > 0) return send_next(left - 1);
            last.set_value(result.status);
        });
    };
    send_next(20);
    EXPECT_EQ(last.get_future().get(), 202);
    EXPECT_THAT(receiver.deliveries("/hook"), SizeIs(21));
    EXPECT_EQ(receiver.connections(), 1u);
}

TEST(Sender, EndsAlsoWhatIsAskedForWhileItStops) {
    Receiver receiver;
    receiver.plan("/hook", {{.mode = ReplyMode::never_answers}});
    std::vector<CallFailure> failures;
    {
        Sender sender{trusting_tests()};
        sender.send(post_to(receiver.url("/hook"), 60s), [&](const OutgoingResult& first) {
            failures.push_back(first.failure);
            sender.send(post_to(receiver.url("/hook"), 60s),
                        [&](const OutgoingResult& second) { failures.push_back(second.failure); });
        });
        receiver.wait_for("/hook", 1);
    }
    EXPECT_THAT(failures, ElementsAre(CallFailure::broken, CallFailure::broken));
}

TEST(Sender, RunsWhatIsPostedOnItsThread) {
    Sender sender{trusting_tests()};
    std::promise<std::thread::id> first;
    std::promise<std::thread::id> second;
    sender.post([&] {
        first.set_value(std::this_thread::get_id());
        sender.post([&] { second.set_value(std::this_thread::get_id()); });
    });
    const auto id = first.get_future().get();
    EXPECT_NE(id, std::this_thread::get_id());
    EXPECT_EQ(second.get_future().get(), id);
}

TEST(Sender, IsUsedByManyThreads) {
    Receiver receiver;
    Sender sender{trusting_tests()};
    std::atomic<int> taken = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int n = 0; n < 50; ++n)
                    taken += call(sender, post_to(receiver.url("/hook"))).status == 202;
            });
        }
    }
    EXPECT_EQ(taken, 200);
}

// A server that stops does not wait for receivers.
TEST_F(SenderTest, FailsAllCallsOnceItIsStopped) {
    receiver.plan("/hook", {Reply{.mode = ReplyMode::never_answers}});
    auto waiting =
        std::async(std::launch::async, [&] { return sender.call(post_to(receiver.url("/hook"), 10min)); });
    receiver.wait_for("/hook", 1);
    sender.stop();
    EXPECT_EQ(waiting.get().failure, CallFailure::broken);
    const OutgoingResult later = sender.call(post_to(receiver.url("/hook"), 10min));
    EXPECT_EQ(later.failure, CallFailure::broken);
    EXPECT_THAT(later.reason, HasSubstr("stopped"));
    EXPECT_THAT(receiver.deliveries("/hook"), SizeIs(1));
}

TEST_F(SenderTest, SaysWhetherABodyWasCut) {
    EXPECT_FALSE(answer_to({.body = std::string(65'536, 'x')}).is_cut);
    EXPECT_TRUE(answer_to({.body = std::string(65'537, 'x')}).is_cut);
    EXPECT_FALSE(answer_to({.body = "short"}).is_cut);
}

}  // namespace
}  // namespace callboard::webhooks
