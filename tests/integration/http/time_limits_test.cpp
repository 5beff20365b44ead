#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
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

constexpr std::size_t kMiB = std::size_t{1024} * 1024;
constexpr std::size_t kLargeAnswer = 32 * kMiB;

Done read_long(db::Snapshot& snapshot, const edge::Call<>&) {
    run_long_query(snapshot);
    return {"done"};
}

Done wait_then_read_long(db::Snapshot& snapshot, const edge::Call<>&) {
    handlers->wait_until_released();
    run_long_query(snapshot);
    return {"done"};
}

class Stream : public http::BodyStream {
  public:
    Stream() { ++handlers->streams; }
    ~Stream() override { --handlers->streams; }
};

class EndlessStream final : public Stream {
  public:
    bool next(std::string& piece) override {
        piece.assign(http::kPieceSize, 'x');
        return true;
    }
};

class StuckStream final : public Stream {
  public:
    bool next(std::string& piece) override {
        if (std::exchange(is_sent_, true)) {
            handlers->wait_until_released();
            return false;
        }
        piece = "first piece";
        return true;
    }

  private:
    bool is_sent_ = false;
};

edge::Page large(const edge::Services&, const http::Request&) {
    return {.content_type = "text/plain", .body = std::string(kLargeAnswer, 'x')};
}

std::vector<edge::Route> test_rows() {
    using enum http::Method;
    std::vector<edge::Route> rows;
    rows.push_back(edge::route(row(get, "/test/long", "readLong"), read_long).heavy());
    rows.push_back(edge::route(row(get, "/test/wait-long", "waitThenReadLong"), wait_then_read_long).heavy());
    rows.push_back(edge::route(row(get, "/test/wait", "waitReading"), wait_reading).heavy());
    rows.push_back(edge::route(row(post, "/test/wait", "waitWriting"), wait_writing));
    rows.push_back(edge::route(row(post, "/test/write", "writeAtOnce"), write_at_once));
    rows.push_back(edge::page(row(get, "/test/endless", "endless"), "text/plain", streamed<EndlessStream>));
    rows.push_back(edge::page(row(get, "/test/stuck", "stuck"), "text/plain", streamed<StuckStream>));
    rows.push_back(edge::page(row(get, "/test/large", "large"), "text/plain", large));
    rows.push_back(
        edge::page(row(post, "/test/echo", "echo"), "text/plain", echo).with_body_limit(edge::kMaxBody));
    return rows;
}

class HttpTimeLimits : public testing::Test {
  protected:
    HttpTimeLimits() { handlers = &handlers_; }
    ~HttpTimeLimits() override { handlers_.release(); }

    // Advances the time and waits until the server has read it; its reads are counted.
    void pass(std::chrono::seconds time) {
        server.stopwatch.advance(time);
        const double reads = metric("callboard_loop_lag_seconds_count");
        ASSERT_TRUE(eventually([&] { return metric("callboard_loop_lag_seconds_count") >= reads + 2; }));
    }
    double metric(const std::string& name) {
        return test::metric(server.db.metrics.page(), name).value_or(-1);
    }

    // After this response the event loop has also read everything sent before.
    void let_the_server_read() { ASSERT_EQ(server.client().get("/healthz").status, 200); }

    void send_and_let_read(std::string_view bytes) {
        connection.send(bytes);
        let_the_server_read();
    }
    void expect_too_slow(Connection& which) {
        const Answer answer = which.receive();
        EXPECT_EQ(answer.status, 408);
        EXPECT_EQ(answer.error_code(), "REQUEST_TIMEOUT");
        EXPECT_EQ(answer.header("connection"), "close");
        EXPECT_TRUE(which.closed_by_server());
    }
    void expect_overrun(Connection& which) {
        const Answer answer = which.receive();
        EXPECT_EQ(answer.status, 503);
        EXPECT_EQ(answer.error_code(), "REQUEST_TIMEOUT");
        EXPECT_EQ(answer.header("connection"), "close");
        EXPECT_NE(answer.header("x-request-id"), "");
        EXPECT_TRUE(which.closed_by_server());
    }

    HandlerControl handlers_;
    test::TestServer server{{.extra_routes = test_rows()}};
    Connection connection = server.connect();
};

TEST_F(HttpTimeLimits, AHeadMustComeWithinTenSeconds) {
    send_and_let_read("GET /healthz HTTP/1.1\r\nHost: te");

    pass(10s);

    expect_too_slow(connection);
}

TEST_F(HttpTimeLimits, AHeadMayTakeNineSeconds) {
    send_and_let_read("GET /healthz HTTP/1.1\r\nHost: te");

    pass(9s);
    connection.send("st\r\n\r\n");

    EXPECT_EQ(connection.receive().status, 200);
}

TEST_F(HttpTimeLimits, AHeadThatDripsIsCutLikeOneThatStands) {
    for (const std::string_view drop : {"G", "E", "T"}) {
        send_and_let_read(drop);
        pass(4s);
    }

    expect_too_slow(connection);
}

TEST_F(HttpTimeLimits, TheTimeOfAPipelinedHeadBeginsWhenItsTurnComes) {
    send_and_let_read(request_text("GET", "/healthz") + "GET /hea");
    EXPECT_EQ(connection.receive().status, 200);

    pass(10s);

    expect_too_slow(connection);
}

TEST_F(HttpTimeLimits, AnIdleConnectionIsClosedWithoutAWord) {
    Connection used = server.connect();
    used.send(request_text("GET", "/healthz"));
    EXPECT_EQ(used.receive().status, 200);
    let_the_server_read();

    pass(75s);

    EXPECT_EQ(connection.receive_rest(), "");
    EXPECT_TRUE(connection.closed_by_server());
    EXPECT_EQ(used.receive_rest(), "");
    EXPECT_TRUE(used.closed_by_server());
}

TEST_F(HttpTimeLimits, AConnectionMayBeIdleBetweenItsRequestsForAWhile) {
    for (int i = 0; i < 3; ++i) {
        connection.send(request_text("GET", "/healthz"));
        EXPECT_EQ(connection.receive().status, 200);

        pass(70s);
    }
}

TEST_F(HttpTimeLimits, ABodyThatComesTooSlowlyIsRefused) {
    send_and_let_read("POST /test/echo HTTP/1.1\r\nHost: test\r\nContent-Length: 100000\r\n\r\n" +
                      std::string(10'000, 'x'));

    pass(11s);

    expect_too_slow(connection);
}

TEST_F(HttpTimeLimits, AnApplicationThatComesTooSlowlyIsRefusedInItsOwnFormat) {
    const CompanyId company = given::company(*server.db);
    const std::string key = given::api_key(*server.db, company, given::user(*server.db, company));
    const std::string path = "/postings/00000000-0000-7000-8000-000000000000/";
    ASSERT_EQ(server.client_with_key(key).get(path + "configuration").status, 404);
    send_and_let_read("POST " + path + "candidates HTTP/1.1\r\nHost: test\r\nX-SmartToken: " + key +
                      "\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n" +
                      std::string(10'000, ' '));

    pass(11s);

    const Answer answer = connection.receive();
    EXPECT_EQ(answer.status, 408);
    EXPECT_EQ(answer.error_code(), "REST_CALL_TIMEOUT");
    EXPECT_TRUE(answer.json().as_object().contains("id")) << answer.body;
}

TEST_F(HttpTimeLimits, ChunksThatComeTooSlowlyAreRefused) {
    send_and_let_read(
        "POST /test/echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n");

    pass(11s);

    expect_too_slow(connection);
}

TEST_F(HttpTimeLimits, ABodyThatComesSteadilyIsNotCut) {
    const std::string piece(20'480, 'x');
    send_and_let_read("POST /test/echo HTTP/1.1\r\nHost: test\r\nContent-Length: 204800\r\n\r\n");

    for (int i = 0; i < 10; ++i) {
        send_and_let_read(piece);
        pass(10s);
    }

    const Answer answer = connection.receive();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body.size(), 204'800U);
}

TEST_F(HttpTimeLimits, NoBodyMayTakeLongerThanARequestMay) {
    const std::string piece(20'480, 'x');
    send_and_let_read("POST /test/echo HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\n");

    for (int i = 0; i < 12; ++i) {
        send_and_let_read(piece);
        pass(10s);
    }
    pass(8s);

    expect_too_slow(connection);
}

TEST_F(HttpTimeLimits, ABodyThatNobodyWantsIsNotWaitedForForever) {
    send_and_let_read("POST /jobs HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\n");

    pass(11s);

    const int status = connection.receive().status;
    EXPECT_TRUE(status == 401 || status == 408) << status;
    EXPECT_TRUE(connection.closed_by_server());
}

TEST_F(HttpTimeLimits, ABodyThatBeganFastIsRefusedWhenItStops) {
    send_and_let_read("POST /test/echo HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\n" +
                      std::string(900'000, 'x'));
    for (int i = 0; i < 3; ++i) pass(2s);

    pass(10s);

    expect_too_slow(connection);
    EXPECT_EQ(metric("callboard_http_connections_too_slow_total"), 1);
}

TEST_F(HttpTimeLimits, ABodyThatNobodyWantsMustComeAsFastAsAnyOther) {
    send_and_let_read("POST /jobs HTTP/1.1\r\nHost: test\r\nContent-Length: 60000\r\n\r\n" +
                      std::string(9'000, 'x'));

    pass(10s);

    expect_too_slow(connection);
}

TEST_F(HttpTimeLimits, AClientThatNeverReadsIsCutOff) {
    send_and_let_read(request_text("GET", "/test/large"));

    // On a busy machine the kernel is still moving bytes after the first ten seconds, which counts as
    // progress.
    EXPECT_TRUE(eventually([&] {
        pass(10s);
        return metric("callboard_http_connections") == 0;
    }));

    EXPECT_LT(connection.receive_rest().size(), kLargeAnswer);
    EXPECT_TRUE(connection.closed_by_server());
}

// Bytes count when the client has received them, not when they are in the socket buffer.
TEST_F(HttpTimeLimits, AClientThatStopsReadingIsCutOff) {
    const int small = 64 * 1024;
    setsockopt(connection.native_handle(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    send_and_let_read(request_text("GET", "/test/large"));
    std::string taken(kMiB, '\0');
    for (int i = 0; i < 5; ++i) {
        ASSERT_EQ(recv(connection.native_handle(), taken.data(), taken.size(), MSG_WAITALL),
                  static_cast<ssize_t>(taken.size()));
        let_the_server_read();
        pass(8s);
    }
    EXPECT_EQ(metric("callboard_http_connections_too_slow_total"), 0);

    pass(2s);
    pass(10s);

    EXPECT_LT(connection.receive_rest().size(), 2 * kMiB);
    EXPECT_TRUE(connection.closed_by_server());
    EXPECT_EQ(metric("callboard_http_connections_too_slow_total"), 1);
}

TEST_F(HttpTimeLimits, AClientThatReadsSlowlyButSteadilyGetsItAll) {
    const int small = 256 * 1024;  // otherwise the client's buffer may hold the whole answer
    setsockopt(connection.native_handle(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    send_and_let_read(request_text("GET", "/test/large"));

    std::string taken(4 * kMiB, '\0');
    std::size_t total = 0;
    for (int i = 0; i < 6; ++i) {
        const auto received = recv(connection.native_handle(), taken.data(), taken.size(), MSG_WAITALL);
        ASSERT_EQ(received, static_cast<ssize_t>(taken.size()));
        total += taken.size();
        let_the_server_read();
        pass(20s);
    }

    connection.send(request_text("GET", "/healthz", {{"Connection", "close"}}));
    const std::string rest = connection.receive_rest();
    EXPECT_GT(total + rest.size(), kLargeAnswer);
    EXPECT_TRUE(rest.ends_with(R"({"status":"up"})"));
}

TEST_F(HttpTimeLimits, AStreamThatNobodyReadsIsCutOffAndItsProducerLetGo) {
    send_and_let_read(request_text("GET", "/test/endless"));
    ASSERT_TRUE(eventually([] { return handlers->streams == 1; }));

    for (int i = 0; i < 20 && handlers->streams > 0; ++i) pass(30s);

    EXPECT_TRUE(eventually([] { return handlers->streams == 0; }));
    EXPECT_TRUE(eventually([&] { return metric("callboard_http_connections") == 0; }));
}

TEST_F(HttpTimeLimits, WorkThatOverrunsIsStoppedAndAnswered) {
    connection.send(request_text("GET", "/test/long"));
    handlers_.begun.wait(false);

    pass(128s);

    expect_overrun(connection);
    EXPECT_TRUE(eventually([] { return handlers->stopped.load(); }));
    pass(2s);
    EXPECT_TRUE(eventually([&] { return metric("callboard_http_connections") == 0; }));
    EXPECT_EQ(server.client().get("/readyz").status, 200);
}

TEST_F(HttpTimeLimits, WorkMayTakeAlmostAllOfItsTime) {
    connection.send(request_text("GET", "/test/wait"));
    handlers_.begun.wait(false);

    pass(127s);
    handlers_.release();

    EXPECT_EQ(connection.receive().status, 200);
}

// Between two queries there is nothing to interrupt; the next one must not start.
TEST_F(HttpTimeLimits, WorkThatIsToldToStopBetweenTwoQueriesBeginsNoOther) {
    connection.send(request_text("GET", "/test/wait-long"));
    handlers_.begun.wait(false);
    pass(128s);
    expect_overrun(connection);

    handlers_.release();

    EXPECT_TRUE(eventually([] { return handlers->stopped || handlers->completed; }));
    EXPECT_FALSE(handlers_.completed);
}

TEST_F(HttpTimeLimits, AWriteThatOverrunsIsAnsweredAndTheNextOneServed) {
    connection.send(request_text("POST", "/test/wait"));
    handlers_.begun.wait(false);

    pass(128s);

    expect_overrun(connection);
    handlers_.release();
    EXPECT_EQ(server.client().post("/test/write", "").status, 200);
    pass(2s);
    EXPECT_TRUE(eventually([&] { return metric("callboard_http_connections") == 0; }));
}

TEST_F(HttpTimeLimits, AnOverrunIsAnsweredAlsoWhenTheWriterIsBusyWithAnother) {
    connection.send(request_text("POST", "/test/wait"));
    handlers_.begun.wait(false);
    Connection queued = server.connect();
    queued.send(request_text("POST", "/test/write"));
    let_the_server_read();

    pass(128s);

    expect_overrun(queued);
}

TEST_F(HttpTimeLimits, AStreamThatMakesNoProgressIsCutAndNothingIsPutIntoIt) {
    connection.send(request_text("GET", "/test/stuck"));
    handlers_.begun.wait(false);

    pass(128s);

    const std::string bytes = connection.receive_rest();
    EXPECT_TRUE(connection.closed_by_server());
    EXPECT_TRUE(bytes.starts_with("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(bytes.ends_with("\r\n\r\nb\r\nfirst piece\r\n")) << bytes;
}

TEST_F(HttpTimeLimits, AStreamToAnHttp10ClientThatMakesNoProgressHasNothingPutIntoIt) {
    connection.send("GET /test/stuck HTTP/1.0\r\n\r\n");
    handlers_.begun.wait(false);

    pass(128s);

    EXPECT_TRUE(connection.receive_rest().ends_with("\r\n\r\nfirst piece"));
}

TEST_F(HttpTimeLimits, ARefusedClientThatStaysIsClosedAfterTwoSeconds) {
    connection.send("GET /healthz HTTP/9.9\r\n\r\n");
    EXPECT_EQ(connection.receive().status, 505);
    EXPECT_TRUE(connection.closed_by_server());
    EXPECT_EQ(metric("callboard_http_connections"), 1);

    pass(2s);

    EXPECT_TRUE(eventually([&] { return metric("callboard_http_connections") == 0; }));
}

}  // namespace
}  // namespace callboard
