#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/socket.h>

#include "base/error.h"
#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/metric.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::Answer;
using test::Connection;
using test::Done;
using test::echo;
using test::eventually;
using test::HandlerControl;
using test::handlers;
using test::request_text;
using test::row;
using test::run_long_query;
using test::streamed;
using test::wait_reading;
using test::wait_writing;
using test::write_at_once;

Done read_long(db::Snapshot& snapshot, const edge::Call<>&) {
    run_long_query(snapshot);
    return {"done"};
}

class Endless final : public http::BodyStream {
  public:
    Endless() { ++handlers->streams; }
    ~Endless() override { --handlers->streams; }
    bool next(std::string& piece) override {
        ++handlers->pieces;
        piece.assign(http::kPieceSize, 'x');
        return true;
    }
};

class Short final : public http::BodyStream {
  public:
    bool next(std::string& piece) override {
        if (left_-- == 0) return false;
        piece.assign(10'000, 'x');
        return true;
    }

  private:
    int left_ = 20;
};

edge::Page large(const edge::Services&, const http::Request&) {
    return {.content_type = "text/plain", .body = std::string(std::size_t{8} * 1024 * 1024, 'x')};
}

std::vector<edge::Route> test_rows() {
    using enum http::Method;
    std::vector<edge::Route> rows;
    rows.push_back(edge::route(row(get, "/test/long", "readLong"), read_long).heavy());
    rows.push_back(edge::route(row(get, "/test/wait", "waitReading"), wait_reading).heavy());
    rows.push_back(edge::route(row(post, "/test/wait", "waitWriting"), wait_writing));
    rows.push_back(edge::route(row(post, "/test/write", "writeAtOnce"), write_at_once));
    rows.push_back(edge::page(row(get, "/test/endless", "endless"), "text/plain", streamed<Endless>));
    rows.push_back(edge::page(row(get, "/test/short", "short"), "text/plain", streamed<Short>));
    rows.push_back(edge::page(row(get, "/test/large", "large"), "text/plain", large));
    rows.push_back(edge::page(row(post, "/test/echo", "echo"), "text/plain", echo));
    return rows;
}

class HttpDisconnects : public testing::Test {
  protected:
    HttpDisconnects() { handlers = &handlers_; }
    ~HttpDisconnects() override { handlers_.release(); }

    double metric(const std::string& name) {
        return test::metric(server.db.metrics.page(), name).value_or(-1);
    }
    bool all_connections_end() {
        return eventually([&] { return metric("callboard_http_connections") == 0; });
    }

    // After this response the event loop has also read everything sent before.
    void let_the_server_read() { ASSERT_EQ(server.client().get("/healthz").status, 200); }

    void begin(const std::string& request) {
        connection->send(request);
        handlers_.begun.wait(false);
    }

    HandlerControl handlers_;
    // There are no other writers: jobs waiting for the writer are counted.
    test::TestServer server{
        {.extra_routes = test_rows(), .generates_reports = false, .delivers_webhooks = false}};
    std::optional<Connection> connection{server.connect()};
};

TEST_F(HttpDisconnects, AHeavyReadIsStoppedWhenItsClientCloses) {
    begin(request_text("GET", "/test/long"));

    connection.reset();

    EXPECT_TRUE(eventually([] { return handlers->stopped.load(); }));
    EXPECT_TRUE(all_connections_end());
}

TEST_F(HttpDisconnects, AHeavyReadIsStoppedWhenItsClientResets) {
    begin(request_text("GET", "/test/long"));

    connection->reset();

    EXPECT_TRUE(eventually([] { return handlers->stopped.load(); }));
    EXPECT_TRUE(all_connections_end());
}

TEST_F(HttpDisconnects, AHeavyReadIsStoppedAlsoWhenTheClientHadAskedForMore) {
    begin(request_text("GET", "/test/long"));
    connection->send(request_text("GET", "/healthz"));
    let_the_server_read();

    connection.reset();

    EXPECT_TRUE(eventually([] { return handlers->stopped.load(); }));
    EXPECT_TRUE(all_connections_end());
}

TEST_F(HttpDisconnects, AHeavyReadOfALaterRequestIsStoppedToo) {
    connection->send(request_text("GET", "/test/wait"));
    handlers_.begun.wait(false);
    handlers_.release();
    EXPECT_EQ(connection->receive().status, 200);
    handlers_.begun = false;
    begin(request_text("GET", "/test/long"));

    connection.reset();

    EXPECT_TRUE(eventually([] { return handlers->stopped.load(); }));
}

TEST_F(HttpDisconnects, AWriteThatHasBegunIsFinished) {
    begin(request_text("POST", "/test/wait"));

    connection->reset();
    let_the_server_read();
    handlers_.release();

    EXPECT_TRUE(eventually([] { return handlers->writes == 1; }));
    EXPECT_TRUE(all_connections_end());
}

TEST_F(HttpDisconnects, AWriteThatHasNotBegunIsNotBegun) {
    begin(request_text("POST", "/test/wait"));
    Connection waiting = server.connect();
    waiting.send(request_text("POST", "/test/write"));
    ASSERT_TRUE(eventually([&] { return metric("callboard_store_queue") == 1; }));

    waiting.reset();
    let_the_server_read();
    handlers_.release();

    EXPECT_EQ(connection->receive().status, 200);
    connection.reset();
    EXPECT_TRUE(all_connections_end());
    EXPECT_EQ(handlers_.writes, 1);
}

TEST_F(HttpDisconnects, AStreamEndsWhenItsReaderLeaves) {
    connection->send(request_text("GET", "/test/endless"));
    ASSERT_TRUE(eventually([] { return handlers->pieces > 1; }));

    connection->reset();

    EXPECT_TRUE(eventually([] { return handlers->streams == 0; }));
    EXPECT_TRUE(all_connections_end());
}

TEST_F(HttpDisconnects, ALargeAnswerIsDroppedWhenItsReaderLeaves) {
    connection->send(request_text("GET", "/test/large"));
    let_the_server_read();

    connection->reset();

    EXPECT_TRUE(all_connections_end());
    EXPECT_EQ(server.client().get("/healthz").status, 200);
}

TEST_F(HttpDisconnects, AClientThatClosesItsHalfGetsItsAnswers) {
    connection->send(request_text("GET", "/healthz") + request_text("POST", "/test/echo", {}, "hello") +
                     request_text("GET", "/test/short") + request_text("GET", "/readyz"));

    connection->close_sending();

    EXPECT_EQ(connection->receive().status, 200);
    EXPECT_EQ(connection->receive().body, "hello");
    EXPECT_EQ(connection->receive().body.size(), 200'000U);
    EXPECT_EQ(connection->receive().status, 200);
    EXPECT_TRUE(connection->closed_by_server());
}

TEST_F(HttpDisconnects, AClientThatClosesItsHalfWhileWorkGoesOnGetsItsAnswer) {
    begin(request_text("GET", "/test/wait"));

    connection->close_sending();
    let_the_server_read();
    handlers_.release();

    const Answer answer = connection->receive();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("connection"), "close");
    EXPECT_TRUE(connection->closed_by_server());
}

// A half-closed connection looks like a closed one, so its work may be cancelled; but the client gets a
// response.
TEST_F(HttpDisconnects, AClientThatClosesItsHalfIsNotLeftWithoutAnAnswer) {
    for (const std::string& request :
         {request_text("GET", "/test/long"), request_text("POST", "/test/write")}) {
        Connection each = server.connect();

        each.send(request);
        each.close_sending();

        const Answer answer = each.receive();
        EXPECT_TRUE(answer.status == 200 || answer.status == 503) << answer.status;
    }
}

TEST_F(HttpDisconnects, TheGaugeCountsTheConnectionsThatThereAre) {
    const auto counted = [&] {
        return test::metric(server.client().get("/metrics").body, "callboard_http_connections");
    };
    std::vector<Connection> more;
    for (int i = 0; i < 5; ++i) {
        more.push_back(server.connect());
        more.back().send(request_text("GET", "/healthz"));
        EXPECT_EQ(more.back().receive().status, 200);
    }
    let_the_server_read();

    EXPECT_TRUE(eventually([&] { return counted() == 1 + 5 + 1; }));
    more[0].reset();
    more[1].reset();
    more[2].close_sending();
    EXPECT_TRUE(eventually([&] { return counted() == 1 + 2 + 1; }));
    more.clear();
    EXPECT_TRUE(eventually([&] { return counted() == 1 + 0 + 1; }));
}

TEST_F(HttpDisconnects, TwoHundredResetsAtAnyPlaceDoNoHarm) {
    handlers_.release();
    std::mt19937 random{271828};
    const std::vector<std::string> requests{
        request_text("GET", "/healthz"),
        request_text("POST", "/test/echo", {}, std::string(5000, 'x')),
        "POST /test/echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        request_text("GET", "/test/short"),
        request_text("GET", "/test/short", {{"Accept-Encoding", "gzip"}}),
        request_text("GET", "/test/large"),
        request_text("GET", "/test/endless"),
        request_text("GET", "/test/wait"),
        request_text("POST", "/test/write"),
        request_text("POST", "/jobs", {}, "{}"),
        request_text("HEAD", "/openapi.json"),
        "GET / HTTP/3.0\r\n\r\n"};
    for (int round = 0; round < 200; ++round) {
        Connection each = server.connect();
        std::string bytes;
        for (int i = 0; i < 4; ++i) bytes += requests[random() % requests.size()];
        each.try_send(std::string_view{bytes}.substr(0, random() % (bytes.size() + 1)));
        std::string taken(random() % 100'000, '\0');
        if (round % 3 == 1) recv(each.native_handle(), taken.data(), taken.size(), MSG_DONTWAIT);
        if (round % 3 == 2 && !taken.empty()) {
            const timeval a_moment{.tv_sec = 0, .tv_usec = 2000};
            setsockopt(each.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &a_moment, sizeof a_moment);
            recv(each.native_handle(), taken.data(), taken.size(), MSG_WAITALL);
        }

        if (round % 5 != 0) each.reset();
    }
    connection.reset();

    EXPECT_EQ(server.client().get("/healthz").status, 200);
    EXPECT_TRUE(all_connections_end());
    EXPECT_EQ(handlers_.streams, 0);
    EXPECT_EQ(server.client().get("/test/wait").status, 200);
    EXPECT_EQ(server.client().post("/test/write", "").status, 200);
}

// Accepts every request, works until the test resumes it, and records the calls of the server.
class RecordingHandler final : public http::Handler {
  public:
    void admit(http::Exchange& exchange) override {
        ++admissions;
        exchange.resume();
    }
    std::optional<std::size_t> admitted(const http::Exchange&) const override { return 1000; }
    void answer(http::Exchange& exchange) override {
        stop_requests = false;
        on_stop_.emplace(exchange.stop_token(), [this] { stop_requests = true; });
        working = &exchange;
        working.notify_all();
    }
    void build_response(http::Exchange& exchange) override { exchange.response.status = 204; }
    void pump(http::Exchange& exchange) override { exchange.resume(); }
    bool pump_succeeded(http::Exchange&) override { return true; }
    void refuse(http::Exchange& exchange, const http::Refusal& refusal) override {
        exchange.response.status = refusal.status;
    }
    http::Response overdue(const http::Exchange&) override { return {}; }
    void sending_last_bytes(http::Exchange&) override {}
    void response_blocked(http::Exchange&) override {}
    void gone(http::Exchange&) override {}
    void finished(http::Exchange&, int status, std::size_t, std::chrono::nanoseconds) override {
        ++ends;
        last_status = status;
        held_at_end.wait(true);
    }

    void resume() {
        working.wait(nullptr);
        working.exchange(nullptr)->resume();
    }

    std::atomic<int> admissions = 0;
    std::atomic<int> ends = 0;
    std::atomic<int> last_status = 0;
    std::atomic<http::Exchange*> working = nullptr;
    std::atomic<bool> stop_requests = false;
    std::atomic<bool> held_at_end = false;

  private:
    std::optional<std::stop_callback<std::function<void()>>> on_stop_;
};

// A server without periodic timeout checks.
class HttpHandler : public testing::Test {
  protected:
    HttpHandler() { server.start(); }
    ~HttpHandler() override {
        handler.held_at_end = false;
        handler.held_at_end.notify_all();
    }

    RecordingHandler handler;
    test::ManualClock clock;
    test::ManualStopwatch stopwatch;
    telemetry::Metrics metrics;
    const telemetry::Log log{telemetry::Level::off, telemetry::LogFormat::text};
    http::Server server{{.listen = {.host = "127.0.0.1", .port = 0}, .limits = {.sweep = 1h}},
                        handler,
                        clock,
                        stopwatch,
                        metrics,
                        log};
};

TEST_F(HttpHandler, IsNotifiedOfTheEndOfEachRequest) {
    Connection connection{server.port()};

    connection.send(request_text("POST", "/", {}, "hello") + request_text("GET", "/"));
    handler.resume();
    handler.resume();

    EXPECT_EQ(connection.receive().status, 204);
    EXPECT_EQ(connection.receive().status, 204);
    EXPECT_TRUE(eventually([&] { return handler.ends == 2; }));
    EXPECT_EQ(handler.last_status, 204);
}

// An admitted request holds resources that finished() releases.
TEST_F(HttpHandler, IsNotifiedOfTheEndOfARequestWhoseBodyNeverCame) {
    Connection connection{server.port()};
    connection.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhal");
    ASSERT_TRUE(eventually([&] { return handler.admissions == 1; }));

    connection.reset();

    EXPECT_TRUE(eventually([&] { return handler.ends == 1; }));
    EXPECT_EQ(handler.last_status, 499);
}

TEST_F(HttpHandler, IsNotifiedAtOnceThatTheClientHasLeft) {
    Connection connection{server.port()};
    connection.send(request_text("GET", "/"));
    handler.working.wait(nullptr);

    connection.reset();

    EXPECT_TRUE(eventually([&] { return handler.stop_requests.load(); }));
    handler.resume();
    EXPECT_TRUE(eventually([&] { return handler.ends == 1; }));
    EXPECT_EQ(handler.last_status, 499);
}

TEST_F(HttpHandler, IsNotifiedAtOnceThatTheClientHasLeftItsSecondRequest) {
    Connection connection{server.port()};
    connection.send(request_text("GET", "/"));
    handler.resume();
    EXPECT_EQ(connection.receive().status, 204);
    connection.send(request_text("GET", "/"));
    handler.working.wait(nullptr);

    connection.reset();

    EXPECT_TRUE(eventually([&] { return handler.stop_requests.load(); }));
    handler.resume();
    EXPECT_TRUE(eventually([&] { return handler.ends == 2; }));
}

// A client on another core may be this fast; here the server is delayed so that it always is.
TEST_F(HttpHandler, IsNotifiedAtOnceThatTheClientHasLeftARequestThatCameBeforeTheServerLooked) {
    Connection connection{server.port()};
    handler.held_at_end = true;
    connection.send(request_text("GET", "/"));
    handler.resume();
    EXPECT_EQ(connection.receive().status, 204);
    connection.send(request_text("GET", "/"));
    handler.held_at_end = false;
    handler.held_at_end.notify_all();
    handler.working.wait(nullptr);

    connection.reset();

    EXPECT_TRUE(eventually([&] { return handler.stop_requests.load(); }));
    handler.resume();
    EXPECT_TRUE(eventually([&] { return handler.ends == 2; }));
}

}  // namespace
}  // namespace callboard
