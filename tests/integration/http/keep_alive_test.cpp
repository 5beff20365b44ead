#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using test::Answer;
using test::Connection;
using test::request_text;

edge::Page echo(const edge::Services&, const http::Request& request) {
    return {.content_type = "text/plain", .body = request.body};
}

constexpr std::size_t kLargeAnswer = std::size_t{8} * 1024 * 1024;

edge::Page large_answer(const edge::Services&, const http::Request&) {
    return {.content_type = "text/plain", .body = std::string(kLargeAnswer, 'x')};
}

std::vector<edge::Route> test_rows() {
    const auto row = [](http::Method method, std::string_view path, std::string_view operation) {
        return edge::Columns{method, path, operation, "", edge::anybody(), {}, 200};
    };
    return {edge::page(row(http::Method::post, "/test/echo", "testEcho"), "text/plain", echo),
            edge::page(row(http::Method::get, "/test/large", "testLarge"), "text/plain", large_answer)};
}

class HttpKeepAlive : public testing::Test {
  protected:
    // After this response the event loop has also read everything sent before.
    void let_the_server_read() { ASSERT_EQ(server.client().get("/healthz").status, 200); }

    test::TestServer server{{.extra_routes = test_rows()}};
};

TEST_F(HttpKeepAlive, OneConnectionServesManyRequests) {
    Connection connection = server.connect();

    for (int i = 0; i < 500; ++i) {
        connection.send(request_text("POST", "/test/echo", {}, "message " + std::to_string(i)));
        const Answer answer = connection.receive();

        ASSERT_EQ(answer.status, 200);
        ASSERT_EQ(answer.body, "message " + std::to_string(i));
        ASSERT_EQ(answer.header("connection"), "");
    }
}

TEST_F(HttpKeepAlive, EveryLoopKeepsItsConnections) {
    test::TestServer two_loops{{.extra_routes = test_rows(), .loops = 2}};
    std::vector<Connection> connections;
    for (int i = 0; i < 20; ++i) connections.push_back(two_loops.connect());

    for (int round = 0; round < 5; ++round) {
        for (Connection& connection : connections) connection.send(request_text("GET", "/healthz"));
        for (Connection& connection : connections) EXPECT_EQ(connection.receive().status, 200);
    }
}

TEST_F(HttpKeepAlive, PipelinedRequestsAreAnsweredInTheirOrder) {
    Connection connection = server.connect();
    std::string all;
    for (int i = 0; i < 300; ++i) {
        all += request_text("GET", "/healthz", {{"X-Request-Id", "get-" + std::to_string(i)}});
        all += request_text("POST", "/test/echo", {{"X-Request-Id", "post-" + std::to_string(i)}},
                            std::string(static_cast<std::size_t>(i), 'b'));
    }

    connection.send(all);

    for (int i = 0; i < 300; ++i) {
        EXPECT_EQ(connection.receive().header("x-request-id"), "get-" + std::to_string(i));
        const Answer posted = connection.receive();
        EXPECT_EQ(posted.header("x-request-id"), "post-" + std::to_string(i));
        EXPECT_EQ(posted.body, std::string(static_cast<std::size_t>(i), 'b'));
    }
}

TEST_F(HttpKeepAlive, RefusalsWithSmallBodiesKeepTheConnectionAndThePlaceInIt) {
    const CompanyId company = given::company(*server.db);
    const std::string key = given::api_key(*server.db, company, given::user(*server.db, company));
    const std::string body = R"({"label":"GET /smuggled HTTP/1.1"})";
    const std::string departments = "/configuration/departments";
    const test::Headers known{{"X-SmartToken", key}};
    const std::vector<std::string> requests{
        request_text("POST", "/nowhere", {}, body),
        request_text("DELETE", "/healthz", {}, body),
        request_text("POST", "/jobs", {}, std::string(64 * 1024, ' ')),
        request_text("POST", departments, {{"X-SmartToken", key}, {"Content-Type", "text/xml"}}, body),
        request_text("POST", departments, {{"X-SmartToken", key}, {"Accept", "text/xml"}}, body),
        request_text("POST", departments, known, "{"),
        request_text("POST", departments, known, body),
        request_text("GET", "/healthz")};
    Connection connection = server.connect();

    for (const std::string& request : requests) connection.send(request);

    std::vector<int> statuses;
    for (std::size_t i = 0; i < requests.size(); ++i) statuses.push_back(connection.receive().status);
    EXPECT_THAT(statuses, testing::ElementsAre(404, 405, 401, 415, 406, 400, 201, 200));
}

TEST_F(HttpKeepAlive, RequestsThatComeByteByByteAreUnderstood) {
    Connection connection = server.connect();

    for (const char byte : request_text("POST", "/test/echo", {{"X-Request-Id", "slow"}}, "drop by drop") +
                               request_text("GET", "/healthz", {{"X-Request-Id", "next"}})) {
        connection.send({&byte, 1});
    }

    const Answer first = connection.receive();
    EXPECT_EQ(first.body, "drop by drop");
    EXPECT_EQ(first.header("x-request-id"), "slow");
    EXPECT_EQ(connection.receive().header("x-request-id"), "next");
}

TEST_F(HttpKeepAlive, WhereTheBytesAreCutMakesNoDifference) {
    std::mt19937 random{20240229};
    for (int round = 0; round < 40; ++round) {
        Connection connection = server.connect();
        std::string all;
        for (int i = 0; i < 10; ++i) {
            const std::string text(random() % 3000, static_cast<char>('a' + i));
            all += i % 2 == 0
                       ? request_text("POST", "/test/echo", {}, text)
                       : "POST /test/echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n" +
                             (text.empty() ? "" : fmt::format("{:x}\r\n{}\r\n", text.size(), text)) +
                             "0\r\n\r\n";
        }

        for (std::string_view rest = all; !rest.empty();) {
            const std::size_t piece = std::min<std::size_t>(rest.size(), 1 + random() % 2500);
            connection.send(rest.substr(0, piece));
            rest.remove_prefix(piece);
        }

        for (int i = 0; i < 10; ++i) {
            const Answer answer = connection.receive();
            ASSERT_EQ(answer.status, 200);
            ASSERT_EQ(answer.body.find_first_not_of(static_cast<char>('a' + i)), std::string::npos);
        }
    }
}

TEST_F(HttpKeepAlive, TheClientMayAskForTheConnectionToBeClosed) {
    for (const std::string value : {"close", "Close", "keep-alive, close", "foo,close"}) {
        Connection connection = server.connect();

        connection.send(request_text("GET", "/healthz", {{"Connection", value}}));

        const Answer answer = connection.receive();
        EXPECT_EQ(answer.status, 200) << value;
        EXPECT_EQ(answer.header("connection"), "close") << value;
        EXPECT_TRUE(connection.closed_by_server()) << value;
    }
}

TEST_F(HttpKeepAlive, NothingIsAnsweredAfterAClose) {
    Connection connection = server.connect();

    connection.send(request_text("GET", "/healthz", {{"Connection", "close"}}) +
                    request_text("GET", "/healthz"));

    EXPECT_EQ(connection.receive().status, 200);
    EXPECT_EQ(connection.receive_rest(), "");
}

// RFC 9112, 9.6: closing with unread bytes in the socket resets the connection, and the client loses the
// response that it has not read yet.
TEST_F(HttpKeepAlive, ALargeAnswerIsWholeAlthoughTheClientSentMoreThanIsAnswered) {
    Connection connection = server.connect();
    connection.send(request_text("GET", "/test/large", {{"Connection", "close"}}));
    let_the_server_read();

    connection.send(request_text("GET", "/healthz"));
    let_the_server_read();

    const std::string answer = connection.receive_rest();
    EXPECT_EQ(answer.size() - answer.find("\r\n\r\n") - 4, kLargeAnswer);
}

TEST_F(HttpKeepAlive, Http10ClosesUnlessTheClientAsksOtherwise) {
    Connection plain = server.connect();
    Connection kept = server.connect();
    const std::string keep = "GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";

    plain.send("GET /healthz HTTP/1.0\r\n\r\n");
    kept.send(keep + keep);

    const Answer answer = plain.receive();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("connection"), "close");
    EXPECT_TRUE(plain.closed_by_server());
    for (int i = 0; i < 2; ++i) {
        const Answer one_of_two = kept.receive();
        EXPECT_EQ(one_of_two.status, 200);
        EXPECT_EQ(one_of_two.header("connection"), "keep-alive");
    }
}

TEST_F(HttpKeepAlive, HeadHasTheHeadersOfGetAndNoBody) {
    Connection connection = server.connect();
    for (const std::string path : {"/healthz", "/openapi.json", "/nowhere", "/jobs", "/"}) {
        const test::Headers id{{"X-Request-Id", "same"}};

        connection.send(request_text("GET", path, id) + request_text("HEAD", path, id) +
                        request_text("GET", "/healthz"));

        const Answer got = connection.receive();
        const Answer head = connection.receive(true);
        EXPECT_EQ(head.status, got.status) << path;
        EXPECT_EQ(head.headers, got.headers) << path;
        EXPECT_EQ(head.header("content-length"), std::to_string(got.body.size())) << path;
        EXPECT_EQ(connection.receive().body, R"({"status":"up"})") << path;
    }
}

TEST_F(HttpKeepAlive, OptionsTellsWhatThePathHas) {
    Connection connection = server.connect();

    connection.send(request_text("OPTIONS", "/jobs") + request_text("OPTIONS", "/healthz") +
                    request_text("OPTIONS", "/nowhere") + request_text("PATCH", "/jobs"));

    const Answer jobs = connection.receive();
    EXPECT_EQ(jobs.status, 204);
    EXPECT_EQ(jobs.header("allow"), "GET, HEAD, POST, OPTIONS");
    EXPECT_EQ(jobs.headers.count("content-length"), 0U);
    EXPECT_EQ(connection.receive().header("allow"), "GET, HEAD, OPTIONS");
    EXPECT_EQ(connection.receive().status, 404);
    const Answer wrong = connection.receive();
    EXPECT_EQ(wrong.status, 405);
    EXPECT_EQ(wrong.header("allow"), "GET, HEAD, POST, OPTIONS");
    EXPECT_EQ(wrong.error_code(), "METHOD_NOT_ALLOWED");
}

TEST_F(HttpKeepAlive, AnEmptyLineAfterABodyIsForgiven) {
    Connection connection = server.connect();

    connection.send(request_text("POST", "/test/echo", {}, "body") + "\r\n" +
                    request_text("GET", "/healthz"));

    EXPECT_EQ(connection.receive().body, "body");
    EXPECT_EQ(connection.receive().status, 200);
}

TEST_F(HttpKeepAlive, AnEmptyLineAfterABodyIsForgivenAlsoWhenItComesLater) {
    Connection connection = server.connect();
    connection.send(request_text("POST", "/test/echo", {}, "body"));
    EXPECT_EQ(connection.receive().body, "body");

    connection.send("\r\n");
    let_the_server_read();
    connection.send(request_text("GET", "/healthz"));

    EXPECT_EQ(connection.receive().status, 200);
}

TEST_F(HttpKeepAlive, AnEmptyLineBeforeTheFirstRequestIsForgiven) {
    Connection connection = server.connect();

    connection.send("\r\n" + request_text("GET", "/healthz"));

    EXPECT_EQ(connection.receive().status, 200);
}

TEST_F(HttpKeepAlive, ATargetInTheAbsoluteFormIsServed) {
    Connection connection = server.connect();

    for (const std::string target : {"http://test/healthz", "https://test:8443/healthz?x=1", "http://test"}) {
        connection.send(request_text("GET", target));

        EXPECT_EQ(connection.receive().status, 200) << target;
    }
}

TEST_F(HttpKeepAlive, ATargetInTheAbsoluteFormMayHaveAQueryAndNoPath) {
    Connection connection = server.connect();

    connection.send(request_text("GET", "http://test?x=1"));

    EXPECT_EQ(connection.receive().status, 200);
}

TEST_F(HttpKeepAlive, EveryAnswerSaysWhenItWasGiven) {
    Connection connection = server.connect();

    connection.send(request_text("GET", "/healthz") + request_text("GET", "/nowhere") +
                    request_text("OPTIONS", "/jobs") + "nonsense\r\n\r\n");

    for (int i = 0; i < 4; ++i)
        EXPECT_EQ(connection.receive().header("date"), "Tue, 14 Nov 2023 22:13:20 GMT") << i;
}

TEST_F(HttpKeepAlive, TheRequestIdOfTheCallerIsKeptWhenItIsSane) {
    Connection connection = server.connect();
    const auto id_for = [&](const std::string& sent) {
        connection.send(request_text("GET", "/healthz", {{"X-Request-Id", sent}}));
        return connection.receive().header("x-request-id");
    };

    EXPECT_EQ(id_for("trace-1.2:3_4"), "trace-1.2:3_4");
    EXPECT_THAT(id_for("two words"), testing::MatchesRegex("[0-9a-f]{32}"));
    EXPECT_THAT(id_for(std::string(129, 'a')), testing::MatchesRegex("[0-9a-f]{32}"));
    EXPECT_THAT(id_for(""), testing::MatchesRegex("[0-9a-f]{32}"));
    EXPECT_NE(id_for(""), id_for(""));
}

}  // namespace
}  // namespace callboard
