#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/metric.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using test::Answer;
using test::Connection;
using test::echo;
using test::eventually;
using test::HandlerControl;
using test::handlers;
using test::request_text;
using test::row;
using test::streamed;

constexpr std::size_t kKiB = 1024;
constexpr std::size_t kMiB = 1024 * kKiB;
constexpr std::size_t kBudget = 16 * kMiB;
constexpr std::size_t kLarge = 6 * kMiB;
constexpr std::size_t kOpen = kBudget / 4 - 64 * kKiB;  // almost all that callers without a credential have
constexpr std::size_t kPiece = kBudget / 4 / 4 - 64 * kKiB;  // almost all of it that one network has
constexpr std::size_t kConnection = 8 * kKiB;                // of one connection

class Endless final : public http::BodyStream {
  public:
    bool next(std::string& piece) override {
        piece.assign(http::kPieceSize, 'x');
        return true;
    }
    std::size_t memory() const override { return kLarge; }
};

edge::Page large(const edge::Services&, const http::Request&) {
    return {.content_type = "text/plain", .body = std::string(kLarge, 'x')};
}

edge::Page open_to_all(const edge::Services&, const http::Request&) {
    return {.content_type = "text/plain", .body = std::string(kOpen, 'x')};
}

// Two of them are more than one network may have of that.
edge::Page piece(const edge::Services&, const http::Request&) {
    return {.content_type = "text/plain", .body = std::string(kPiece, 'x')};
}

// The same bytes for all.
edge::Route shared(edge::Columns columns) {
    edge::Route shared{std::move(columns)};
    shared.response_type = "text/plain";
    shared.start = [text = std::make_shared<const std::string>(kPiece, 'x')](edge::RequestContext& context) {
        context.exchange->response.content_type = "text/plain";
        context.exchange->response.share_body(*text, text);
        context.work = std::make_unique<edge::FinishedWork>();
        context.exchange->resume();
    };
    return shared;
}

edge::Page small(const edge::Services&, const http::Request&) {
    return {.content_type = "text/plain", .body = std::string(16 * kKiB, 'x')};
}

// Two of them are almost all of the budget.
edge::Page half(const edge::Services&, const http::Request&) {
    return {.content_type = "text/plain", .body = std::string(kBudget / 2 - 12 * kKiB, 'x')};
}

edge::Page large_fault(const edge::Services&, const http::Request&) {
    return {.status = 422, .content_type = "text/plain", .body = std::string(kLarge, 'x')};
}

edge::Columns known_row(http::Method method, std::string_view path, std::string_view operation) {
    return {method, path, operation, "", edge::any_credential(), {throttle::Policy::customer_api}, 200};
}

std::vector<edge::Route> test_rows() {
    using enum http::Method;
    std::vector<edge::Route> rows;
    rows.push_back(edge::page(known_row(get, "/test/large", "large"), "text/plain", large));
    rows.push_back(edge::page(row(get, "/test/open", "open"), "text/plain", open_to_all));
    rows.push_back(edge::page(row(get, "/test/piece", "piece"), "text/plain", piece));
    rows.push_back(shared(row(get, "/test/shared", "shared")));
    rows.push_back(edge::page(row(get, "/test/small", "small"), "text/plain", small));
    rows.push_back(edge::page(row(post, "/test/large", "postLarge"), "text/plain", large));
    rows.push_back(edge::page(row(post, "/test/fault", "postFault"), "text/plain", large_fault));
    rows.push_back(edge::page(known_row(get, "/test/half", "half"), "text/plain", half));
    rows.push_back(
        edge::page(known_row(post, "/test/known", "known"), "text/plain", echo).with_body_limit(kBudget));
    rows.push_back(edge::page(row(get, "/test/watch", "watch"), "text/plain", large).unlogged());
    rows.push_back(edge::page(known_row(get, "/test/endless", "endless"), "text/plain", streamed<Endless>));
    rows.push_back(edge::page(row(post, "/test/echo", "echo"), "text/plain", echo).with_body_limit(kBudget));
    return rows;
}

std::string head_of_body(std::size_t size, std::string_view more = "") {
    return "POST /test/echo HTTP/1.1\r\nHost: test\r\nContent-Length: " + std::to_string(size) + "\r\n" +
           std::string{more} + "\r\n";
}
const std::string kChunkedHead =
    "POST /test/echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n";

class HttpMemoryBudget : public testing::Test {
  protected:
    HttpMemoryBudget() { handlers = &handlers_; }

    double metric(const std::string& name) const {
        return test::metric(server.db.metrics.page(), name).value_or(-1);
    }
    std::size_t in_use() const { return static_cast<std::size_t>(metric("callboard_memory_in_use_bytes")); }
    int refusals() const { return static_cast<int>(metric("callboard_memory_refusals_total")); }

    // Uses almost all of the budget until the connections end: responses that nobody reads.
    std::vector<Connection> use_up() {
        std::vector<Connection> holders;
        for (int i = 0; i < 2; ++i) {
            holders.push_back(server.connect());
            holders.back().send(known_request("/test/half"));
        }
        EXPECT_TRUE(eventually([&] { return in_use() > kBudget - 20 * kKiB; })) << in_use();
        return holders;
    }
    std::string known_request(const std::string& path) const {
        return request_text("GET", path, {{"X-SmartToken", key}});
    }
    test::Client known_client() const { return server.client_with_key(key); }
    void expect_all_released() {
        EXPECT_TRUE(eventually([&] { return in_use() == 0; })) << in_use();
    }
    static void expect_refused(const Answer& answer) {
        EXPECT_EQ(answer.status, 503);
        EXPECT_EQ(answer.error_code(), "SERVICE_UNAVAILABLE");
        EXPECT_EQ(answer.header("retry-after"), "1");
        EXPECT_NE(answer.header("x-request-id"), "");
    }

    HandlerControl handlers_;
    test::TestServer server{{.extra_routes = test_rows(), .memory_budget = kBudget}};
    const CompanyId company = given::company(*server.db);
    const std::string key = given::api_key(*server.db, company, given::user(*server.db, company));
};

TEST_F(HttpMemoryBudget, IsShownAndNothingOfItIsHeldByNobody) {
    EXPECT_EQ(metric("callboard_memory_budget_bytes"), kBudget);
    EXPECT_EQ(in_use(), 0U);
    {
        test::Client client = server.client();
        EXPECT_EQ(client.get("/healthz").status, 200);
        EXPECT_EQ(in_use(), kConnection);
    }
    expect_all_released();
    EXPECT_EQ(refusals(), 0);
}

TEST_F(HttpMemoryBudget, ARequestIsGivenBackWhenItWasAnswered) {
    test::Client client = server.client();
    for (const std::size_t size : {kKiB, 5 * kKiB, 100 * kKiB, 3 * kMiB}) {
        EXPECT_EQ(client.request("POST", "/test/echo", std::string(size, 'x')).status, 200);
        EXPECT_TRUE(eventually([&] { return in_use() == kConnection; })) << size << ": " << in_use();
    }
}

TEST_F(HttpMemoryBudget, AnAnnouncedBodyTakesNothingFromOthers) {
    constexpr std::size_t kMany = 20;
    std::vector<Connection> announcing;
    for (std::size_t i = 0; i < kMany; ++i) {
        announcing.push_back(server.connect());
        announcing.back().send(head_of_body(3 * kMiB));
    }

    EXPECT_TRUE(eventually([&] { return in_use() >= kMany * (kConnection + 16 * kKiB); })) << in_use();
    EXPECT_LE(in_use(), kMany * (kConnection + 20 * kKiB)) << "a buffer to read into";
    EXPECT_EQ(known_client().get("/test/large").status, 200);
    EXPECT_EQ(refusals(), 0);
    announcing.clear();
    expect_all_released();
}

TEST_F(HttpMemoryBudget, AnAnnouncedBodyIsCountedAsItComes) {
    Connection connection = server.connect();
    connection.send(head_of_body(3 * kMiB));
    connection.send(std::string(kMiB, 'x'));

    EXPECT_TRUE(eventually([&] { return in_use() >= kMiB; })) << in_use();
    EXPECT_LE(in_use(), 2 * kMiB + 64 * kKiB);
    connection.send(std::string(2 * kMiB - 1, 'x'));
    EXPECT_TRUE(eventually([&] { return in_use() >= 3 * kMiB; })) << in_use();
    EXPECT_LE(in_use(), 3 * kMiB + 64 * kKiB);
    connection.send("x");
    EXPECT_EQ(connection.receive().body.size(), 3 * kMiB);
}

TEST_F(HttpMemoryBudget, LargeBodiesWithoutACredentialHaveAQuarter) {
    Connection first = server.connect();
    first.send(head_of_body(3 * kMiB));
    first.send(std::string(3 * kMiB - 1, 'x'));
    ASSERT_TRUE(eventually([&] { return in_use() >= 3 * kMiB; })) << in_use();

    Connection announced = server.connect();
    announced.send(head_of_body(2 * kMiB));
    expect_refused(announced.receive());
    Connection in_chunks = server.connect();
    in_chunks.try_send(kChunkedHead + "200000\r\n" + std::string(2 * kMiB - 1, 'x'));
    expect_refused(in_chunks.receive());
    EXPECT_EQ(server.client().request("POST", "/test/echo", std::string(10 * kKiB, 'x')).status, 200);
    EXPECT_EQ(known_client().request("POST", "/test/known", std::string(kLarge, 'x')).body.size(), kLarge);

    first.send("x");
    EXPECT_EQ(first.receive().status, 200);
    EXPECT_TRUE(eventually([&] { return in_use() < kMiB; })) << in_use();
    EXPECT_EQ(server.client().request("POST", "/test/echo", std::string(3 * kMiB, 'x')).status, 200);
}

TEST_F(HttpMemoryBudget, ABodyInChunksIsCountedAsItComes) {
    Connection connection = server.connect();
    connection.send(kChunkedHead + "200000\r\n" + std::string(kMiB, 'x'));

    EXPECT_TRUE(eventually([&] { return in_use() >= kMiB; }));
    EXPECT_LE(in_use(), 3 * kMiB);
    connection.reset();
    expect_all_released();
}

TEST_F(HttpMemoryBudget, ALargeHeadIsCounted) {
    Connection connection = server.connect();
    connection.send("GET /healthz HTTP/1.1\r\nHost: test\r\nX-Large: " + std::string(12 * kKiB, 'x'));

    EXPECT_TRUE(eventually([&] { return in_use() >= 12 * kKiB; }));
    connection.reset();
    expect_all_released();
}

TEST_F(HttpMemoryBudget, ABodyWithoutRoomIsRefusedBeforeItComesAndTheConnectionSurvives) {
    std::vector<Connection> holders = use_up();
    Connection connection = server.connect();

    for (int i = 1; i <= 3; ++i) {
        connection.send(head_of_body(60 * kKiB, "Connection: keep-alive\r\n"));
        connection.send(std::string(60 * kKiB, 'x'));
        const Answer answer = connection.receive();
        expect_refused(answer);
        EXPECT_EQ(answer.header("connection"), "");
        EXPECT_EQ(refusals(), i);
    }
    Connection larger = server.connect();
    larger.send(head_of_body(kMiB));
    expect_refused(larger.receive());
    EXPECT_TRUE(larger.closed_by_server());

    connection.send(request_text("POST", "/test/echo", {}, "small"));
    EXPECT_EQ(connection.receive().body, "small") << "small requests need none of it";
    holders.clear();
    ASSERT_TRUE(eventually([&] { return in_use() < kMiB; })) << in_use();
    connection.send(request_text("POST", "/test/echo", {}, std::string(60 * kKiB, 'y')));
    EXPECT_EQ(connection.receive().status, 200);
}

TEST_F(HttpMemoryBudget, AClientThatWaitsToSendIsNotToldToContinue) {
    const std::vector<Connection> holders = use_up();
    Connection connection = server.connect();

    connection.send(head_of_body(kMiB, "Expect: 100-continue\r\n"));

    expect_refused(connection.receive());
    EXPECT_TRUE(connection.closed_by_server());
}

TEST_F(HttpMemoryBudget, ABodyInChunksIsRefusedWhereTheRoomEnds) {
    const std::vector<Connection> holders = use_up();
    Connection connection = server.connect();

    connection.try_send(kChunkedHead + "100000\r\n" + std::string(512 * kKiB, 'x'));

    expect_refused(connection.receive());
    EXPECT_TRUE(connection.closed_by_server());
}

TEST_F(HttpMemoryBudget, AResponseIsHeldUntilItIsReadAndTheNextOneIsRefused) {
    Connection slow = server.connect();
    Connection other = server.connect();
    slow.send(known_request("/test/large"));
    other.send(known_request("/test/large"));
    ASSERT_TRUE(eventually([&] { return in_use() >= 2 * kLarge; })) << in_use();
    EXPECT_LE(in_use(), 2 * kLarge + 64 * kKiB) << "each is held once";

    expect_refused(known_client().get("/test/large"));
    EXPECT_EQ(server.client().get("/healthz").status, 200);
    EXPECT_EQ(refusals(), 1);

    EXPECT_EQ(slow.receive().body.size(), kLarge);
    EXPECT_TRUE(eventually([&] { return in_use() < 2 * kLarge; }));
    EXPECT_EQ(known_client().get("/test/large").status, 200);
    other.reset();
    EXPECT_TRUE(eventually([&] { return in_use() <= 2 * kConnection; })) << in_use();
}

TEST_F(HttpMemoryBudget, LargeResponsesWithoutACredentialHaveAQuarter) {
    Connection slow = server.connect();
    slow.send(request_text("GET", "/test/open"));
    ASSERT_TRUE(eventually([&] { return in_use() >= kOpen; })) << in_use();

    expect_refused(server.client().get("/test/open"));
    EXPECT_EQ(server.client().get("/test/small").status, 200);
    EXPECT_EQ(server.client().request("POST", "/test/echo", std::string(10 * kKiB, 'x')).status, 200);
    EXPECT_EQ(known_client().get("/test/large").status, 200);

    EXPECT_EQ(slow.receive().body.size(), kOpen);
    EXPECT_TRUE(eventually([&] { return in_use() < kMiB; })) << in_use();
    EXPECT_EQ(server.client().get("/test/open").status, 200);
}

TEST_F(HttpMemoryBudget, ResponsesTakeNothingFromBodiesWithoutACredential) {
    Connection slow = server.connect();
    slow.send(request_text("GET", "/test/open"));
    ASSERT_TRUE(eventually([&] { return in_use() >= kOpen; })) << in_use();

    Connection sending = server.connect();
    sending.send(head_of_body(3 * kMiB));
    sending.send(std::string(3 * kMiB - 1, 'x'));

    EXPECT_TRUE(eventually([&] { return in_use() >= kOpen + 3 * kMiB; })) << in_use();
    EXPECT_EQ(refusals(), 0);
}

TEST_F(HttpMemoryBudget, SlowReadersOfOneNetworkHaveAShare) {
    Connection slow = server.connect();
    slow.send(request_text("GET", "/test/piece"));
    ASSERT_TRUE(eventually([&] { return in_use() >= kPiece; })) << in_use();

    expect_refused(server.client().get("/test/piece"));
    Connection of_other{server.port(), "127.0.0.2"};
    of_other.send(request_text("GET", "/test/piece"));
    EXPECT_EQ(of_other.receive().body.size(), kPiece);

    EXPECT_EQ(slow.receive().body.size(), kPiece);
    EXPECT_TRUE(eventually([&] { return in_use() < kPiece; })) << in_use();
    EXPECT_EQ(server.client().get("/test/piece").status, 200);
}

TEST_F(HttpMemoryBudget, WhatSlowReadersShareIsCountedOnce) {
    std::vector<Connection> slow;
    for (int i = 0; i < 10; ++i) {
        slow.push_back(server.connect());
        slow.back().send(request_text("GET", "/test/shared"));
    }
    ASSERT_TRUE(eventually([&] { return in_use() >= kPiece; })) << in_use();
    EXPECT_EQ(server.client().get("/test/small").status, 200);

    EXPECT_LE(in_use(), kPiece + 11 * (kConnection + 16 * kKiB));
    EXPECT_EQ(refusals(), 0);
    for (Connection& each : slow) EXPECT_EQ(each.receive().body.size(), kPiece);
    slow.clear();
    expect_all_released();
}

TEST_F(HttpMemoryBudget, TheResultOfAChangeIsAlwaysReturned) {
    const std::vector<Connection> holders = use_up();

    EXPECT_EQ(server.client().post("/test/large", "").body.size(), kLarge);
    EXPECT_EQ(refusals(), 0);
}

TEST_F(HttpMemoryBudget, AChangeThatWasNotMadeHasNoSuchResult) {
    EXPECT_EQ(server.client().post("/test/fault", "").status, 422);
    const std::vector<Connection> holders = use_up();

    expect_refused(server.client().post("/test/fault", ""));
    EXPECT_EQ(refusals(), 1);
}

TEST_F(HttpMemoryBudget, WhoeverWatchesTheServerIsAlwaysAnswered) {
    const std::vector<Connection> holders = use_up();

    EXPECT_EQ(server.client().get("/test/watch").body.size(), kLarge);
    EXPECT_EQ(server.client().get("/readyz").status, 200);
    EXPECT_EQ(server.client().get("/metrics").status, 200);
}

TEST_F(HttpMemoryBudget, AStreamTakesWhatItSaysAndIsRefusedWithoutRoom) {
    Connection one = server.connect();
    Connection other = server.connect();
    one.send(known_request("/test/endless"));
    other.send(known_request("/test/endless"));
    ASSERT_TRUE(eventually([&] { return in_use() >= 2 * kLarge; }));

    Connection third = server.connect();
    third.send(known_request("/test/endless"));
    expect_refused(third.receive());
    third.send(request_text("GET", "/healthz"));
    EXPECT_EQ(third.receive().status, 200);

    one.reset();
    other.reset();
    EXPECT_TRUE(eventually([&] { return in_use() <= 3 * kConnection; })) << in_use();
}

TEST_F(HttpMemoryBudget, FilesOfTheProgramAreSharedByTheirReaders) {
    std::vector<Connection> readers;
    for (int i = 0; i < 50; ++i) {
        readers.push_back(server.connect());
        readers.back().send(request_text("GET", "/openapi.json"));
    }
    EXPECT_EQ(server.client().get("/healthz").status, 200);

    EXPECT_LE(in_use(), 51 * (kConnection + 4 * kKiB));
    const std::string first = readers.front().receive().body;
    EXPECT_GT(first.size(), 300 * kKiB);
    for (std::size_t i = 1; i < readers.size(); ++i) EXPECT_EQ(readers[i].receive().body, first) << i;
}

// Unneeded bytes are discarded on arrival.
TEST_F(HttpMemoryBudget, ABodyWithoutACredentialIsNotKept) {
    std::vector<Connection> unauthenticated;
    for (int i = 0; i < 20; ++i) {
        unauthenticated.push_back(server.connect());
        unauthenticated.back().send("POST /jobs HTTP/1.1\r\nHost: test\r\nContent-Length: 65536\r\n\r\n" +
                                    std::string(65'535, 'x'));
    }
    EXPECT_EQ(server.client().get("/healthz").status, 200);

    EXPECT_LE(in_use(), 21 * (kConnection + 4 * kKiB));
    for (Connection& each : unauthenticated) {
        each.send("x");
        EXPECT_EQ(each.receive().status, 401);
        each.send(request_text("GET", "/healthz"));
        EXPECT_EQ(each.receive().status, 200);
    }
}

}  // namespace
}  // namespace callboard
