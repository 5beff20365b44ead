// Requests of the sender, its connections and its threads.
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/sender_fixture.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;
using test::Receiver;
using test::Reply;
using test::ReplyMode;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

class SenderTest : public SenderFixture {};

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

}  // namespace
}  // namespace callboard::webhooks
