#include <algorithm>
#include <random>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using test::Answer;
using test::Connection;
using test::Headers;
using test::request_text;

constexpr std::size_t kMiB = std::size_t{1024} * 1024;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

edge::Page echo(const edge::Services&, const http::Request& request) {
    return {.content_type = "text/plain", .body = request.body};
}

std::vector<edge::Route> test_rows() {
    const auto row = [](http::Method method, std::string_view operation) {
        return edge::Columns{method, "/test/echo", operation, "", edge::anybody(), {}, 200};
    };
    return {edge::page(row(http::Method::post, "postEcho"), "text/plain", echo).with_body_limit(kMiB),
            edge::page(row(http::Method::get, "getEcho"), "text/plain", echo).with_body_limit(kMiB)};
}

// Bytes that depend on their offset, so that lost or moved ones are detected.
std::string bytes_of(std::size_t size) {
    std::minstd_rand random{static_cast<unsigned>(size) + 1};
    std::string text(size, ' ');
    std::ranges::generate(text, [&] { return static_cast<char>('a' + random() % 26); });
    return text;
}

std::string chunks(std::string_view body, std::size_t size) {
    std::string text;
    for (; !body.empty(); body.remove_prefix(std::min(size, body.size()))) {
        const std::string_view piece = body.substr(0, size);
        text += fmt::format("{:x}\r\n{}\r\n", piece.size(), piece);
    }
    return text + "0\r\n\r\n";
}

std::string chunked_head(std::string_view path = "/test/echo") {
    return fmt::format("POST {} HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n", path);
}

std::string expecting(std::string_view path, std::size_t length, std::string_view more = "") {
    return fmt::format(
        "POST {} HTTP/1.1\r\nHost: test\r\nContent-Length: {}\r\nExpect: 100-continue\r\n{}\r\n", path,
        length, more);
}

// The next received bytes, including interim responses.
std::string receive_bytes(const Connection& connection, std::size_t count) {
    std::string bytes(count, '\0');
    std::size_t have = 0;
    while (have < count) {
        pollfd waiting{.fd = connection.native_handle(), .events = POLLIN, .revents = 0};
        if (poll(&waiting, 1, static_cast<int>(connection.receive_timeout.count())) <= 0) break;
        const auto received = recv(connection.native_handle(), bytes.data() + have, count - have, 0);
        if (received <= 0) break;
        have += static_cast<std::size_t>(received);
    }
    bytes.resize(have);
    return bytes;
}

class HttpBodies : public testing::Test {
  protected:
    HttpBodies() {
        const CompanyId company = given::company(*server.db);
        key = given::api_key(*server.db, company, given::user(*server.db, company));
    }

    // After this response the event loop has also read everything sent before.
    void let_the_server_read() { ASSERT_EQ(server.client().get("/healthz").status, 200); }

    test::TestServer server{{.extra_routes = test_rows()}};
    std::string key;
    Connection connection = server.connect();
};

TEST_F(HttpBodies, OfAnyAllowedSizeArriveWhole) {
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, std::size_t{1024}, 64 * 1024 + std::size_t{1}, kMiB}) {
        const std::string body = bytes_of(size);

        connection.send(request_text("POST", "/test/echo", {}, body));

        const Answer answer = connection.receive();
        EXPECT_EQ(answer.status, 200) << size;
        EXPECT_TRUE(answer.body == body) << size;
    }
}

TEST_F(HttpBodies, InChunksOfAnySizeArriveWhole) {
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{70'000}, kMiB}) {
        for (const std::size_t chunk :
             {std::size_t{1}, std::size_t{13}, std::size_t{16'384}, std::size_t{100'000}, kMiB}) {
            if (size / chunk > 100'000) continue;
            const std::string body = bytes_of(size);

            connection.send(chunked_head() + chunks(body, chunk));

            const Answer answer = connection.receive();
            EXPECT_EQ(answer.status, 200) << size << " in chunks of " << chunk;
            EXPECT_TRUE(answer.body == body) << size << " in chunks of " << chunk;
        }
    }
}

TEST_F(HttpBodies, ChunkExtensionsAndTrailersAreReadAndForgotten) {
    connection.send(chunked_head() +
                    "5;name=value\r\nhello\r\n"
                    "0001;quoted=\"a;b\"\r\n,\r\n"
                    "A ; flag\r\n 123456789\r\n"
                    "0;last\r\nX-Check: 1\r\nX-SmartToken: not-a-key\r\n\r\n" +
                    request_text("GET", "/healthz"));

    EXPECT_EQ(connection.receive().body, "hello, 123456789");
    EXPECT_EQ(connection.receive().status, 200);
}

TEST_F(HttpBodies, OneByteTooManyIsRefused) {
    const std::string body = bytes_of(kMiB + 1);
    Connection in_chunks = server.connect();

    connection.send(request_text("POST", "/test/echo", {}, ""));
    connection.receive();
    connection.try_send(request_text("POST", "/test/echo", {}, body));
    in_chunks.try_send(chunked_head() + chunks(body, 50'000));

    for (Connection* each : {&connection, &in_chunks}) {
        const Answer answer = each->receive();
        EXPECT_EQ(answer.status, 413);
        EXPECT_EQ(answer.error_code(), "CONTENT_TOO_LARGE");
        EXPECT_TRUE(answer.body.contains("1 MiB (1048576 bytes)")) << answer.body;
        EXPECT_EQ(answer.header("connection"), "close");
        EXPECT_TRUE(each->closed_by_server());
    }
}

// Up to a certain size a refused body is read and discarded.
TEST_F(HttpBodies, AConnectionSurvivesABodyThatIsALittleTooLarge) {
    const std::string form = "grant_type=client_credentials&x=" + std::string(16 * 1024, 'x');
    const Headers type{{"Content-Type", "application/x-www-form-urlencoded"}};

    for (int i = 0; i < 3; ++i) {
        connection.send(request_text("POST", "/identity/oauth/token", type, form));

        const Answer answer = connection.receive();
        EXPECT_EQ(answer.status, 413);
        EXPECT_TRUE(answer.body.contains("16 KiB (16384 bytes)")) << answer.body;
        EXPECT_EQ(answer.header("connection"), "");
    }
    connection.send(request_text("GET", "/healthz"));
    EXPECT_EQ(connection.receive().status, 200);
}

// Refused before the end of the body: without a credential the server does not wait for a large body.
TEST_F(HttpBodies, WithoutACredentialTheyMayHave16KiB) {
    const std::string chunks_of_17_kib = "4400\r\n" + std::string(17 * 1024, 'x') + "\r\n";
    for (const std::string path : {"/identity/oauth/token", "/identity/sign-in", "/identity/oauth/revoke"}) {
        Connection announced = server.connect();
        Connection in_chunks = server.connect();
        Connection waiting = server.connect();

        announced.send("POST " + path + " HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\n");
        in_chunks.send(chunked_head(path) + chunks_of_17_kib);
        waiting.send(expecting(path, 1'000'000));

        for (Connection* each : {&announced, &in_chunks, &waiting}) {
            const Answer answer = each->receive();
            EXPECT_EQ(answer.status, 413) << path;
            EXPECT_TRUE(answer.body.contains("16 KiB (16384 bytes)")) << answer.body;
        }
    }
}

TEST_F(HttpBodies, OfABadCredentialAreNotWaitedFor) {
    const std::vector<std::string> bad{"", "X-SmartToken: unknown\r\n", "Authorization: Basic eDp5\r\n",
                                       "Authorization: Bearer \r\n", "Authorization: nonsense\r\n"};
    for (const std::string& credential : bad) {
        Connection announced = server.connect();
        Connection in_chunks = server.connect();

        announced.send("POST /jobs HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n" + credential +
                       "\r\n");
        in_chunks.send("POST /jobs HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n" + credential +
                       "\r\n1000\r\n");

        EXPECT_EQ(announced.receive().status, 401) << credential;
        EXPECT_EQ(in_chunks.receive().status, 401) << credential;
    }
}

TEST_F(HttpBodies, ALengthThatIsTooLargeIsRefusedBeforeTheBodyComes) {
    connection.send("POST /test/echo HTTP/1.1\r\nHost: test\r\nContent-Length: 52428800\r\n\r\n");

    const Answer answer = connection.receive();
    EXPECT_EQ(answer.status, 413);
    EXPECT_EQ(answer.header("connection"), "close");
    EXPECT_TRUE(connection.closed_by_server());
}

TEST_F(HttpBodies, ThatAreTooLargeAreCountedUnderTheOperationTheyWereFor) {
    connection.send("POST /test/echo HTTP/1.1\r\nHost: test\r\nContent-Length: 52428800\r\n\r\n");
    EXPECT_EQ(connection.receive().status, 413);
    let_the_server_read();

    const std::string counted = R"(callboard_http_requests_total{operation="postEcho",status="413"} 1)";
    EXPECT_NE(server.db.metrics.page().find(counted), std::string::npos);
}

TEST_F(HttpBodies, AClientThatKeepsSendingCanStillReadWhyItWasRefused) {
    const std::string piece = bytes_of(64 * 1024);
    connection.send("POST /test/echo HTTP/1.1\r\nHost: test\r\nContent-Length: 52428800\r\n\r\n");

    std::size_t sent = 0;
    while (sent < 50 * kMiB && connection.try_send(piece)) sent += piece.size();

    EXPECT_EQ(connection.receive().status, 413);
    EXPECT_LT(sent, 50 * kMiB);
    EXPECT_EQ(server.client().get("/healthz").status, 200);
}

TEST_F(HttpBodies, ARefusedCallerIsToldBeforeItsLargeBodyComes) {
    connection.send("POST /jobs HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\n");

    const Answer answer = connection.receive();
    EXPECT_EQ(answer.status, 401);
    EXPECT_EQ(answer.header("connection"), "close");
    EXPECT_TRUE(connection.closed_by_server());
}

TEST_F(HttpBodies, ARefusedCallerThatSendsChunksIsToldAtOnce) {
    connection.send(chunked_head("/jobs"));

    const Answer answer = connection.receive();
    EXPECT_EQ(answer.status, 401);
    EXPECT_EQ(answer.header("connection"), "close");
    EXPECT_TRUE(connection.closed_by_server());
}

TEST_F(HttpBodies, AClientThatWaitsIsToldToContinue) {
    connection.send(expecting("/test/echo", 5));
    EXPECT_EQ(receive_bytes(connection, kContinue.size()), kContinue);

    connection.send("hello" + request_text("GET", "/healthz"));

    EXPECT_EQ(connection.receive().body, "hello");
    EXPECT_EQ(connection.receive().status, 200);
}

TEST_F(HttpBodies, AClientThatWaitsWithChunksIsToldToContinue) {
    connection.send(
        "POST /test/echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\nexpect: "
        "100-Continue\r\n\r\n");
    EXPECT_EQ(receive_bytes(connection, kContinue.size()), kContinue);

    connection.send(chunks("hello", 2));

    EXPECT_EQ(connection.receive().body, "hello");
}

TEST_F(HttpBodies, AClientThatIsRefusedIsNotToldToContinue) {
    Connection anonymous = server.connect();
    Connection known = server.connect();
    Connection lost = server.connect();

    anonymous.send(expecting("/jobs", 5));
    known.send(expecting("/configuration/departments", 2 * kMiB, "X-SmartToken: " + key + "\r\n"));
    lost.send(expecting("/nowhere", 5));

    EXPECT_EQ(receive_bytes(anonymous, 12), "HTTP/1.1 401");
    EXPECT_EQ(receive_bytes(known, 12), "HTTP/1.1 413");
    EXPECT_EQ(receive_bytes(lost, 12), "HTTP/1.1 404");
    for (Connection* each : {&anonymous, &known, &lost}) EXPECT_TRUE(each->closed_by_server());
}

TEST_F(HttpBodies, AClientThatDidNotWaitIsNotToldToContinue) {
    connection.send(expecting("/test/echo", 5) + "hello" +
                    expecting("/test/echo", 0, "Connection: close\r\n"));

    EXPECT_EQ(receive_bytes(connection, 12), "HTTP/1.1 200");
    EXPECT_EQ(connection.receive_rest().find("100 Continue"), std::string::npos);
}

TEST_F(HttpBodies, Http10ClientsAreNeverToldToContinue) {
    connection.send("POST /test/echo HTTP/1.0\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
    let_the_server_read();
    connection.send("hello");

    EXPECT_EQ(receive_bytes(connection, 12), "HTTP/1.1 200");
}

TEST_F(HttpBodies, AnUnknownExpectationIsNotMet) {
    connection.send(request_text("POST", "/test/echo", {{"Expect", "200-ok"}}, "hello"));

    const Answer answer = connection.receive();
    EXPECT_EQ(answer.status, 417);
    EXPECT_EQ(answer.error_code(), "EXPECTATION_FAILED");
    EXPECT_TRUE(connection.closed_by_server());
}

TEST_F(HttpBodies, AGetMayHaveOne) {
    connection.send(
        request_text("GET", "/healthz", {{"Content-Type", "application/xml"}}) +
        request_text("GET", "/healthz", {{"Content-Type", "application/json"}}, "{}") +
        request_text("GET", "/users/me", {{"X-SmartToken", key}, {"Content-Type", "text/xml"}}, "<a/>") +
        request_text("GET", "/test/echo", {}, "asked with a body") +
        "GET /test/echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n" +
        chunks("in chunks", 4) + request_text("GET", "/healthz"));

    for (int i = 0; i < 3; ++i) EXPECT_EQ(connection.receive().status, 200);
    EXPECT_EQ(connection.receive().body, "asked with a body");
    EXPECT_EQ(connection.receive().body, "in chunks");
    EXPECT_EQ(connection.receive().status, 200);
}

TEST_F(HttpBodies, JsonInTinyPiecesIsUnderstood) {
    const std::string request =
        request_text("POST", "/configuration/departments",
                     {{"X-SmartToken", key}, {"Content-Type", "application/json; charset=UTF-8"}},
                     R"({"label":"Küche","description":"hinter dem Tresen"})");

    for (const char byte : request) connection.send({&byte, 1});

    const Answer answer = connection.receive();
    EXPECT_EQ(answer.status, 201);
    EXPECT_EQ(answer.json().at("label").as_string(), "Küche");
}

TEST_F(HttpBodies, AConnectionThatBreaksWithinOneIsForgotten) {
    for (const std::string& text :
         {"POST /test/echo HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nhalf",
          "POST /test/echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal"}) {
        Connection broken = server.connect();
        broken.send(text);

        broken.close_sending();

        EXPECT_EQ(broken.receive_rest(), "");
    }
    EXPECT_EQ(server.client().get("/healthz").status, 200);
}

}  // namespace
}  // namespace callboard
