#include "http/request_parser.h"

#include <memory>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "http/buffer.h"

namespace callboard::http {
namespace {

using namespace std::string_literals;
using Progress = RequestParser::Progress;

// A request as received, all at once or byte by byte.
class Arrival {
  public:
    explicit Arrival(std::string bytes) : bytes_(std::move(bytes)) {}

    Progress read_head() { return parser.read_head(bytes_); }

    Progress read_head_slowly() {
        for (std::size_t size = 1; size <= bytes_.size(); ++size) {
            const Progress progress = parser.read_head(std::string_view{bytes_}.substr(0, size));
            if (progress != Progress::need_more) return progress;
        }
        return Progress::need_more;
    }

    // Passes `step` more bytes each time, and keeps the unused ones.
    Progress read_body(std::size_t limit, std::size_t step) {
        std::string_view rest = left_after_head();
        for (std::size_t given = std::min(step, rest.size());; given = std::min(given + step, rest.size())) {
            std::size_t used = 0;
            const Progress progress = parser.read_body(rest.substr(0, given), limit, used);
            EXPECT_LE(used, given);
            if (progress != Progress::need_more || given == rest.size()) {
                left = rest.substr(used);
                return progress;
            }
            rest.remove_prefix(used);
            given -= used;
        }
    }

    std::string_view left_after_head() const { return std::string_view{bytes_}.substr(parser.head_size()); }

    Request request;
    RequestParser parser{request};
    std::string_view left;  // of the bytes, after the body

  private:
    const std::string bytes_;
};

std::string get(std::string_view target, std::string_view headers = "") {
    return "GET " + std::string{target} + " HTTP/1.1\r\nHost: a\r\n" + std::string{headers} + "\r\n";
}

std::string post(std::string_view headers, std::string_view body = "") {
    return "POST /jobs HTTP/1.1\r\nHost: a\r\n" + std::string{headers} + "\r\n" + std::string{body};
}

std::string chunked(std::string_view body) {
    return post("Transfer-Encoding: chunked\r\n", body);
}

int status_of(const std::string& bytes) {
    Arrival arrival{bytes};
    const Progress progress = arrival.read_head();
    if (progress == Progress::need_more) return 0;
    return progress == Progress::done ? 200 : arrival.parser.refusal().status;
}

TEST(RequestHead, IsTakenApart) {
    Arrival arrival{
        "GET /jobs/1?limit=5&q=a%20b HTTP/1.1\r\nHost: example.org\r\nX-Odd:  two  words "
        "\t\r\nEmpty:\r\n\r\nrest"};

    ASSERT_EQ(arrival.read_head(), Progress::done);
    const Request& request = arrival.request;
    EXPECT_EQ(request.method, Method::get);
    EXPECT_EQ(request.path, "/jobs/1");
    EXPECT_EQ(request.query, "limit=5&q=a%20b");
    EXPECT_EQ(request.headers.size(), 3U);
    EXPECT_EQ(request.header("host"), "example.org");
    EXPECT_EQ(request.header("x-odd"), "two  words");
    EXPECT_EQ(request.header("empty"), "");
    EXPECT_EQ(request.header("empty"), "");
    EXPECT_EQ(arrival.left_after_head(), "rest");
    EXPECT_FALSE(arrival.parser.has_body());
    EXPECT_TRUE(arrival.parser.keeps_alive());
    EXPECT_FALSE(arrival.parser.is_http_10());
    EXPECT_FALSE(arrival.parser.expects_continue());
}

TEST(RequestHead, IsTheSameWhenItComesByteByByte) {
    Arrival slow{get("/jobs?x=1", "Accept: */*\r\nContent-Length: 3\r\n") + "abc"};

    ASSERT_EQ(slow.read_head_slowly(), Progress::done);
    EXPECT_EQ(slow.request.path, "/jobs");
    EXPECT_EQ(slow.request.query, "x=1");
    EXPECT_EQ(slow.request.headers.size(), 3U);
    EXPECT_TRUE(slow.parser.has_body());
    EXPECT_EQ(slow.parser.announced_size(), 3U);
}

TEST(RequestHead, IsAwaitedToItsLastByte) {
    const std::string whole = get("/", "Accept: */*\r\n");

    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_EQ(status_of(whole.substr(0, size)), 0) << size;
    EXPECT_EQ(status_of(whole), 200);
}

TEST(RequestHead, ForgetsTheRequestBefore) {
    Request request;
    request.headers.push_back({"Old", "x"});
    request.body = "old";
    request.is_head = true;

    RequestParser parser{request};

    EXPECT_EQ(parser.read_head("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), Progress::done);
    EXPECT_EQ(request.headers.size(), 1U);
    EXPECT_EQ(request.body, "");
    EXPECT_FALSE(request.is_head);
}

TEST(RequestHead, KnowsTheMethodsThatRoutesHave) {
    struct Case {
        std::string_view name;
        Method method;
    };
    for (const Case& each :
         {Case{"GET", Method::get}, Case{"HEAD", Method::get}, Case{"POST", Method::post},
          Case{"PUT", Method::put}, Case{"PATCH", Method::patch}, Case{"DELETE", Method::del},
          Case{"OPTIONS", Method::options}, Case{"TRACE", Method::other}, Case{"get", Method::other},
          Case{"BREW", Method::other}, Case{"M-SEARCH", Method::other}}) {
        Arrival arrival{std::string{each.name} + " / HTTP/1.1\r\nHost: a\r\n\r\n"};
        ASSERT_EQ(arrival.read_head(), Progress::done) << each.name;
        EXPECT_EQ(arrival.request.method, each.method) << each.name;
        EXPECT_EQ(arrival.request.is_head, each.name == "HEAD") << each.name;
    }
}

TEST(RequestHead, SaysWhetherTheConnectionStays) {
    const auto keeps_alive = [](const std::string& bytes) {
        Arrival arrival{bytes};
        EXPECT_EQ(arrival.read_head(), Progress::done);
        return arrival.parser.keeps_alive();
    };

    EXPECT_TRUE(keeps_alive(get("/")));
    EXPECT_TRUE(keeps_alive(get("/", "Connection: keep-alive\r\n")));
    EXPECT_FALSE(keeps_alive(get("/", "Connection: close\r\n")));
    EXPECT_FALSE(keeps_alive(get("/", "Connection: foo, Close\r\n")));
    EXPECT_FALSE(keeps_alive("GET / HTTP/1.0\r\n\r\n"));
    EXPECT_TRUE(keeps_alive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
}

TEST(RequestHead, OfVersionOneZeroNeedsNoHost) {
    Arrival arrival{"GET / HTTP/1.0\r\n\r\n"};

    EXPECT_EQ(arrival.read_head(), Progress::done);
    EXPECT_TRUE(arrival.parser.is_http_10());
}

TEST(RequestHead, SaysWhatItAnnounces) {
    Arrival none{get("/")};
    Arrival empty{post("Content-Length: 0\r\n")};
    Arrival some{post("content-length: 0042\r\n")};
    Arrival chunks{chunked("")};

    EXPECT_EQ(none.read_head(), Progress::done);
    EXPECT_FALSE(none.parser.has_body());
    EXPECT_EQ(empty.read_head(), Progress::done);
    EXPECT_FALSE(empty.parser.has_body());
    EXPECT_EQ(empty.parser.announced_size(), 0U);
    EXPECT_EQ(some.read_head(), Progress::done);
    EXPECT_TRUE(some.parser.has_body());
    EXPECT_EQ(some.parser.announced_size(), 42U);
    EXPECT_EQ(chunks.read_head(), Progress::done);
    EXPECT_TRUE(chunks.parser.has_body());
    EXPECT_FALSE(chunks.parser.announced_size());
}

TEST(RequestHead, MayExpectToBeToldToGoOn) {
    Arrival asks{post("Expect: 100-Continue\r\nContent-Length: 1\r\n")};
    Arrival too_old{"POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n"};

    EXPECT_EQ(asks.read_head(), Progress::done);
    EXPECT_TRUE(asks.parser.expects_continue());
    EXPECT_EQ(too_old.read_head(), Progress::done);
    EXPECT_FALSE(too_old.parser.expects_continue());
}

struct Target {
    std::string_view sent;
    std::string_view path;
    std::string_view query;
    friend void PrintTo(const Target& target, std::ostream* out) { *out << target.sent; }
};

class GoodTarget : public testing::TestWithParam<Target> {};

TEST_P(GoodTarget, HasOnePathAndOneQuery) {
    const std::string method = GetParam().sent == "*" ? "OPTIONS" : "GET";
    Arrival arrival{method + " " + std::string{GetParam().sent} + " HTTP/1.1\r\nHost: a\r\n\r\n"};

    ASSERT_EQ(arrival.read_head(), Progress::done);
    EXPECT_EQ(arrival.request.path, GetParam().path);
    EXPECT_EQ(arrival.request.query, GetParam().query);
}

INSTANTIATE_TEST_SUITE_P(
    Request, GoodTarget,
    testing::Values(Target{"/", "/", ""}, Target{"/?", "/", ""}, Target{"/a?b?c", "/a", "b?c"},
                    Target{"/a%2fb;c//d/../e", "/a%2fb;c//d/../e", ""},
                    Target{"//host/path", "//host/path", ""}, Target{"/?u=http://x/", "/", "u=http://x/"},
                    Target{"http://example.org/a?b", "/a", "b"}, Target{"https://example.org/a", "/a", ""},
                    Target{"http://example.org", "/", ""}, Target{"http://example.org?b", "/", "b"},
                    Target{"HTTP://example.org/a", "/a", ""}, Target{"*", "*", ""}));

class Smuggling : public testing::TestWithParam<std::string> {};

TEST_P(Smuggling, IsRefusedAtOnceAndByteByByte) {
    Arrival whole{GetParam()};
    Arrival slow{GetParam()};

    EXPECT_EQ(whole.read_head(), Progress::refused);
    EXPECT_EQ(whole.parser.refusal().status, 400);
    EXPECT_EQ(slow.read_head_slowly(), Progress::refused);
    EXPECT_EQ(slow.parser.refusal().status, 400);
}

INSTANTIATE_TEST_SUITE_P(
    TwoLengths, Smuggling,
    testing::Values(post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
                    post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
                    post("Content-Length: 0\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
                    post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello"),
                    post("Content-Length: 5\r\nContent-Length: 6\r\n", "hello"),
                    post("Content-Length: 5\r\ncontent-length: 5\r\n", "hello"),
                    post("Content-Length: 0\r\nContent-Length: 0\r\n"),
                    post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
                    post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n")));

INSTANTIATE_TEST_SUITE_P(
    OddLengths, Smuggling,
    testing::Values(post("Content-Length: +5\r\n", "hello"), post("Content-Length: -5\r\n", "hello"),
                    post("Content-Length: -0\r\n"), post("Content-Length: 0x5\r\n", "hello"),
                    post("Content-Length: 5h\r\n", "hello"), post("Content-Length:\r\n", "hello"),
                    post("Content-Length: \t \r\n", "hello"), post("Content-Length: 5, 5\r\n", "hello"),
                    post("Content-Length: 5,\r\n", "hello"), post("Content-Length: ,5\r\n", "hello"),
                    post("Content-Length: 5 5\r\n", "hello"), post("Content-Length: 5.0\r\n", "hello"),
                    post("Content-Length: 1e1\r\n", "hello"), post("Content-Length: \"5\"\r\n", "hello"),
                    post("Content-Length: 5;\r\n", "hello"), post("Content-Length: five\r\n", "hello"),
                    post("Content-Length: 18446744073709551616\r\n", "hello"),
                    post("Content-Length: 99999999999999999999999\r\n", "hello")));

INSTANTIATE_TEST_SUITE_P(
    OldVersion, Smuggling,
    testing::Values(
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"s,
        "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nhello"s));

INSTANTIATE_TEST_SUITE_P(
    LineEnds, Smuggling,
    testing::Values("GET / HTTP/1.1\nHost: a\n\n"s, "GET / HTTP/1.1\nHost: a\r\n\r\n"s,
                    "GET / HTTP/1.1\r\nHost: a\n\r\n"s, "GET / HTTP/1.1\r\nHost: a\r\n\n"s,
                    "GET / HTTP/1.1\r\nHost: a\n\n"s, get("/", "X: a\nTransfer-Encoding: chunked\r\n"),
                    get("/", "X: a\rTransfer-Encoding: chunked\r\n"), get("/", "X: a\rb\r\n"),
                    get("/", "X: a\r\r\n"), get("/", "\rX: a\r\n"), get("/", "X\r: a\r\n"), get("/\r"),
                    get("/a\rb"), "GET\r/ HTTP/1.1\r\nHost: a\r\n\r\n"s,
                    "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"s, "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"s,
                    "\rGET / HTTP/1.1\r\nHost: a\r\n\r\n"s));

INSTANTIATE_TEST_SUITE_P(Folding, Smuggling,
                         testing::Values(get("/", "X: a\r\n b\r\n"), get("/", "X: a\r\n\tb\r\n"),
                                         get("/", "X: a\r\n Transfer-Encoding: chunked\r\n"),
                                         get("/", "X: a\r\n \r\n"), "GET / HTTP/1.1\r\n Host: a\r\n\r\n"s,
                                         post("Transfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n"),
                                         post("Content-Length: 5\r\n 6\r\n", "hello")));

INSTANTIATE_TEST_SUITE_P(Names, Smuggling,
                         testing::Values(get("/", "X : a\r\n"), get("/", "X\t: a\r\n"),
                                         post("Content-Length : 5\r\n", "hello"),
                                         post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"),
                                         get("/", ": a\r\n"), get("/", "X\r\n"), get("/", "X Y: a\r\n"),
                                         get("/", "X\x01: a\r\n"), get("/", "X\x7f: a\r\n"),
                                         get("/", "X(: a\r\n"), get("/", "X\xc3\xa9: a\r\n"),
                                         get("/", "X\0: a\r\n"s), post("Transfer\0-Encoding: chunked\r\n"s),
                                         post("Content-Length\x0b: 5\r\n", "hello")));

INSTANTIATE_TEST_SUITE_P(Values, Smuggling,
                         testing::Values(get("/", "X: a\0b\r\n"s), get("/", "X: \0\r\n"s),
                                         get("/", "X: a\x01\r\n"), get("/", "X: a\x0b\r\n"),
                                         get("/", "X: a\x1b[0m\r\n"), get("/", "X: a\x7f\r\n"),
                                         post("Content-Length: 5\0\r\n"s, "hello"),
                                         post("Content-Length: \x0b"
                                              "5\r\n",
                                              "hello")));

INSTANTIATE_TEST_SUITE_P(Hosts, Smuggling,
                         testing::Values("GET / HTTP/1.1\r\n\r\n"s, "GET / HTTP/1.1\r\nX: a\r\n\r\n"s,
                                         "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"s,
                                         "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n"s,
                                         "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"s,
                                         "GET http://a/ HTTP/1.1\r\n\r\n"s));

INSTANTIATE_TEST_SUITE_P(WrongHosts, Smuggling,
                         testing::Values("GET / HTTP/1.1\r\nHost: a b\r\n\r\n"s,
                                         "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"s,
                                         "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"s,
                                         "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"s));

INSTANTIATE_TEST_SUITE_P(
    Targets, Smuggling,
    testing::Values(get("*"), get("jobs"), get("?a"), get("/a#b"), get("/#"), get("http:"), get("ftp://a/b"),
                    get("a:80"), "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n"s,
                    "POST * HTTP/1.1\r\nHost: a\r\n\r\n"s, "OPTIONS ** HTTP/1.1\r\nHost: a\r\n\r\n"s,
                    "OPTIONS *?a HTTP/1.1\r\nHost: a\r\n\r\n"s, get("/a\tb"), get("/\0"s), get("/\x01"),
                    get("/\x7f"), "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"s, "GET HTTP/1.1\r\nHost: a\r\n\r\n"s,
                    "GET\r\nHost: a\r\n\r\n"s, " GET / HTTP/1.1\r\nHost: a\r\n\r\n"s,
                    "G\0T / HTTP/1.1\r\nHost: a\r\n\r\n"s, "GE(T / HTTP/1.1\r\nHost: a\r\n\r\n"s,
                    "/ HTTP/1.1\r\nHost: a\r\n\r\n"s, "GET /\r\nHost: a\r\n\r\n"s,
                    "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"s));

TEST(RequestHead, WithMoreInItsFirstLineThanThreeWordsIsRefused) {
    for (const std::string& bytes :
         {get("/a b"), get("/ "), "GET /  HTTP/1.1\r\nHost: a\r\n\r\n"s,
          "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n"s, "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"s}) {
        const int status = status_of(bytes);
        EXPECT_TRUE(status == 400 || status == 505) << bytes << " gave " << status;
    }
}

TEST(RequestHead, WithAnAddressWithoutAHostIsRefused) {
    EXPECT_EQ(status_of(get("http:///a")), 400);
    EXPECT_EQ(status_of(get("http://")), 400);
    EXPECT_EQ(status_of(get("http://?a")), 400);
}

class TransferCoding : public testing::TestWithParam<std::string_view> {};

TEST_P(TransferCoding, OtherThanChunkedIsRefused) {
    const int status = status_of(post("Transfer-Encoding: " + std::string{GetParam()} + "\r\n", "0\r\n\r\n"));

    EXPECT_TRUE(status == 400 || status == 501) << status;
}

INSTANTIATE_TEST_SUITE_P(Request, TransferCoding,
                         testing::Values("", "identity", "gzip", "gzip, chunked", "chunked, gzip",
                                         "chunked, chunked", "chunked, identity", "identity, chunked",
                                         "chunked;q=1", "xchunked", "chunkedx", "\"chunked\"", "'chunked'",
                                         ",chunked", "chunked,", "chunked\x0b",
                                         "\x0b"
                                         "chunked",
                                         "chun ked", "cow", "chunk", std::string_view{"chunked\0", 8}));

TEST(RequestHead, NamesItsTransferCodingInAnyCase) {
    EXPECT_EQ(status_of(post("TRANSFER-ENCODING: Chunked\r\n", "0\r\n\r\n")), 200);
}

TEST(RequestHead, OfAnUnknownVersionIsRefused) {
    for (const std::string_view version : {"HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/3.0"})
        EXPECT_EQ(status_of("GET / " + std::string{version} + "\r\nHost: a\r\n\r\n"), 505) << version;
    for (const std::string_view version :
         {"HTTP/2", "HTTP/1", "HTTP/11", "HTTP/1.10", "HTTP/1.1x", "HTTP/1.1 x", "HTTP/ 1.1", "HTTP/1,1",
          "http/1.1", "HTTPS/1.1", "HTTP", "1.1", "HTTP/+1.1", "HTTP/1.\x01"}) {
        const int status = status_of("GET / " + std::string{version} + "\r\nHost: a\r\n\r\n");
        EXPECT_TRUE(status == 400 || status == 505) << version << " gave " << status;
    }
}

TEST(RequestHead, WithAnUnknownExpectationIsRefused) {
    for (const std::string_view value : {"", "200-ok", "100-continue, more", "100-continue;x", "100"})
        EXPECT_EQ(status_of(post("Expect: " + std::string{value} + "\r\n")), 417) << value;
}

TEST(RequestHead, HasATargetOfEightKibibytesAtMost) {
    EXPECT_EQ(status_of(get("/" + std::string(kMaxTarget - 1, 'a'))), 200);
    EXPECT_EQ(status_of(get("/" + std::string(kMaxTarget, 'a'))), 414);
    EXPECT_EQ(status_of(get("/?" + std::string(kMaxTarget - 1, 'a'))), 414);
    EXPECT_EQ(status_of("GET /" + std::string(kMaxHead, 'a')), 414);
}

// Headers besides Host, each counted with its colon, space and line end.
std::string headers_of(std::size_t bytes) {
    return "X: " + std::string(bytes - 5 - (4 + 1 + 4), 'v') + "\r\n";
}

TEST(RequestHead, HasSixteenKibibytesOfHeadersAtMost) {
    EXPECT_EQ(status_of(get("/", headers_of(kMaxHeaderBytes))), 200);
    EXPECT_EQ(status_of(get("/", headers_of(kMaxHeaderBytes + 1))), 431);
    EXPECT_EQ(status_of(get("/", "X: " + std::string(kMaxHead, 'v'))), 431);
}

TEST(RequestHead, MayUseBothLimitsToTheFull) {
    const std::string whole = get("/" + std::string(kMaxTarget - 1, 'a'), headers_of(kMaxHeaderBytes));

    EXPECT_EQ(status_of(whole), 200);
    EXPECT_EQ(Arrival{whole}.read_head_slowly(), Progress::done);
}

TEST(RequestHead, ThatNeverEndsIsRefusedInTime) {
    EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(kMaxHead - 30, 'v')), 0);
    EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(kMaxHead - 28, 'v')), 431);
}

TEST(RequestHead, HasAHundredHeadersAtMost) {
    std::string headers;
    for (std::size_t i = 1; i < kMaxHeaders; ++i) headers += "X" + std::to_string(i) + ": v\r\n";

    EXPECT_EQ(status_of(get("/", headers)), 200);
    EXPECT_EQ(status_of(get("/", headers + "One-More: v\r\n")), 431);
}

TEST(RequestHead, EndsWhereTheNextRequestBegins) {
    const std::string first = get("/first");
    Arrival arrival{first + get("/second")};

    EXPECT_EQ(arrival.read_head(), Progress::done);
    EXPECT_EQ(arrival.request.path, "/first");
    EXPECT_EQ(arrival.parser.head_size(), first.size());
}

class Steps : public testing::TestWithParam<std::size_t> {};

TEST_P(Steps, GiveABodyOfAnnouncedSize) {
    Arrival arrival{post("Content-Length: 11\r\n", "hello\r\n\0odd"s + "GET / HTTP/1.1")};
    ASSERT_EQ(arrival.read_head(), Progress::done);

    EXPECT_EQ(arrival.read_body(11, GetParam()), Progress::done);
    EXPECT_EQ(arrival.request.body, "hello\r\n\0odd"s);
}

TEST_P(Steps, GiveABodyInChunks) {
    Arrival arrival{chunked("5\r\nhello\r\n01\r\n \r\nC\r\nbig\r\n\r\nworld\r\n1\r\n\0\r\n000\r\n\r\nGET"s)};
    ASSERT_EQ(arrival.read_head(), Progress::done);

    EXPECT_EQ(arrival.read_body(1'000, GetParam()), Progress::done);
    EXPECT_EQ(arrival.request.body, "hello big\r\n\r\nworld\0"s);
}

TEST_P(Steps, GiveAnEmptyBodyInChunks) {
    Arrival arrival{chunked("0\r\n\r\n")};
    ASSERT_EQ(arrival.read_head(), Progress::done);

    EXPECT_EQ(arrival.read_body(0, GetParam()), Progress::done);
    EXPECT_EQ(arrival.request.body, "");
}

TEST_P(Steps, IgnoreChunkExtensionsAndTrailers) {
    Arrival arrival{chunked("5;a=b;c=\"d;e\"\r\nhello\r\n0;last\r\nHost: evil\r\nX-SmartToken: y\r\n\r\n")};
    ASSERT_EQ(arrival.read_head(), Progress::done);

    EXPECT_EQ(arrival.read_body(1'000, GetParam()), Progress::done);
    EXPECT_EQ(arrival.request.body, "hello");
    EXPECT_EQ(arrival.request.headers.size(), 2U);
    EXPECT_EQ(arrival.request.header("Host"), "a");
    EXPECT_EQ(arrival.left, "");
}

TEST_P(Steps, TakeABodyUpToItsLimit) {
    Arrival announced{post("Content-Length: 10\r\n", "0123456789")};
    Arrival in_chunks{chunked("5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n")};
    ASSERT_EQ(announced.read_head(), Progress::done);
    ASSERT_EQ(in_chunks.read_head(), Progress::done);

    EXPECT_EQ(announced.read_body(10, GetParam()), Progress::done);
    EXPECT_EQ(in_chunks.read_body(10, GetParam()), Progress::done);
    EXPECT_EQ(in_chunks.request.body, "0123456789");
}

TEST_P(Steps, RefuseABodyBeyondItsLimit) {
    Arrival announced{post("Content-Length: 10\r\n", "0123456789")};
    Arrival in_chunks{chunked("5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n")};
    ASSERT_EQ(announced.read_head(), Progress::done);
    ASSERT_EQ(in_chunks.read_head(), Progress::done);

    EXPECT_EQ(announced.read_body(9, GetParam()), Progress::refused);
    EXPECT_EQ(announced.parser.refusal().status, 413);
    EXPECT_EQ(in_chunks.read_body(9, GetParam()), Progress::refused);
    EXPECT_EQ(in_chunks.parser.refusal().status, 413);
}

TEST_P(Steps, MayForgetABodyAndStillLimitIt) {
    Arrival announced{post("Content-Length: 10\r\n", "0123456789GET")};
    Arrival in_chunks{chunked("5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n")};
    for (Arrival* each : {&announced, &in_chunks}) {
        ASSERT_EQ(each->read_head(), Progress::done);
        each->parser.discard_body();
    }

    EXPECT_EQ(announced.read_body(10, GetParam()), Progress::done);
    EXPECT_EQ(announced.request.body, "");
    EXPECT_EQ(in_chunks.read_body(9, GetParam()), Progress::refused);
    EXPECT_EQ(in_chunks.parser.refusal().status, 413);
    EXPECT_EQ(in_chunks.request.body, "");
}

INSTANTIATE_TEST_SUITE_P(Bodies, Steps, testing::Values(1, 2, 3, 7, 1'000));

TEST(RequestBody, IsAwaitedToItsLastByte) {
    const std::string chunks = "5\r\nhello\r\n0\r\nX: y\r\n\r\n";
    for (std::size_t size = 0; size < chunks.size(); ++size) {
        Arrival arrival{chunked(chunks.substr(0, size))};
        ASSERT_EQ(arrival.read_head(), Progress::done);
        EXPECT_EQ(arrival.read_body(1'000, 1'000), Progress::need_more) << size;
    }
    Arrival announced{post("Content-Length: 5\r\n", "hell")};
    ASSERT_EQ(announced.read_head(), Progress::done);
    EXPECT_EQ(announced.read_body(1'000, 1'000), Progress::need_more);
}

TEST(RequestBody, LeavesWhatFollowsIt) {
    Arrival announced{post("Content-Length: 5\r\n", "helloGET / HTTP/1.1")};
    Arrival in_chunks{chunked("5\r\nhello\r\n0\r\n\r\nGET / HTTP/1.1")};
    ASSERT_EQ(announced.read_head(), Progress::done);
    ASSERT_EQ(in_chunks.read_head(), Progress::done);

    EXPECT_EQ(announced.read_body(1'000, 1'000), Progress::done);
    EXPECT_EQ(announced.left, "GET / HTTP/1.1");
    EXPECT_EQ(in_chunks.read_body(1'000, 1'000), Progress::done);
    EXPECT_EQ(in_chunks.left, "GET / HTTP/1.1");
}

// Bytes of the body in the same packet as the head say nothing about the rest.
TEST(RequestBody, ThatIsLargeIsReadInFewPiecesWhateverComesWithItsHead) {
    constexpr std::size_t kSize = std::size_t{1024} * 1024;
    constexpr std::size_t kPiece = std::size_t{16} * 1024;
    const std::string body(kSize, 'a');
    const std::string head = post("Content-Length: " + std::to_string(kSize) + "\r\n");
    for (const std::size_t with_head : {0U, 1U, 100U}) {
        Request request;
        RequestParser parser{request};
        ASSERT_EQ(parser.read_head(head), Progress::done);
        std::string_view rest = std::string_view{body}.substr(with_head);
        Buffer buffer;
        buffer.assign(std::string_view{body}.substr(0, with_head));
        std::size_t reads = 0;
        std::size_t copied = 0;
        for (;;) {
            const std::size_t size = request.body.size();
            const std::size_t capacity = request.body.capacity();
            std::size_t used = 0;
            const Progress progress = parser.read_body(buffer.bytes(), kSize, used);
            if (request.body.capacity() != capacity) copied += size;
            buffer.consume(used);
            if (progress == Progress::done) break;
            ASSERT_EQ(progress, Progress::need_more);
            const auto room = buffer.room(kPiece, kPiece);
            const std::size_t bytes = rest.copy(room.data(), room.size());
            buffer.filled(bytes);
            rest.remove_prefix(bytes);
            ++reads;
        }

        EXPECT_TRUE(request.body == body);
        EXPECT_LE(reads, kSize / kPiece) << with_head;
        EXPECT_LT(copied, 2 * kSize) << with_head;
    }
}

class BadChunks : public testing::TestWithParam<std::string> {};

TEST_P(BadChunks, AreRefusedAtOnceAndByteByByte) {
    Arrival whole{chunked(GetParam())};
    Arrival slow{chunked(GetParam())};
    ASSERT_EQ(whole.read_head(), Progress::done);
    ASSERT_EQ(slow.read_head(), Progress::done);

    EXPECT_EQ(whole.read_body(1'000, 1'000), Progress::refused);
    EXPECT_EQ(whole.parser.refusal().status, 400);
    EXPECT_EQ(slow.read_body(1'000, 1), Progress::refused);
    EXPECT_EQ(slow.parser.refusal().status, 400);
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, BadChunks,
    testing::Values("\r\n\r\n", "g\r\n", "0x5\r\nhello\r\n0\r\n\r\n", "+5\r\nhello\r\n0\r\n\r\n",
                    "-5\r\nhello\r\n0\r\n\r\n", " 5\r\nhello\r\n0\r\n\r\n", "5h\r\nhello\r\n0\r\n\r\n",
                    "5,5\r\nhello\r\n0\r\n\r\n", "5.0\r\nhello\r\n0\r\n\r\n", "5 5\r\nhello\r\n0\r\n\r\n",
                    "10000000000000005\r\nhello\r\n0\r\n\r\n", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n",
                    "5\0\r\nhello\r\n0\r\n\r\n"s,
                    "\x0b"
                    "5\r\nhello\r\n0\r\n\r\n",
                    ";a\r\nhello\r\n0\r\n\r\n"));

INSTANTIATE_TEST_SUITE_P(LineEnds, BadChunks,
                         testing::Values("5\nhello\r\n0\r\n\r\n", "5\rhello\r\n0\r\n\r\n",
                                         "5\r\rhello\r\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n",
                                         "5\r\nhello0\r\n\r\n", "5\r\nhelloX\r\n0\r\n\r\n",
                                         "5\r\nhello\r0\r\n\r\n", "5\r\nhel\r\n0\r\n\r\n\r\n",
                                         "5\r\nhello\r\n0\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
                                         "5;a\nb\r\nhello\r\n0\r\n\r\n", "5;a\rb\r\nhello\r\n0\r\n\r\n"));

INSTANTIATE_TEST_SUITE_P(
    Extensions, BadChunks,
    testing::Values("5;\r\nhello\r\n0\r\n\r\n", "5 \r\nhello\r\n0\r\n\r\n", "5;a=\r\nhello\r\n0\r\n\r\n",
                    "5;a b\r\nhello\r\n0\r\n\r\n", "5;a=\"\r\n\"\r\nhello\r\n0\r\n\r\n",
                    "5;a=\"\r\"\r\nhello\r\n0\r\n\r\n", "5;a=\"\n\"\r\nhello\r\n0\r\n\r\n",
                    "5;a=\"\\\n\"\r\nhello\r\n0\r\n\r\n", "5;a=\"\0\"\r\nhello\r\n0\r\n\r\n"s,
                    "5;a=\"\x01\"\r\nhello\r\n0\r\n\r\n"));

INSTANTIATE_TEST_SUITE_P(Trailers, BadChunks,
                         testing::Values("0\r\nX : y\r\n\r\n", "0\r\nX\r\n\r\n", "0\r\nX: y\nZ: y\r\n\r\n",
                                         "0\r\nX: \0\r\n\r\n"s, "0\r\nX: y\rZ\r\n\r\n", "0\r\n X: y\r\n\r\n",
                                         "0\r\nX: y\r\n z\r\n\r\n", "0\r\nContent-Length: 9\r\n\r\n",
                                         "0\r\nTransfer-Encoding: chunked\r\n\r\n"));

}  // namespace
}  // namespace callboard::http
