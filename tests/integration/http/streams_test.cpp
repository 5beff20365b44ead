#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/socket.h>

#include "edge/export.h"
#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::Answer;
using test::Connection;
using test::eventually;
using test::request_text;

constexpr std::size_t kMiB = std::size_t{1024} * 1024;

// More than the socket buffers of server and client hold if the client does not read.
constexpr std::size_t kInTransit = 16 * kMiB;

std::atomic<std::size_t> produced = 0;
std::atomic<int> alive = 0;

class Counted : public http::BodyStream {
  public:
    Counted() { ++alive; }
    ~Counted() override { --alive; }
};

// Pieces of all sizes, including empty ones.
class Varied final : public Counted {
  public:
    static std::string piece(int number) {
        const std::size_t size = number % 7 == 3 ? 0 : static_cast<std::size_t>(number * number) % 150'000;
        return std::string(size, static_cast<char>('a' + number % 26));
    }
    static std::string whole() {
        std::string text;
        for (int i = 0; i < kPieces; ++i) text += piece(i);
        return text;
    }
    bool next(std::string& out) override {
        if (at_ == kPieces) return false;
        out = piece(at_++);
        return true;
    }

  private:
    static constexpr int kPieces = 60;
    int at_ = 0;
};

class Endless final : public Counted {
  public:
    bool next(std::string& out) override {
        out.assign(http::kPieceSize, 'x');
        produced += out.size();
        return true;
    }
};

class Failing final : public Counted {
  public:
    explicit Failing(int good_pieces) : left_(good_pieces) {}
    bool next(std::string& out) override {
        if (left_-- == 0) throw std::runtime_error("the source has gone");
        out = "good";
        return true;
    }

  private:
    int left_;
};

// Megabytes of one letter, so that bytes of another response are detected.
class Letters final : public Counted {
  public:
    explicit Letters(char letter) : letter_(letter) {}
    bool next(std::string& out) override {
        if (left_ == 0) return false;
        out.assign(http::kPieceSize, letter_);
        --left_;
        return true;
    }

  private:
    char letter_;
    std::size_t left_ = 8 * kMiB / http::kPieceSize;
};

// Announces a length and sends as many bytes, fewer, or more.
class Announced final : public Counted {
  public:
    static constexpr std::uint64_t kSize = 500'000;

    explicit Announced(std::uint64_t really) : left_(really) {}
    bool next(std::string& out) override {
        if (left_ == 0) return false;
        out.assign(static_cast<std::size_t>(std::min<std::uint64_t>(left_, http::kPieceSize)), 'x');
        left_ -= out.size();
        return true;
    }

  private:
    std::uint64_t left_;
};

edge::Export announced(const edge::ExportSteps& steps, const edge::Call<>&) {
    const std::uint64_t really = std::stoull(std::string{steps.request.header("X-Really")});
    return {.content_type = "text/csv",
            .body = std::make_unique<Announced>(really),
            .size = Announced::kSize,
            .compressible = false};
}

edge::Page page_of(std::unique_ptr<http::BodyStream> stream) {
    return {.content_type = "text/csv", .body = "", .stream = std::move(stream)};
}
edge::Page varied(const edge::Services&, const http::Request&) {
    return page_of(std::make_unique<Varied>());
}
edge::Page endless(const edge::Services&, const http::Request&) {
    return page_of(std::make_unique<Endless>());
}
edge::Page failing(const edge::Services&, const http::Request& request) {
    return page_of(std::make_unique<Failing>(std::stoi(std::string{request.query})));
}
edge::Page letters(const edge::Services&, const http::Request& request) {
    return page_of(std::make_unique<Letters>(request.query.front()));
}
edge::Page sized(const edge::Services&, const http::Request& request) {
    return {.content_type = "text/csv", .body = std::string(std::stoul(std::string{request.query}), 'x')};
}

std::vector<edge::Route> test_rows() {
    const auto row = [](std::string_view path, std::string_view operation) {
        return edge::Columns{http::Method::get, path, operation, "", edge::anybody(), {}, 200};
    };
    edge::Columns announced_row = row("/test/announced", "announced");
    announced_row.access = edge::any_credential();
    return {edge::page(row("/test/varied", "varied"), "text/csv", varied),
            edge::page(row("/test/endless", "endless"), "text/csv", endless),
            edge::page(row("/test/failing", "failing"), "text/csv", failing),
            edge::page(row("/test/letters", "letters"), "text/csv", letters),
            edge::page(row("/test/sized", "sized"), "text/csv", sized),
            edge::exporting(announced_row, {"text/csv"}, edge::Reading::long_table, announced)};
}

// Whether the value does not change for a while.
bool settles(const std::atomic<std::size_t>& value) {
    std::size_t last = value;
    int same = 0;
    return eventually([&] {
        const std::size_t now = value;
        same = now == last ? same + 1 : 0;
        last = now;
        return same == 50;
    });
}

class HttpStreams : public testing::Test {
  protected:
    HttpStreams() { produced = 0; }

    test::TestServer server{{.extra_routes = test_rows()}};
    Connection connection = server.connect();
};

TEST_F(HttpStreams, ArriveWholeInChunksAndLeaveTheConnectionOpen) {
    connection.send(request_text("GET", "/test/varied") + request_text("GET", "/test/varied") +
                    request_text("GET", "/healthz"));

    for (int i = 0; i < 2; ++i) {
        const Answer answer = connection.receive();
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.header("transfer-encoding"), "chunked");
        EXPECT_EQ(answer.headers.count("content-length"), 0U);
        EXPECT_TRUE(answer.body == Varied::whole());
    }
    EXPECT_EQ(connection.receive().status, 200);
    EXPECT_TRUE(eventually([] { return alive == 0; }));
}

TEST_F(HttpStreams, AreNotMadeFasterThanTheClientReads) {
    const int small = 256 * 1024;  // otherwise the system enlarges the client's buffer
    setsockopt(connection.native_handle(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    connection.send(request_text("GET", "/test/endless"));
    ASSERT_TRUE(eventually([] { return produced > 0; }));

    EXPECT_TRUE(settles(produced));
    EXPECT_LT(produced, kInTransit);

    std::string bytes(kMiB, '\0');
    for (std::size_t taken = 0; taken < 64 * kMiB; taken += bytes.size()) {
        ASSERT_GT(recv(connection.native_handle(), bytes.data(), bytes.size(), MSG_WAITALL), 0);
        ASSERT_LT(produced, taken + bytes.size() + kInTransit);
    }
    EXPECT_GE(produced, 63 * kMiB);
}

TEST_F(HttpStreams, OfManyClientsDoNotMixOnOneLoop) {
    constexpr int kClients = 12;
    std::vector<Connection> connections;
    for (int i = 0; i < kClients; ++i) {
        connections.push_back(server.connect());
        connections.back().send(
            request_text("GET", std::string{"/test/letters?"} + static_cast<char>('a' + i)));
    }

    for (int i = 0; i < kClients; ++i) {
        const Answer answer = connections[static_cast<std::size_t>(i)].receive();
        EXPECT_EQ(answer.body.size(), 8 * kMiB);
        EXPECT_EQ(answer.body.find_first_not_of(static_cast<char>('a' + i)), std::string::npos) << i;
    }
}

TEST_F(HttpStreams, ThatFailAreCutSoThatNobodyTakesThemForWhole) {
    for (const std::string pieces : {"0", "1", "3"}) {
        Connection each = server.connect();

        each.send(request_text("GET", "/test/failing?" + pieces));

        const std::string bytes = each.receive_rest();
        EXPECT_TRUE(each.closed_by_server());
        EXPECT_TRUE(bytes.starts_with("HTTP/1.1 200 OK\r\n")) << bytes;
        EXPECT_FALSE(bytes.ends_with("0\r\n\r\n")) << bytes;
        EXPECT_EQ(bytes.find("gone"), std::string::npos) << bytes;
    }
    EXPECT_TRUE(eventually([] { return alive == 0; }));
    EXPECT_EQ(server.client().get("/healthz").status, 200);
}

TEST_F(HttpStreams, ThatFailWhileTheyAreCompressedAreCutToo) {
    connection.send(request_text("GET", "/test/failing?3", {{"Accept-Encoding", "gzip"}}));

    const std::string bytes = connection.receive_rest();
    EXPECT_TRUE(bytes.starts_with("HTTP/1.1 200 OK\r\n"));
    EXPECT_FALSE(bytes.ends_with("0\r\n\r\n"));
}

TEST_F(HttpStreams, EndWithTheConnectionForHttp10) {
    for (const std::string more : {"", "Connection: keep-alive\r\n"}) {
        Connection each = server.connect();

        each.send("GET /test/varied HTTP/1.0\r\n" + more + "\r\n");

        const std::string bytes = each.receive_rest();
        const auto body = bytes.find("\r\n\r\n") + 4;
        const std::string head = bytes.substr(0, body);
        EXPECT_TRUE(each.closed_by_server());
        EXPECT_EQ(head.find("Transfer-Encoding"), std::string::npos) << head;
        EXPECT_EQ(head.find("Content-Length"), std::string::npos) << head;
        EXPECT_NE(head.find("Connection: close\r\n"), std::string::npos) << head;
        EXPECT_TRUE(bytes.substr(body) == Varied::whole());
    }
}

TEST_F(HttpStreams, AreNotMadeForHead) {
    const test::Headers id{{"X-Request-Id", "same"}};
    connection.send(request_text("GET", "/test/varied", id) + request_text("HEAD", "/test/varied", id) +
                    request_text("HEAD", "/test/endless", id) + request_text("GET", "/healthz"));

    const Answer got = connection.receive();
    const Answer head = connection.receive(true);
    EXPECT_EQ(head.status, got.status);
    EXPECT_EQ(head.headers, got.headers);
    EXPECT_EQ(connection.receive(true).status, 200);
    EXPECT_EQ(connection.receive().body, R"({"status":"up"})");
    EXPECT_EQ(produced, 0U);
    EXPECT_EQ(alive, 0);
}

TEST_F(HttpStreams, AreCompressedWhenTheClientTakesIt) {
    connection.send(request_text("GET", "/test/varied", {{"Accept-Encoding", "br, gzip"}}));

    const Answer answer = connection.receive();
    EXPECT_EQ(answer.header("content-encoding"), "gzip");
    EXPECT_EQ(answer.header("transfer-encoding"), "chunked");
    EXPECT_TRUE(test::gunzip(answer.body) == Varied::whole());
}

TEST_F(HttpStreams, SayThatTheirFormDependsOnWhatTheClientTakes) {
    connection.send(request_text("GET", "/test/varied", {{"Accept-Encoding", "gzip"}}) +
                    request_text("GET", "/test/varied"));

    EXPECT_EQ(connection.receive().header("vary"), "Accept-Encoding");
    EXPECT_EQ(connection.receive().header("vary"), "Accept-Encoding");
}

TEST_F(HttpStreams, OfACompressedEndlessSourceEndWhenTheClientLeaves) {
    connection.send(request_text("GET", "/test/endless", {{"Accept-Encoding", "gzip"}}));
    ASSERT_TRUE(eventually([] { return produced > 0; }));
    connection.reset();

    EXPECT_TRUE(eventually([] { return alive == 0; }));
}

// Streams of known length.
class SizedStreams : public HttpStreams {
  protected:
    std::string announced(std::string_view method, std::uint64_t really = Announced::kSize) const {
        return request_text(method, "/test/announced", headers(really));
    }
    test::Headers headers(std::uint64_t really) const {
        return {{"X-SmartToken", key}, {"X-Request-Id", "same"}, {"X-Really", std::to_string(really)}};
    }

    const std::string key = [this] {
        const CompanyId company = given::company(*server.db);
        return given::api_key(*server.db, company, given::user(*server.db, company));
    }();
    const std::string whole = std::string(Announced::kSize, 'x');
};

TEST_F(SizedStreams, TellTheirLengthAndLeaveTheConnectionOpen) {
    connection.send(announced("GET") + announced("GET") + request_text("GET", "/healthz"));

    for (int i = 0; i < 2; ++i) {
        const Answer answer = connection.receive();
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.header("content-length"), std::to_string(Announced::kSize));
        EXPECT_EQ(answer.headers.count("transfer-encoding"), 0U);
        EXPECT_TRUE(answer.body == whole);
    }
    EXPECT_EQ(connection.receive().body, R"({"status":"up"})");
}

TEST_F(SizedStreams, TellTheirLengthToHeadAndAreNotMade) {
    connection.send(announced("GET") + announced("HEAD") + request_text("GET", "/healthz"));

    const Answer got = connection.receive();
    const Answer head = connection.receive(true);
    EXPECT_EQ(head.status, got.status);
    EXPECT_EQ(head.headers, got.headers);
    EXPECT_EQ(connection.receive().body, R"({"status":"up"})");
    EXPECT_TRUE(eventually([] { return alive == 0; }));
}

TEST_F(SizedStreams, LeaveTheConnectionOfHttp10OpenToo) {
    const std::string head =
        "GET /test/announced HTTP/1.0\r\nConnection: keep-alive\r\nX-SmartToken: " + key +
        "\r\nX-Really: " + std::to_string(Announced::kSize) + "\r\n\r\n";
    for (int i = 0; i < 2; ++i) {
        connection.send(head);
        const Answer answer = connection.receive();
        EXPECT_EQ(answer.header("content-length"), std::to_string(Announced::kSize));
        EXPECT_EQ(answer.header("connection"), "keep-alive");
        EXPECT_TRUE(answer.body == whole);
    }
}

TEST_F(SizedStreams, ThatEndTooSoonAreCutSoThatNobodyWaitsForTheRest) {
    for (const std::uint64_t really : {std::uint64_t{0}, std::uint64_t{1}, Announced::kSize - 1}) {
        Connection each = server.connect();

        each.send(announced("GET", really) + request_text("GET", "/healthz"));

        const std::string bytes = each.receive_rest();
        EXPECT_TRUE(each.closed_by_server());
        EXPECT_EQ(bytes.size() - bytes.find("\r\n\r\n") - 4, really);
    }
    EXPECT_TRUE(eventually([] { return alive == 0; }));
}

// Bytes beyond the announced length would be parsed as the next response.
TEST_F(SizedStreams, ThatAreTooLongSendNoMoreThanTheySaid) {
    for (const std::uint64_t more : {1U, 100'000U, 2'000'000U}) {
        Connection each = server.connect();

        each.send(announced("GET", Announced::kSize + more) + request_text("GET", "/healthz"));

        const std::string bytes = each.receive_rest();
        EXPECT_TRUE(each.closed_by_server());
        EXPECT_LE(bytes.size() - bytes.find("\r\n\r\n") - 4, Announced::kSize);
    }
}

class HttpCompression : public HttpStreams {
  protected:
    Answer sized(std::size_t size, const std::string& accepted) {
        test::Headers headers;
        if (!accepted.empty()) headers.emplace_back("Accept-Encoding", accepted);
        connection.send(request_text("GET", "/test/sized?" + std::to_string(size), headers));
        return connection.receive();
    }
};

TEST_F(HttpCompression, IsForBodiesOverOneKibibyte) {
    const Answer small = sized(1024, "gzip");
    const Answer large = sized(1025, "gzip");

    EXPECT_EQ(small.header("content-encoding"), "");
    EXPECT_EQ(small.body, std::string(1024, 'x'));
    EXPECT_EQ(large.header("content-encoding"), "gzip");
    EXPECT_EQ(large.header("content-length"), std::to_string(large.body.size()));
    EXPECT_EQ(test::gunzip(large.body), std::string(1025, 'x'));
}

TEST_F(HttpCompression, IsForThoseWhoTakeIt) {
    for (const std::string accepted :
         {"gzip", "GZip", "br;q=1.0, gzip;q=0.5", "*", "deflate,*;q=0.1", "gzip ; q=1"}) {
        const Answer answer = sized(2000, accepted);
        EXPECT_EQ(answer.header("content-encoding"), "gzip") << accepted;
        EXPECT_EQ(answer.header("vary"), "Accept-Encoding") << accepted;
        EXPECT_EQ(test::gunzip(answer.body), std::string(2000, 'x')) << accepted;
    }
    for (const std::string accepted :
         {"", "identity", "br", "gzip;q=0", "gzip; q=0.000", "*;q=0", "gzipped", "identity, *;Q=0"}) {
        const Answer answer = sized(2000, accepted);
        EXPECT_EQ(answer.header("content-encoding"), "") << accepted;
        EXPECT_EQ(answer.header("vary"), "Accept-Encoding") << accepted;
        EXPECT_EQ(answer.body, std::string(2000, 'x')) << accepted;
    }
}

// RFC 9110, 12.5.3: the asterisk matches all codings that are not listed.
TEST_F(HttpCompression, IsNotForThoseWhoTakeEverythingElse) {
    for (const std::string accepted : {"gzip;q=0, *", "*;q=1, gzip;q=0"}) {
        EXPECT_EQ(sized(2000, accepted).header("content-encoding"), "") << accepted;
    }
}

TEST_F(HttpCompression, ShowsInTheHeadersOfHeadAsWell) {
    const test::Headers headers{{"X-Request-Id", "same"}, {"Accept-Encoding", "gzip"}};
    connection.send(request_text("GET", "/openapi.json", headers) +
                    request_text("HEAD", "/openapi.json", headers));

    const Answer got = connection.receive();
    EXPECT_EQ(got.header("content-encoding"), "gzip");
    EXPECT_EQ(connection.receive(true).headers, got.headers);
}

}  // namespace
}  // namespace callboard
