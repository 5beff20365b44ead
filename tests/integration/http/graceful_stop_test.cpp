#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::Answer;
using test::Connection;
using test::echo;
using test::eventually;
using test::HandlerControl;
using test::handlers;
using test::request_text;
using test::row;
using test::wait_reading;
using test::wait_writing;

// Blocks in the middle until the test releases it.
class BlockingStream final : public http::BodyStream {
  public:
    bool next(std::string& piece) override {
        if (++at_ > 10) return false;
        if (at_ == 5) handlers->wait_until_released();
        piece.assign(1000, 'x');
        return true;
    }

  private:
    int at_ = 0;
};

edge::Page halting(const edge::Services&, const http::Request&) {
    return {.content_type = "text/plain", .body = "", .stream = std::make_unique<BlockingStream>()};
}

constexpr std::size_t kLargeAnswer = std::size_t{16} * 1024 * 1024;

edge::Page large(const edge::Services&, const http::Request&) {
    return {.content_type = "text/plain", .body = std::string(kLargeAnswer, 'x')};
}

std::vector<edge::Route> test_rows() {
    using enum http::Method;
    std::vector<edge::Route> rows;
    rows.push_back(edge::route(row(get, "/test/wait", "waitReading"), wait_reading).heavy());
    rows.push_back(edge::route(row(post, "/test/wait", "waitWriting"), wait_writing));
    rows.push_back(edge::page(row(get, "/test/halting", "halting"), "text/plain", halting));
    rows.push_back(edge::page(row(get, "/test/large", "large"), "text/plain", large));
    rows.push_back(edge::page(row(post, "/test/echo", "echo"), "text/plain", echo));
    return rows;
}

bool refuses_connections(std::uint16_t port) {
    try {
        const Connection connection{port};
        return false;
    } catch (const std::runtime_error&) {
        return true;
    }
}

class HttpGracefulStop : public testing::Test {
  protected:
    HttpGracefulStop() { handlers = &handlers_; }
    ~HttpGracefulStop() override { handlers_.release(); }

    // After this response the event loop has also read everything sent before.
    void let_the_server_read() { ASSERT_EQ(server.client().get("/healthz").status, 200); }

    // Returns after the server has begun to stop.
    std::future<bool> begin_to_stop() {
        auto stopping = std::async(std::launch::async, [this] { return server.stop(test::kLongestWait); });
        EXPECT_TRUE(eventually([&] { return refuses_connections(server.port()); }));
        return stopping;
    }

    HandlerControl handlers_;
    test::TestServer server{{.extra_routes = test_rows()}};
    Connection connection = server.connect();
};

TEST_F(HttpGracefulStop, ClosesIdleConnections) {
    Connection used = server.connect();
    used.send(request_text("GET", "/healthz"));
    EXPECT_EQ(used.receive().status, 200);

    EXPECT_TRUE(server.stop(test::kLongestWait));

    EXPECT_EQ(connection.receive_rest(), "");
    EXPECT_TRUE(connection.closed_by_server());
    EXPECT_TRUE(used.closed_by_server());
}

TEST_F(HttpGracefulStop, ClosesIdleConnectionsOfAllLoops) {
    test::TestServer two_loops{{.loops = 2}};
    std::vector<Connection> idle;
    for (int i = 0; i < 20; ++i) {
        idle.push_back(two_loops.connect());
        idle.back().send(request_text("GET", "/healthz"));
        EXPECT_EQ(idle.back().receive().status, 200);
    }

    EXPECT_TRUE(two_loops.stop(test::kLongestWait));

    for (Connection& each : idle) EXPECT_TRUE(each.closed_by_server());
}

TEST_F(HttpGracefulStop, RefusesNewConnections) {
    let_the_server_read();

    EXPECT_TRUE(server.stop(test::kLongestWait));

    EXPECT_TRUE(refuses_connections(server.port()));
}

TEST_F(HttpGracefulStop, AnswersTheReadInFlightBeforeItReturns) {
    connection.send(request_text("GET", "/test/wait"));
    handlers_.begun.wait(false);
    auto stopping = begin_to_stop();

    handlers_.release();

    const Answer answer = connection.receive();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("connection"), "close");
    EXPECT_TRUE(connection.closed_by_server());
    connection.close_sending();
    EXPECT_TRUE(stopping.get());
}

TEST_F(HttpGracefulStop, AnswersTheWriteInFlightBeforeItReturns) {
    connection.send(request_text("POST", "/test/wait") + request_text("GET", "/healthz"));
    handlers_.begun.wait(false);
    auto stopping = begin_to_stop();

    handlers_.release();

    const Answer answer = connection.receive();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("connection"), "close");
    EXPECT_EQ(connection.receive_rest(), "");
    connection.close_sending();
    EXPECT_TRUE(stopping.get());
}

TEST_F(HttpGracefulStop, FinishesTheStreamInFlight) {
    connection.send(request_text("GET", "/test/halting"));
    handlers_.begun.wait(false);
    auto stopping = begin_to_stop();

    handlers_.release();

    EXPECT_EQ(connection.receive().body.size(), 10'000U);
    EXPECT_TRUE(connection.closed_by_server());
    connection.close_sending();
    EXPECT_TRUE(stopping.get());
}

TEST_F(HttpGracefulStop, SendsALargeAnswerToItsEnd) {
    connection.send(request_text("GET", "/test/large"));
    let_the_server_read();
    auto stopping = begin_to_stop();

    EXPECT_EQ(connection.receive().body.size(), kLargeAnswer);
    connection.close_sending();
    EXPECT_TRUE(stopping.get());
}

TEST_F(HttpGracefulStop, TakesTheRestOfARequestThatHasBegun) {
    Connection in_head = server.connect();
    connection.send("POST /test/echo HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhel");
    in_head.send("GET /healthz HTTP/1.1\r\nHo");
    let_the_server_read();
    auto stopping = begin_to_stop();

    connection.send("lo");
    in_head.send("st: test\r\n\r\n");

    const Answer with_body = connection.receive();
    EXPECT_EQ(with_body.body, "hello");
    EXPECT_EQ(with_body.header("connection"), "close");
    const Answer without = in_head.receive();
    EXPECT_EQ(without.status, 200);
    EXPECT_EQ(without.header("connection"), "close");
    connection.close_sending();
    in_head.close_sending();
    EXPECT_TRUE(stopping.get());
}

TEST_F(HttpGracefulStop, LosesNoAnswerOfAClientThatKeepsAsking) {
    std::atomic<int> answered = 0;
    std::atomic<int> broken = 0;
    const auto keep_asking = [&](Connection each) {
        while (each.try_send(request_text("POST", "/test/echo", {}, "hello"))) {
            try {
                const Answer answer = each.receive();
                ++answered;
                if (answer.header("connection") == "close") return;
            } catch (const std::runtime_error& error) {
                // Closed while idle, without any bytes. Anything else is a truncated response.
                if (std::string_view{error.what()} != "the connection ended within a response: ") ++broken;
                return;
            }
        }
    };
    std::vector<std::thread> clients;
    for (int i = 0; i < 8; ++i) clients.emplace_back(keep_asking, server.connect());
    EXPECT_TRUE(eventually([&] { return answered > 100; }));

    EXPECT_TRUE(server.stop(test::kLongestWait));

    for (std::thread& each : clients) each.join();
    EXPECT_EQ(broken, 0);
}

TEST_F(HttpGracefulStop, MayBeAskedForTwice) {
    EXPECT_TRUE(server.stop(test::kLongestWait));
    EXPECT_TRUE(server.stop(test::kLongestWait));
}

// Accepts every request and never finishes it.
class HangingHandler final : public http::Handler {
  public:
    void admit(http::Exchange& exchange) override { exchange.resume(); }
    std::optional<std::size_t> admitted(const http::Exchange&) const override { return 0; }
    void answer(http::Exchange&) override {
        asleep = true;
        asleep.notify_all();
    }
    void build_response(http::Exchange&) override {}
    void pump(http::Exchange&) override {}
    bool pump_succeeded(http::Exchange&) override { return true; }
    void refuse(http::Exchange&, const http::Refusal&) override {}
    http::Response overdue(const http::Exchange&) override { return {}; }
    void sending_last_bytes(http::Exchange&) override {}
    void response_blocked(http::Exchange&) override {}
    void gone(http::Exchange&) override {}
    void finished(http::Exchange&, int, std::size_t, std::chrono::nanoseconds) override {}

    std::atomic<bool> asleep = false;
};

class HttpStop : public testing::Test {
  protected:
    HangingHandler handler;
    const test::ManualClock clock;
    const test::ManualStopwatch stopwatch;
    telemetry::Metrics metrics;
    const telemetry::Log log{telemetry::Level::off, telemetry::LogFormat::text};
    const http::ServerOptions options{.listen = {.host = "127.0.0.1", .port = 0}};
};

TEST_F(HttpStop, SaysSoWhenSomethingDoesNotFinishInTime) {
    http::Server server{options, handler, clock, stopwatch, metrics, log};
    server.start();
    Connection connection{server.port()};
    connection.send(request_text("GET", "/"));
    handler.asleep.wait(false);

    EXPECT_FALSE(server.stop(50ms));

    EXPECT_TRUE(refuses_connections(server.port()));
}

TEST_F(HttpStop, LeavesNoConnectionBehindWhenTheServerGoes) {
    auto server = std::make_unique<http::Server>(options, handler, clock, stopwatch, metrics, log);
    server->start();
    Connection connection{server->port()};
    connection.send(request_text("GET", "/"));
    handler.asleep.wait(false);

    EXPECT_FALSE(server->stop(0ms));
    server.reset();

    EXPECT_TRUE(connection.closed_by_server());
}

TEST_F(HttpStop, RefusesNewConnectionsAlsoWhenNobodyWasConnected) {
    for (int i = 0; i < 50; ++i) {
        http::Server server{options, handler, clock, stopwatch, metrics, log};
        server.start();

        ASSERT_TRUE(server.stop(test::kLongestWait));

        ASSERT_TRUE(refuses_connections(server.port()));
    }
}

}  // namespace
}  // namespace callboard
