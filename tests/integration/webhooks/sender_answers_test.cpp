// Answers of receivers, most of them faulty.
#include <chrono>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/sender_fixture.h"
#include "support/eventually.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;
using test::Receiver;
using test::Reply;
using test::ReplyMode;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Ge;
using testing::IsEmpty;
using testing::Le;
using testing::Pair;

class SenderAnswers : public SenderFixture {
  protected:
    Failure failure_of(Reply reply, std::chrono::milliseconds limit = test::kLongestWait) {
        const auto result = answer_to(std::move(reply), limit);
        EXPECT_EQ(result.status, 0);
        EXPECT_THAT(result.headers, IsEmpty());
        EXPECT_EQ(result.body, "");
        return {result.failure, result.reason};
    }
};

TEST_F(SenderAnswers, TakesAnAnswerInChunks) {
    const auto result = answer_to({.raw = "HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n"
                                          "3\r\nabc\r\n2\r\nde\r\n0\r\nX-Trailer: late\r\n\r\n"});
    EXPECT_EQ(result.status, 202);
    EXPECT_EQ(result.body, "abcde");
    EXPECT_THAT(result.headers, ElementsAre(Pair("transfer-encoding", "chunked")));
}

TEST_F(SenderAnswers, TakesAnAnswerThatEndsWithTheConnection) {
    const auto result = answer_to({.raw = "HTTP/1.0 202 Accepted\r\n\r\nuntil the end"});
    EXPECT_EQ(result.status, 202);
    EXPECT_EQ(result.body, "until the end");
}

TEST_F(SenderAnswers, PassesOverProvisionalAnswers) {
    const auto result = answer_to({.raw = "HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\n"
                                          "HTTP/1.1 103 Early Hints\r\nX-Hint: 1\r\n\r\n"
                                          "HTTP/1.1 202 Accepted\r\nX-Last: 1\r\nContent-Length: 0\r\n\r\n"});
    EXPECT_EQ(result.status, 202);
    EXPECT_THAT(result.headers, ElementsAre(Pair("x-last", "1"), Pair("content-length", "0")));
}

TEST_F(SenderAnswers, LeavesOutContinuedHeaderLines) {
    const auto result = answer_to({.raw = "HTTP/1.1 202 Accepted\r\nX-One: a\r\n continued: b\r\n\tc: d\r\n"
                                          "Content-Length: 0\r\n\r\n"});
    EXPECT_EQ(result.failure, CallFailure::none) << result.reason;
    EXPECT_EQ(result.status, 202);
    EXPECT_THAT(result.headers, ElementsAre(Pair("x-one", "a"), Pair("content-length", "0")));
}

TEST_F(SenderAnswers, TakesAnAnswerThatComesByteByByte) {
    EXPECT_EQ(answer_to({.body = "slowly", .mode = ReplyMode::answers_byte_by_byte}).body, "slowly");
}

TEST_F(SenderAnswers, DoesNotUnpackWhatItDidNotAskToBePacked) {
    const auto result = answer_to({.headers = {{"Content-Encoding", "gzip"}}, .body = "not gzip at all"});
    EXPECT_EQ(result.status, 202);
    EXPECT_EQ(result.body, "not gzip at all");
}

TEST_F(SenderAnswers, FollowsNoRedirect) {
    for (const int status : {301, 302, 303, 307, 308}) {
        const auto result =
            answer_to({.status = status, .headers = {{"Location", receiver.url("/elsewhere")}}});
        EXPECT_EQ(result.status, status);
        EXPECT_EQ(result.failure, CallFailure::none);
    }
    EXPECT_THAT(receiver.deliveries("/elsewhere"), IsEmpty());
}

TEST_F(SenderAnswers, ReadsSixtyFourKibibytesAndNoMore) {
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

TEST_F(SenderAnswers, GivesUpWhenNothingComes) {
    const auto result = answer_to({.mode = ReplyMode::never_answers}, 200ms);
    EXPECT_EQ(result.failure, CallFailure::timed_out);
    EXPECT_EQ(result.reason, "no response within 200 ms");
    EXPECT_THAT(result.took, AllOf(Ge(190ms), Le(test::kLongestWait)));
    EXPECT_EQ(result.address, IpAddress::parse("127.0.0.1"));
}

TEST_F(SenderAnswers, SaysHowLongEachPartTook) {
    const auto sum = [](const CallTimes& times) {
        return times.name + times.connect + times.tls + times.wait;
    };
    const auto first = call(sender, post_to(receiver.url("/hook")));
    EXPECT_GT(first.times.connect, 0us);
    EXPECT_GT(first.times.tls, 0us);
    EXPECT_GT(first.times.wait, 0us);
    EXPECT_LE(sum(first.times), first.took + 1ms);

    const auto kept = call(sender, post_to(receiver.url("/hook")));
    EXPECT_EQ(receiver.connections(), 1u);
    EXPECT_EQ(kept.times.connect, 0us);
    EXPECT_EQ(kept.times.tls, 0us);
    EXPECT_GT(kept.times.wait, 0us);

    const auto late = answer_to({.mode = ReplyMode::never_answers}, 200ms);
    EXPECT_GT(late.times.wait, 0us) << "the part that it failed in";
    EXPECT_GE(sum(late.times), 190ms);
}

TEST_F(SenderAnswers, SaysWhereItFailed) {
    const auto refused = call(sender, post_to("https://127.0.0.1:1/"));
    EXPECT_EQ(refused.failure, CallFailure::connect) << refused.reason;
    EXPECT_GT(refused.times.connect, 0us);
    EXPECT_EQ(refused.times.tls, 0us);
    EXPECT_EQ(refused.times.wait, 0us);

    const Receiver expired{test::Certificate::expired};
    const auto untrusted = call(sender, post_to(expired.url("/hook")));
    EXPECT_EQ(untrusted.failure, CallFailure::tls) << untrusted.reason;
    EXPECT_GT(untrusted.times.tls, 0us);
    EXPECT_EQ(untrusted.times.wait, 0us);
}

TEST_F(SenderAnswers, GivesUpWhenTheAnswerIsNotCompleteInTime) {
    const Failure expected{CallFailure::timed_out, "no response within 1 s"};
    EXPECT_EQ(failure_of({.mode = ReplyMode::answers_byte_by_byte, .pause = 100ms}, 1s), expected);
    EXPECT_EQ(
        failure_of({.body = std::string(1000, 'x'), .mode = ReplyMode::answers_byte_by_byte, .pause = 5ms},
                   1s),
        expected);
}

TEST_F(SenderAnswers, OneThatDoesNotAnswerHoldsUpNobody) {
    receiver.plan("/dead", {{.mode = ReplyMode::answers_when_released}});
    std::vector<std::future<OutgoingResult>> waiting;
    for (int i = 0; i < 50; ++i) waiting.push_back(send(sender, post_to(receiver.url("/dead"), 60s)));
    receiver.wait_for("/dead", 50);

    EXPECT_EQ(call(sender, post_to(receiver.url("/hook"))).status, 202);

    receiver.release("/dead");
    for (auto& result : waiting) EXPECT_EQ(result.get().status, 202);
}

TEST_F(SenderAnswers, TellsAnswersThatAreNotHttp) {
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

TEST_F(SenderAnswers, TakesAProvisionalAnswerForNone) {
    EXPECT_EQ(failure_of({.raw = "HTTP/1.1 100 Continue\r\n\r\n"}).failure, CallFailure::broken);
    const auto result = failure_of({.raw = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nanything"});
    EXPECT_EQ(result, (Failure{CallFailure::broken, "the response switches to another protocol"}));
}

TEST_F(SenderAnswers, ReadsNoEndlessHeaders) {
    const Failure too_long{CallFailure::broken, "the response headers exceed 64 KiB"};
    std::string many = "HTTP/1.1 202 Accepted\r\n";
    for (int i = 0; i < 5000; ++i) many += "X-Filler: 0123456789\r\n";
    EXPECT_EQ(failure_of({.raw = many + "\r\n"}), too_long);

    std::string provisional;
    for (int i = 0; i < 5000; ++i) provisional += "HTTP/1.1 100 Continue\r\n\r\n";
    EXPECT_EQ(failure_of({.raw = provisional + "HTTP/1.1 202 Accepted\r\n\r\n"}), too_long);

    EXPECT_EQ(failure_of({.headers = {{"X-Long", std::string(200'000, 'x')}}}).failure, CallFailure::broken);
}

TEST_F(SenderAnswers, TellsConnectionsThatEndTooSoon) {
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

TEST(SenderWithoutAnswer, TellsThatNobodyListens) {
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

TEST(SenderWithoutAnswer, GivesUpOnAReceiverThatNeverReads) {
    const Receiver never_reading{Receiver::Options{.never_reads = true}};
    Sender sender{trusting_tests()};
    EXPECT_EQ(call(sender, post_to(never_reading.url("/hook"), 200ms)).failure, CallFailure::timed_out);
}

TEST_F(SenderAnswers, SaysWhetherABodyWasCut) {
    EXPECT_FALSE(answer_to({.body = std::string(65'536, 'x')}).is_cut);
    EXPECT_TRUE(answer_to({.body = std::string(65'537, 'x')}).is_cut);
    EXPECT_FALSE(answer_to({.body = "short"}).is_cut);
}

}  // namespace
}  // namespace callboard::webhooks
