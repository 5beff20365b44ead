#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using test::Answer;
using test::Connection;
using test::request_text;

edge::Page echo(const edge::Services&, const http::Request& request) {
    return {.content_type = "text/plain", .body = request.body};
}

edge::Route echo_row() {
    return edge::page({http::Method::post, "/test/echo", "testEcho", "", edge::anybody(), {}, 200},
                      "text/plain", echo);
}

std::size_t answers_in(std::string_view bytes) {
    // A message may contain the version, too; in a status line a number follows it.
    std::size_t count = 0;
    for (auto at = bytes.find("HTTP/1.1 "); at != std::string_view::npos;
         at = bytes.find("HTTP/1.1 ", at + 1))
        if (at + 9 < bytes.size() && bytes[at + 9] >= '1' && bytes[at + 9] <= '5') ++count;
    return count;
}

void expect_error_shape(const Answer& answer) {
    EXPECT_EQ(answer.header("content-type"), "application/json");
    EXPECT_THAT(answer.header("x-request-id"), testing::MatchesRegex("[0-9a-f]{32}"));
    const auto json = answer.json();
    EXPECT_FALSE(json.at("message").as_string().empty());
    EXPECT_FALSE(json.at("errors").at(0).at("code").as_string().empty());
    EXPECT_FALSE(json.at("errors").at(0).at("message").as_string().empty());
}

struct BadRequest {
    const char* name;
    std::string bytes;
    std::vector<int> statuses = {400};
};

void PrintTo(const BadRequest& request, std::ostream* out) {
    *out << request.name;
}

class HttpRefusals : public testing::TestWithParam<BadRequest> {
  protected:
    test::TestServer server{{.extra_routes = {echo_row()}}};
};

// Bytes after a bad request are not parsed: where the next request begins is unknown.
TEST_P(HttpRefusals, AnswersOnceAndClosesTheConnection) {
    Connection connection = server.connect();

    connection.send(GetParam().bytes + request_text("GET", "/healthz") + request_text("GET", "/healthz"));

    const Answer answer = connection.receive();
    EXPECT_THAT(GetParam().statuses, testing::Contains(answer.status));
    EXPECT_EQ(answer.header("connection"), "close");
    expect_error_shape(answer);
    EXPECT_EQ(connection.receive_rest(), "");
    EXPECT_EQ(server.client().get("/healthz").status, 200);
}

std::string post(const std::string& headers, const std::string& body = "") {
    return "POST /test/echo HTTP/1.1\r\nHost: test\r\n" + headers + "\r\n" + body;
}
std::string get(const std::string& headers) {
    return "GET /healthz HTTP/1.1\r\nHost: test\r\n" + headers + "\r\n";
}
std::string chunked(const std::string& body) {
    return post("Transfer-Encoding: chunked\r\n", body);
}

// clang-format off
const std::vector<BadRequest> kTwoReadings{
    {"LengthAndChunks", post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")},
    {"ChunksAndLength", post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n")},
    {"ChunksAndNoLength", post("Transfer-Encoding: chunked\r\nContent-Length: 0\r\n", "0\r\n\r\n")},
    {"TwoLengths", post("Content-Length: 5\r\nContent-Length: 6\r\n", "hello")},
    {"TheSameLengthTwice", post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello")},
    {"ListOfLengths", post("Content-Length: 5, 5\r\n", "hello")},
    {"PositiveLength", post("Content-Length: +5\r\n", "hello")},
    {"NegativeLength", post("Content-Length: -5\r\n", "hello")},
    {"HexadecimalLength", post("Content-Length: 0x5\r\n", "hello")},
    {"LengthWithASpace", post("Content-Length: 5 0\r\n", "hello")},
    {"FractionalLength", post("Content-Length: 5.0\r\n", "hello")},
    {"EmptyLength", post("Content-Length:\r\n")},
    {"LengthInWords", post("Content-Length: five\r\n", "hello")},
    {"LengthBeyondAllNumbers", post("Content-Length: 18446744073709551621\r\n", "hello")},
    {"LargestLength", post("Content-Length: 18446744073709551615\r\n", "hello"), {413}},
    {"TwoCodings", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n")},
    {"ChunkedTwice", post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"), {400, 501}},
    {"CompressedChunks", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"), {400, 501}},
    {"ChunksThatAreNotLast", post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"), {400, 501}},
    {"IdentityCoding", post("Transfer-Encoding: identity\r\nContent-Length: 5\r\n", "hello"), {400, 501}},
    {"UnknownCoding", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"), {400, 501}},
    {"EmptyCoding", post("Transfer-Encoding:\r\n", "0\r\n\r\n"), {400, 501}},
    {"CodingWithParameter", post("Transfer-Encoding: chunked;q=1\r\n", "0\r\n\r\n"), {400, 501}},
    {"CodingAfterVerticalTab", post("Transfer-Encoding: \vchunked\r\n", "0\r\n\r\n"), {400, 501}},
    {"QuotedCoding", post("Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n"), {400, 501}},
    {"ChunksInHttp10", "POST /test/echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
    {"SpaceBeforeColonOfLength", post("Content-Length : 5\r\n", "hello")},
    {"SpaceBeforeColonOfCoding", post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n")},
    {"TabBeforeColon", get("X-Header\t: x\r\n")},
    {"FoldedCoding", post("Transfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n")},
    {"FoldedHeader", get("X-Header: a\r\n\tb\r\n")},
    {"FoldAfterTheRequestLine", "GET /healthz HTTP/1.1\r\n Host: test\r\n\r\n"},
    {"HeaderLineOfBlanks", get(" \r\n")},
    {"LineFeedAloneAfterTheRequestLine", "GET /healthz HTTP/1.1\nHost: test\r\n\r\n"},
    {"LineFeedAloneAfterAHeader", get("X-Header: a\nContent-Length: 5\r\n")},
    {"LineFeedAloneAtTheEnd", "GET /healthz HTTP/1.1\r\nHost: test\r\n\n"},
    {"OnlyLineFeeds", "GET /healthz HTTP/1.1\nHost: test\n\n"},
    {"CarriageReturnAlone", get("X-Header: a\rContent-Length: 5\r\n")},
    {"TwoCarriageReturns", "GET /healthz HTTP/1.1\r\r\nHost: test\r\n\r\n", {400, 505}},
    {"NulInAName", get("X-Hea\0der: x\r\n"s)},
    {"NulInAValue", get("X-Header: a\0b\r\n"s)},
    {"NulInThePath", "GET /heal\0thz HTTP/1.1\r\nHost: test\r\n\r\n"s},
    {"ControlCharacterInAValue", get("X-Header: a\x01" "b\r\n")},
    {"DeleteInAValue", get("X-Header: a\x7f" "b\r\n")},
    {"SpaceInAName", get("X Header: x\r\n")},
    {"HighByteInAName", get("X-H\xe4" "der: x\r\n")},
    {"HeaderWithoutColon", get("X-Header\r\n")},
    {"HeaderWithoutName", get(": x\r\n")},
};

const std::vector<BadRequest> kBadChunks{
    {"SizeThatIsNoNumber", chunked("g\r\nhello\r\n0\r\n\r\n")},
    {"SizeWithPrefix", chunked("0x5\r\nhello\r\n0\r\n\r\n")},
    {"PositiveSize", chunked("+5\r\nhello\r\n0\r\n\r\n")},
    {"NegativeSize", chunked("-5\r\nhello\r\n0\r\n\r\n")},
    {"NoSize", chunked("\r\nhello\r\n0\r\n\r\n")},
    {"ExtensionWithoutSize", chunked(";a=b\r\nhello\r\n0\r\n\r\n")},
    {"SpaceBeforeTheSize", chunked(" 5\r\nhello\r\n0\r\n\r\n")},
    {"TwoSizes", chunked("5 5\r\nhello\r\n0\r\n\r\n")},
    {"SizeThatOverflows", chunked("10000000000000005\r\nhello\r\n0\r\n\r\n")},
    {"LineFeedAloneAfterTheSize", chunked("5\nhello\r\n0\r\n\r\n")},
    {"LineFeedAloneWithinTheExtension", chunked("5;a\nb\r\nhello\r\n0\r\n\r\n")},
    {"LineFeedAloneAfterTheData", chunked("5\r\nhello\n0\r\n\r\n")},
    {"DataLongerThanItsSize", chunked("4\r\nhello\r\n0\r\n\r\n")},
    {"DataShorterThanItsSize", chunked("7\r\nhello\r\n0\r\n\r\n")},
    {"LineFeedAloneInATrailer", chunked("0\r\nX-Trailer: a\nX-Other: b\r\n\r\n")},
    {"FoldedTrailer", chunked("0\r\nX-Trailer: a\r\n b\r\n\r\n")},
    {"TrailerWithoutColon", chunked("0\r\nX-Trailer\r\n\r\n")},
    {"ControlCharacterInAnExtension", chunked("5;a=\x01\r\nhello\r\n0\r\n\r\n")},
    {"EndlessExtension", chunked("5;" + std::string(20'000, 'a') + "\r\nhello\r\n0\r\n\r\n"), {400, 413, 431}},
    {"EndlessSize", chunked(std::string(20'000, '0') + "5\r\nhello\r\n0\r\n\r\n"), {400, 413}},
    {"EndlessTrailers", chunked("0\r\n" + [] {
        std::string lines;
        for (int i = 0; i < 2000; ++i) lines += "X-Trailer: some value\r\n";
        return lines;
    }() + "\r\n"), {400, 431}},
};

const std::vector<BadRequest> kBadLines{
    {"NoHost", "GET /healthz HTTP/1.1\r\n\r\n"},
    {"TwoHosts", get("Host: other\r\n")},
    {"TheSameHostTwice", get("Host: test\r\n")},
    {"Http2", "GET /healthz HTTP/2.0\r\nHost: test\r\n\r\n", {505}},
    {"Http2Preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 505}},
    {"Http3", "GET /healthz HTTP/3\r\nHost: test\r\n\r\n", {400, 505}},
    {"Http09", "GET /healthz\r\n\r\n", {400, 505}},
    {"LowerCaseProtocol", "GET /healthz http/1.1\r\nHost: test\r\n\r\n", {400, 505}},
    {"LongVersion", "GET /healthz HTTP/1.11\r\nHost: test\r\n\r\n", {400, 505}},
    {"SpaceAfterTheVersion", "GET /healthz HTTP/1.1 \r\nHost: test\r\n\r\n", {400, 505}},
    {"SpaceBeforeTheMethod", " GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n"},
    {"TwoSpaces", "GET  /healthz HTTP/1.1\r\nHost: test\r\n\r\n"},
    {"Tabs", "GET\t/healthz\tHTTP/1.1\r\nHost: test\r\n\r\n"},
    {"SpaceInThePath", "GET /health z HTTP/1.1\r\nHost: test\r\n\r\n", {400, 505}},
    {"NoPath", "GET HTTP/1.1\r\nHost: test\r\n\r\n", {400, 505}},
    {"PathWithoutSlash", "GET healthz HTTP/1.1\r\nHost: test\r\n\r\n"},
    {"Fragment", "GET /healthz#top HTTP/1.1\r\nHost: test\r\n\r\n"},
    {"OtherScheme", "GET file:///healthz HTTP/1.1\r\nHost: test\r\n\r\n"},
    {"Asterisk", "GET * HTTP/1.1\r\nHost: test\r\n\r\n"},
    {"Tunnel", "CONNECT test:443 HTTP/1.1\r\nHost: test\r\n\r\n", {400, 405, 501}},
    {"MethodThatIsNoToken", "G(T /healthz HTTP/1.1\r\nHost: test\r\n\r\n"},
    {"NoMethod", "/healthz HTTP/1.1\r\nHost: test\r\n\r\n"},
    {"UnknownExpectation", get("Expect: something\r\n"), {417}},
};

const std::vector<BadRequest> kTooLarge{
    {"Url", "GET /" + std::string(8192, 'a') + " HTTP/1.1\r\nHost: test\r\n\r\n", {414}},
    {"Query", "GET /healthz?" + std::string(8192, 'a') + " HTTP/1.1\r\nHost: test\r\n\r\n", {414}},
    {"EndlessUrl", "GET /" + std::string(100'000, 'a'), {414}},
    {"EndlessMethod", std::string(100'000, 'G'), {400, 414, 431, 501}},
    {"Header", get("X-Large: " + std::string(16 * 1024, 'a') + "\r\n"), {431}},
    {"EndlessHeader", "GET /healthz HTTP/1.1\r\nHost: test\r\nX-Large: " + std::string(100'000, 'a'), {431}},
    {"EndlessName", "GET /healthz HTTP/1.1\r\nHost: test\r\n" + std::string(100'000, 'a'), {431}},
    {"HeadersTogether", get([] {
        std::string lines;
        for (int i = 0; i < 40; ++i) lines += "X-Large: " + std::string(500, 'a') + "\r\n";
        return lines;
    }()), {431}},
    {"NumberOfHeaders", get([] {
        std::string lines;
        for (int i = 0; i < 100; ++i) lines += "X-Small: a\r\n";
        return lines;
    }()), {431}},
};
// clang-format on

std::string name_of(const testing::TestParamInfo<BadRequest>& each) {
    return each.param.name;
}
INSTANTIATE_TEST_SUITE_P(TwoReadings, HttpRefusals, testing::ValuesIn(kTwoReadings), name_of);
INSTANTIATE_TEST_SUITE_P(BadChunks, HttpRefusals, testing::ValuesIn(kBadChunks), name_of);
INSTANTIATE_TEST_SUITE_P(BadLines, HttpRefusals, testing::ValuesIn(kBadLines), name_of);
INSTANTIATE_TEST_SUITE_P(TooLarge, HttpRefusals, testing::ValuesIn(kTooLarge), name_of);

class HttpOddities : public testing::Test {
  protected:
    void let_the_server_read() { ASSERT_EQ(server.client().get("/healthz").status, 200); }

    test::TestServer server{{.extra_routes = {echo_row()}}};
    Connection connection = server.connect();
};

// RFC 9112, 3.2: an invalid Host is refused like a missing one.
TEST_F(HttpOddities, AHostThatCannotBeOneIsRefused) {
    for (const std::string host : {"a b", "test/path", "user@test"}) {
        Connection each = server.connect();

        each.send("GET /healthz HTTP/1.1\r\nHost: " + host + "\r\n\r\n");

        EXPECT_EQ(each.receive().status, 400) << host;
    }
}

TEST_F(HttpOddities, WhatIsJustSmallEnoughIsServed) {
    std::string many_headers;
    for (int i = 0; i < 99; ++i) many_headers += "X-Small: a\r\n";

    connection.send(get("X-Large: " + std::string(16 * 1024 - 100, 'a') + "\r\n"));
    connection.send(get(many_headers));
    connection.send("GET /healthz?" + std::string(8192 - 9, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n");

    for (int i = 0; i < 3; ++i) EXPECT_EQ(connection.receive().status, 200);
}

TEST_F(HttpOddities, ALargeUrlAndLargeHeadersTogetherAreServed) {
    connection.send("OPTIONS /healthz?" + std::string(8192 - 9, 'a') +
                    " HTTP/1.1\r\nHost: a\r\nX-Large: " + std::string(16 * 1024 - 100, 'a') + "\r\n\r\n");

    EXPECT_EQ(connection.receive().status, 204);
}

TEST_F(HttpOddities, PathsHaveOneReading) {
    const std::vector<std::string> tricks{"/../healthz",
                                          "/jobs/../healthz",
                                          "/healthz/..",
                                          "/./healthz",
                                          "/healthz/.",
                                          "/%2e/healthz",
                                          "/%2e%2e/healthz",
                                          "/.%2E/healthz",
                                          "/jobs/%2e%2e/healthz",
                                          "//healthz",
                                          "/healthz//",
                                          "/healthz;x=1",
                                          "/healthz%3bx=1",
                                          "/%2fhealthz",
                                          "/%2Fhealthz",
                                          "/configuration%2fcompany",
                                          "/configuration%2Fcompany",
                                          "/configuration%5ccompany",
                                          "/configuration\\company",
                                          "/health%257a",
                                          "/%2568ealthz",
                                          "/Healthz",
                                          "/HEALTHZ",
                                          "/healthz%00",
                                          "/healthz%00.css",
                                          "/healthz%20",
                                          "/healthz%0d%0a",
                                          "/healthz%",
                                          "/healthz%4",
                                          "/healthz%zz",
                                          "/%u0068ealthz",
                                          "/%c0%ae%c0%ae/healthz",
                                          "/\xc0\xae/healthz",
                                          "/assets/../../etc/passwd",
                                          "/assets/..%2f..%2fetc/passwd",
                                          "/assets/callboard.css/../../healthz"};
    for (const std::string& path : tricks) {
        Connection each = server.connect();

        each.send(request_text("GET", path, {{"X-SmartToken", ""}}));

        const Answer answer = each.receive();
        EXPECT_TRUE(answer.status == 404 || answer.status == 400) << path << " is " << answer.status;
        expect_error_shape(answer);
    }
}

TEST_F(HttpOddities, ASegmentIsDecodedOnce) {
    connection.send(request_text("GET", "/health%7a") + request_text("GET", "/%68%65althz") +
                    request_text("GET", "/healthz/") + request_text("GET", "/healthz?../%2e%2e;%zz"));

    for (int i = 0; i < 4; ++i) EXPECT_EQ(connection.receive().status, 200);
}

TEST_F(HttpOddities, BadEscapesInAQueryAreRefusedAndTheConnectionLives) {
    const CompanyId company = given::company(*server.db);
    const std::string key = given::api_key(*server.db, company, given::user(*server.db, company));
    test::Client client = server.client_with_key(key);

    for (const std::string query : {"limit=%zz", "limit=%", "limit=1%2", "q=%%", "%4=1", "limit=%00"}) {
        const Answer answer = client.get("/jobs?" + query);

        EXPECT_EQ(answer.status, 400) << query;
        EXPECT_EQ(answer.error_code(), "INVALID_PARAMETER") << query;
        EXPECT_EQ(answer.header("connection"), "") << query;
    }
    EXPECT_EQ(client.get("/jobs?limit=%31").status, 200);
}

TEST_F(HttpOddities, MethodsThatNobodyHasAreNotAllowed) {
    connection.send(request_text("TRACE", "/healthz") + request_text("get", "/healthz") +
                    request_text("PROPFIND", "/healthz") + request_text("BREW", "/nowhere"));

    for (const int expected : {405, 405, 405, 404}) EXPECT_EQ(connection.receive().status, expected);
}

TEST_F(HttpOddities, NoHeaderValueComesBackAsAHeader) {
    connection.send(
        "GET /nowhere%0d%0aX-Forged:%201 HTTP/1.1\r\nHost: test\r\nX-Request-Id: a\tX-Forged: 1\r\n\r\n");

    const Answer answer = connection.receive();
    EXPECT_EQ(answer.status, 404);
    EXPECT_EQ(answer.headers.count("x-forged"), 0U);
    EXPECT_THAT(answer.header("x-request-id"), testing::MatchesRegex("[0-9a-f]{32}"));
}

TEST_F(HttpOddities, NoiseDoesNoHarm) {
    std::mt19937 random{4711};
    for (int round = 0; round < 300; ++round) {
        std::string noise(1 + random() % 3000, '\0');
        std::ranges::generate(noise, [&] { return static_cast<char>(random() % 256); });
        Connection each = server.connect();

        each.try_send(noise);
        each.close_sending();

        ASSERT_LE(answers_in(each.receive_rest()), 1U) << "round " << round;
        ASSERT_TRUE(each.closed_by_server()) << "round " << round;
    }
    EXPECT_EQ(server.client().get("/healthz").status, 200);
}

TEST_F(HttpOddities, AlmostGoodRequestsDoNoHarm) {
    const std::string good = request_text("POST", "/test/echo", {{"X-Request-Id", "id"}}, "hello") +
                             chunked("5;a=b\r\nhello\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n") +
                             get("Accept: */*\r\n");
    const std::string interesting = "\r\n\t :;,0Ff%\xff"s + '\0';
    std::mt19937 random{815};
    for (int round = 0; round < 500; ++round) {
        std::string bad = good;
        for (unsigned changes = 1 + static_cast<unsigned>(random() % 3); changes > 0; --changes) {
            const std::size_t at = random() % bad.size();
            switch (random() % 3) {
                case 0: bad[at] = interesting[random() % interesting.size()]; break;
                case 1: bad.erase(at, 1 + random() % 4); break;
                default: bad.insert(at, 1, interesting[random() % interesting.size()]);
            }
        }
        Connection each = server.connect();

        each.try_send(bad);
        each.close_sending();

        ASSERT_LE(answers_in(each.receive_rest()), 3U) << testing::PrintToString(bad);
        ASSERT_TRUE(each.closed_by_server()) << testing::PrintToString(bad);
    }
    EXPECT_EQ(server.client().get("/healthz").status, 200);
}

TEST_F(HttpOddities, AClientThatSpeaksTlsIsNotLeftHanging) {
    const std::string hello = "\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03"s + std::string(0xa5 - 6, '\x5a');
    Connection sending_last_bytes = server.connect();

    connection.send(hello);
    sending_last_bytes.send(hello);
    sending_last_bytes.close_sending();
    let_the_server_read();
    server.stopwatch.advance(10s);

    EXPECT_TRUE(connection.closed_by_server());
    EXPECT_TRUE(sending_last_bytes.closed_by_server());
    EXPECT_EQ(server.client().get("/healthz").status, 200);
}

}  // namespace
}  // namespace callboard
