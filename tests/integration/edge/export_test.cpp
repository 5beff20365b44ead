// Routes with responses of any size: ranges, conditional requests, and clients that read slowly or
// disconnect. Also the ETags of small responses.
#include "edge/export.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/socket.h>

#include "edge/content_negotiation.h"
#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using test::Answer;
using test::Connection;
using test::eventually;
using test::Headers;
using test::request_text;

constexpr std::size_t kMiB = std::size_t{1024} * 1024;

// More than the socket buffers of server and client hold if the client does not read.
constexpr std::size_t kInTransit = 16 * kMiB;

std::atomic<int> alive = 0;
std::atomic<int> begun = 0;
std::atomic<int> stop_requests = 0;
std::atomic<std::size_t> produced = 0;
std::atomic<int> version = 1;

std::string numbered_lines() {
    std::string text;
    for (int i = 0; text.size() < 100'000; ++i) text += std::to_string(i) + "\n";
    text.resize(100'000);
    return text;
}
const std::string kText = numbered_lines();

class Counted : public http::BodyStream {
  public:
    Counted() { ++alive; }
    ~Counted() override { --alive; }
};

class Part final : public Counted {
  public:
    explicit Part(http::ByteRange range) : at_(range.first), end_(range.first + range.size) {}
    bool next(std::string& piece) override {
        if (at_ == end_) return false;
        piece = kText.substr(at_, std::min<std::size_t>(30'000, end_ - at_));
        at_ += piece.size();
        return true;
    }

  private:
    std::size_t at_;
    std::size_t end_;
};

class Endless final : public Counted {
  public:
    bool next(std::string& piece) override {
        piece.assign(http::kPieceSize, 'x');
        produced += piece.size();
        return true;
    }
};

class Failing final : public Counted {
  public:
    bool next(std::string& piece) override {
        if (left_-- == 0) throw std::runtime_error("the disk has gone");
        piece.assign(20'000, 'x');
        return true;
    }

  private:
    int left_ = 2;
};

edge::Export file(const edge::ExportSteps& steps, const edge::Call<>&) {
    edge::Export made{.content_type = "text/csv", .etag = "\"v1\""};
    made.headers.emplace_back("Content-Disposition", "attachment; filename=\"a.csv\"");
    if (edge::client_has(steps.request, *made.etag)) {
        made.status = 304;
        made.content_type = {};
        return made;
    }
    return edge::with_range(steps.request, std::move(made), kText.size(),
                            [](http::ByteRange range) { return std::make_unique<Part>(range); });
}
edge::Export small_file(const edge::ExportSteps& steps, const edge::Call<>&) {
    return edge::with_range(steps.request, {.content_type = "text/csv", .etag = "\"small\""}, 1'000,
                            [](http::ByteRange range) { return std::make_unique<Part>(range); });
}
edge::Export workbook(const edge::ExportSteps& steps, const edge::Call<>&) {
    return edge::with_range(
        steps.request, {.content_type = "application/x-workbook", .etag = "\"w\"", .compressible = false},
        kText.size(), [](http::ByteRange range) { return std::make_unique<Part>(range); });
}
edge::Export table(const edge::ExportSteps&, const edge::Call<>&) {
    return {.content_type = "text/csv",
            .body = std::make_unique<Part>(http::ByteRange{.first = 0, .size = kText.size()})};
}
edge::Export negotiated(const edge::ExportSteps& steps, const edge::Call<>&) {
    static constexpr std::array<std::string_view, 2> kTypes{"application/json", "text/csv"};
    const auto type = edge::preferred_type(steps.request, kTypes).value();
    return {.content_type = kTypes[type],
            .body = std::make_unique<Part>(http::ByteRange{.first = 0, .size = 2})};
}
edge::Export endless(const edge::ExportSteps&, const edge::Call<>&) {
    return {.content_type = "text/csv", .body = std::make_unique<Endless>(), .compressible = false};
}
edge::Export failing(const edge::ExportSteps& steps, const edge::Call<>&) {
    edge::Export made{.content_type = "text/csv", .body = std::make_unique<Failing>()};
    if (steps.request.has("X-Sized")) made.size = 100'000;
    return made;
}
edge::Export refused(const edge::ExportSteps&, const edge::Call<>&) {
    throw not_found("REPORT_FILE_NOT_FOUND");
}
edge::Export defective(const edge::ExportSteps&, const edge::Call<>&) {
    throw std::runtime_error("a defect");
}
// Works until it is stopped.
edge::Export working(const edge::ExportSteps& steps, const edge::Call<>&) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock{mutex};
    ++begun;
    never.wait(lock, steps.stop, [] { return false; });
    ++stop_requests;
    throw timed_out();
}
// Reads the database from its own thread.
edge::Export counting(const edge::ExportSteps& steps, const edge::Call<>&) {
    static constexpr db::Sql kUsers{"test_export_users",
                                    "SELECT count(*) FROM user_account WHERE company_id = $1"};
    const auto users = steps.large_reads.read(
        steps.company, [](db::Snapshot& snapshot) { return snapshot.number(kUsers); }, steps.stop);
    return {.content_type = "text/csv",
            .body = std::make_unique<Part>(
                http::ByteRange{.first = 0, .size = static_cast<std::uint64_t>(users) * 2})};
}

test::Done tagged(db::Snapshot&, const edge::Call<>&) {
    return {"version " + std::to_string(version) + std::string(2'000, '.')};
}

std::vector<edge::Route> rows() {
    const auto row = [](std::string_view path, std::string_view operation) {
        edge::Columns columns = test::row(http::Method::get, path, operation);
        columns.access = edge::any_credential();
        return columns;
    };
    std::vector<edge::Route> made;
    made.push_back(edge::exporting(row("/test/file", "file"), {"text/csv"}, edge::Reading::long_table, file)
                       .with_tag()
                       .supports_ranges());
    made.push_back(
        edge::exporting(row("/test/small", "small"), {"text/csv"}, edge::Reading::long_table, small_file)
            .supports_ranges());
    made.push_back(edge::exporting(row("/test/workbook", "workbook"), {"application/x-workbook"},
                                   edge::Reading::long_table, workbook)
                       .supports_ranges());
    made.push_back(
        edge::exporting(row("/test/table", "table"), {"text/csv"}, edge::Reading::long_table, table));
    made.push_back(edge::exporting(row("/test/negotiated", "negotiated"), {"application/json", "text/csv"},
                                   edge::Reading::long_table, negotiated)
                       .negotiating());
    made.push_back(
        edge::exporting(row("/test/endless", "endless"), {"text/csv"}, edge::Reading::long_table, endless));
    made.push_back(
        edge::exporting(row("/test/failing", "failing"), {"text/csv"}, edge::Reading::long_table, failing));
    made.push_back(
        edge::exporting(row("/test/refused", "refused"), {"text/csv"}, edge::Reading::long_table, refused));
    made.push_back(edge::exporting(row("/test/defective", "defective"), {"text/csv"},
                                   edge::Reading::long_table, defective));
    made.push_back(
        edge::exporting(row("/test/working", "working"), {"text/csv"}, edge::Reading::long_table, working));
    made.push_back(edge::exporting(row("/test/counting", "counting"), {"text/csv"}, edge::Reading::long_table,
                                   counting));
    made.push_back(edge::route(row("/test/tagged", "tagged"), tagged).with_tag());
    return made;
}

class Exports : public testing::Test {
  protected:
    Exports() {
        produced = 0;
        begun = 0;
        stop_requests = 0;
        version = 1;
    }

    std::string request(std::string_view path, Headers headers = {}, std::string_view method = "GET") const {
        headers.emplace_back("X-SmartToken", key);
        headers.emplace_back("X-Request-Id", "same");
        return request_text(method, path, headers);
    }
    Answer get(std::string_view path, const Headers& headers = {}) {
        connection.send(request(path, headers));
        return connection.receive();
    }
    Answer head(std::string_view path, const Headers& headers = {}) {
        connection.send(request(path, headers, "HEAD"));
        return connection.receive(true);
    }
    // Sends a request without reading the response.
    Connection begin(std::string_view path) const {
        Connection made = server.connect();
        const int small = 256 * 1024;  // otherwise the system enlarges the client's buffer
        setsockopt(made.native_handle(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
        made.send(request(path));
        return made;
    }

    test::TestServer server{{.extra_routes = rows()}};
    const CompanyId company = given::company(*server.db);
    const std::string key = given::api_key(*server.db, company, given::user(*server.db, company));
    Connection connection = server.connect();
};

TEST_F(Exports, OfKnownSizeArriveWhole) {
    for (int i = 0; i < 2; ++i) {
        const Answer answer = get("/test/file");
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.header("content-length"), std::to_string(kText.size()));
        EXPECT_EQ(answer.header("content-type"), "text/csv");
        EXPECT_EQ(answer.header("content-disposition"), "attachment; filename=\"a.csv\"");
        EXPECT_EQ(answer.header("accept-ranges"), "bytes");
        EXPECT_EQ(answer.header("etag"), "\"v1\"");
        EXPECT_EQ(answer.header("vary"), "Accept-Encoding");
        EXPECT_EQ(answer.headers.count("content-range"), 0U);
        EXPECT_TRUE(answer.body == kText);
    }
}

TEST_F(Exports, OfUnknownSizeArriveInChunks) {
    const Answer answer = get("/test/table");

    EXPECT_EQ(answer.header("transfer-encoding"), "chunked");
    EXPECT_EQ(answer.headers.count("accept-ranges"), 0U);
    EXPECT_TRUE(answer.body == kText);
}

TEST_F(Exports, GiveThePartThatIsAskedFor) {
    const auto part = [&](std::string_view range) {
        return get("/test/file", {{"Range", "bytes=" + std::string{range}}});
    };
    const Answer middle = part("40000-79999");
    EXPECT_EQ(middle.status, 206);
    EXPECT_EQ(middle.header("content-range"), "bytes 40000-79999/100000");
    EXPECT_EQ(middle.header("content-length"), "40000");
    EXPECT_EQ(middle.header("etag"), "\"v1\"");
    EXPECT_TRUE(middle.body == kText.substr(40'000, 40'000));
    EXPECT_EQ(part("0-0").body, kText.substr(0, 1));
    EXPECT_EQ(part("-3").body, kText.substr(kText.size() - 3));
    const Answer rest = part("99990-");
    EXPECT_EQ(rest.header("content-range"), "bytes 99990-99999/100000");
    EXPECT_EQ(rest.body, kText.substr(99'990));
    const Answer all = part("0-");
    EXPECT_EQ(all.status, 206);
    EXPECT_EQ(all.body.size(), kText.size());
    EXPECT_EQ(part("0-1,3-4").status, 200) << "of several parts the whole";
    EXPECT_EQ(part("x").status, 200);
}

TEST_F(Exports, ArePutTogetherOfTheirParts) {
    std::string all;
    while (all.size() < kText.size()) {
        const Answer part =
            get("/test/file",
                {{"Range", "bytes=" + std::to_string(all.size()) + "-" + std::to_string(all.size() + 9'999)},
                 {"If-Range", "\"v1\""}});
        ASSERT_EQ(part.status, 206);
        all += part.body;
    }

    EXPECT_TRUE(all == kText);
}

TEST_F(Exports, SayWhenThereIsNoSuchPart) {
    const Answer answer = get("/test/file", {{"Range", "bytes=100000-"}});

    EXPECT_EQ(answer.status, 416);
    EXPECT_EQ(answer.header("content-range"), "bytes */100000");
    EXPECT_EQ(answer.error_code(), "RANGE_NOT_SATISFIABLE");
    EXPECT_EQ(get("/test/file").status, 200) << "the connection stays";
}

TEST_F(Exports, GiveNoPartOfAnotherVersion) {
    const auto status = [&](std::string_view if_range) {
        return get("/test/file", {{"Range", "bytes=5-9"}, {"If-Range", std::string{if_range}}}).status;
    };

    EXPECT_EQ(status("\"v1\""), 206);
    EXPECT_EQ(status("\"v0\""), 200);
    EXPECT_EQ(status("\"v1-gzip\""), 200);
    EXPECT_EQ(status("Tue, 14 Nov 2023 22:13:20 GMT"), 200);
}

TEST_F(Exports, AreNotSentToWhoeverHasThem) {
    for (const std::string tags : {"\"v1\"", "\"v1-gzip\"", "W/\"v1\"", "\"a\", \"v1\"", "*"}) {
        const Answer answer = get("/test/file", {{"If-None-Match", tags}, {"Range", "bytes=0-5"}});
        EXPECT_EQ(answer.status, 304) << tags;
        EXPECT_EQ(answer.header("etag"), "\"v1\"") << tags;
        EXPECT_EQ(answer.body, "") << tags;
    }
    EXPECT_EQ(alive, 0);
    EXPECT_EQ(get("/test/file", {{"If-None-Match", "\"v0\""}}).status, 200);
}

TEST_F(Exports, AreCompressedUnderAnotherTag) {
    const Answer answer = get("/test/file", {{"Accept-Encoding", "gzip"}});

    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("content-encoding"), "gzip");
    EXPECT_EQ(answer.header("etag"), "\"v1-gzip\"");
    EXPECT_EQ(answer.header("vary"), "Accept-Encoding");
    EXPECT_EQ(answer.header("transfer-encoding"), "chunked");
    EXPECT_TRUE(test::gunzip(answer.body) == kText);
    EXPECT_TRUE(test::gunzip(get("/test/table", {{"Accept-Encoding", "gzip"}}).body) == kText);
}

TEST_F(Exports, AreNotCompressedInPartsNorWhenItIsOfNoUse) {
    const Headers gzip{{"Accept-Encoding", "gzip"}};
    const Answer part = get("/test/file", {{"Accept-Encoding", "gzip"}, {"Range", "bytes=10-80009"}});
    EXPECT_EQ(part.status, 206);
    EXPECT_EQ(part.headers.count("content-encoding"), 0U);
    EXPECT_EQ(part.header("etag"), "\"v1\"");
    EXPECT_TRUE(part.body == kText.substr(10, 80'000));

    const Answer small = get("/test/small", gzip);
    EXPECT_EQ(small.headers.count("content-encoding"), 0U);
    EXPECT_EQ(small.header("content-length"), "1000");
    const Answer workbook = get("/test/workbook", gzip);
    EXPECT_EQ(workbook.headers.count("content-encoding"), 0U);
    EXPECT_EQ(workbook.header("etag"), "\"w\"");
    EXPECT_EQ(workbook.body.size(), kText.size());
}

TEST_F(Exports, TellHeadEverythingButTheBody) {
    for (const Headers& headers :
         {Headers{}, Headers{{"Accept-Encoding", "gzip"}}, Headers{{"If-None-Match", "*"}}}) {
        const Answer got = get("/test/file", headers);
        const Answer head_only = head("/test/file", headers);
        EXPECT_EQ(head_only.status, got.status);
        EXPECT_EQ(head_only.headers, got.headers);
    }
    EXPECT_EQ(get("/test/table").status, 200) << "the connection stays";
    EXPECT_TRUE(eventually([] { return alive == 0; }));
}

// RFC 9110, 14.2: Range applies to GET only.
TEST_F(Exports, TellHeadOfTheWholeWhateverPartItNames) {
    const Answer head_only = head("/test/file", {{"Range", "bytes=0-9"}});

    EXPECT_EQ(head_only.status, 200);
    EXPECT_EQ(head_only.header("content-length"), std::to_string(kText.size()));
    EXPECT_EQ(head("/test/file", {{"Range", "bytes=100000-"}}).status, 200);
}

TEST_F(Exports, ThatAreRefusedAnswerLikeAnyOtherRow) {
    const Answer none = get("/test/refused");
    EXPECT_EQ(none.status, 404);
    EXPECT_EQ(none.error_code(), "REPORT_FILE_NOT_FOUND");
    EXPECT_EQ(none.header("content-type"), "application/json");
    const Answer defect = get("/test/defective");
    EXPECT_EQ(defect.status, 500);
    EXPECT_EQ(defect.body.find("defect"), std::string::npos);
    EXPECT_EQ(get("/test/file").status, 200) << "the connection stays";
    EXPECT_EQ(server.client().get("/test/file").status, 401);
}

TEST_F(Exports, ThatFailInTheMiddleAreCut) {
    for (const bool sized : {false, true}) {
        Connection each = server.connect();
        each.send(request("/test/failing", sized ? Headers{{"X-Sized", "1"}} : Headers{}));
        const std::string bytes = each.receive_rest();
        EXPECT_TRUE(each.closed_by_server());
        EXPECT_TRUE(bytes.starts_with("HTTP/1.1 200 OK\r\n"));
        EXPECT_GT(bytes.size(), 40'000U);
        EXPECT_LT(bytes.size(), 60'000U);
        EXPECT_FALSE(bytes.ends_with("0\r\n\r\n"));
    }
    EXPECT_TRUE(eventually([] { return alive == 0; }));
}

TEST_F(Exports, AnswerInTheTypeThatIsLikedBest) {
    EXPECT_EQ(get("/test/negotiated").header("content-type"), "application/json");
    EXPECT_EQ(get("/test/negotiated", {{"Accept", "text/csv"}}).header("content-type"), "text/csv");
    EXPECT_EQ(get("/test/negotiated", {{"Accept", "*/*, text/csv;q=0.9"}}).header("content-type"),
              "application/json");
    const Answer neither = get("/test/negotiated", {{"Accept", "text/html"}});
    EXPECT_EQ(neither.status, 406);
    EXPECT_EQ(neither.error_code(), "NOT_ACCEPTABLE");
}

TEST_F(Exports, ReadTheDataOfTheCallersCompany) {
    const CompanyId other = given::company(*server.db, "other");
    for (int i = 0; i < 3; ++i) given::user(*server.db, other);

    EXPECT_EQ(get("/test/counting").body, "0\n") << "one user";
}

TEST_F(Exports, AreMadeNoFasterThanTheClientReads) {
    const Connection slow = begin("/test/endless");
    ASSERT_TRUE(eventually([] { return produced > kMiB / 4; }));

    std::size_t last = 0;
    int same = 0;
    EXPECT_TRUE(eventually([&] {
        same = produced == last ? same + 1 : 0;
        last = produced;
        return same == 50;
    }));
    EXPECT_LT(produced, kInTransit);
}

TEST_F(Exports, OfManySlowReadersHoldUpNobody) {
    std::vector<Connection> slow;
    for (int i = 0; i < 30; ++i) slow.push_back(begin("/test/endless"));
    ASSERT_TRUE(eventually([] { return alive == 30; }));

    for (int i = 0; i < 20; ++i) EXPECT_EQ(get("/test/tagged").status, 200);
    EXPECT_TRUE(get("/test/file").body == kText);
    EXPECT_LT(produced, 30 * kInTransit);
}

TEST_F(Exports, ThatAreLongInTheMakingHoldUpNoShortRead) {
    std::vector<Connection> waiting;
    for (int i = 0; i < 6; ++i) waiting.push_back(begin("/test/working"));
    ASSERT_TRUE(eventually([] { return begun == 2; })) << "there are two threads for them";

    for (int i = 0; i < 20; ++i) EXPECT_EQ(get("/test/tagged").status, 200);
    for (Connection& each : waiting) each.reset();
    EXPECT_TRUE(eventually([] { return stop_requests == begun; }));
    EXPECT_TRUE(eventually([&] { return get("/test/file").status == 200; }));
}

TEST_F(Exports, AreNotifiedWhenTheirClientHasGone) {
    Connection making = begin("/test/working");
    Connection sending = begin("/test/endless");
    ASSERT_TRUE(eventually([] { return begun == 1 && produced > 0; }));

    making.reset();
    sending.reset();

    EXPECT_TRUE(eventually([] { return stop_requests == 1; }));
    EXPECT_TRUE(eventually([] { return alive == 0; }));
}

TEST_F(Exports, AreNotifiedWhenTheirTimeIsUp) {
    Connection making = begin("/test/working");
    ASSERT_TRUE(eventually([] { return begun == 1; }));

    server.stopwatch.advance(std::chrono::minutes{10});

    EXPECT_TRUE(eventually([] { return stop_requests == 1; }));
    EXPECT_EQ(making.receive().status, 503);
}

// Memory of a sent response is released, also while the connection waits for its next request.
TEST_F(Exports, ThatWereSentAreLetGo) {
    EXPECT_EQ(get("/test/file").status, 200);
    EXPECT_TRUE(eventually([] { return alive == 0; }));
    EXPECT_EQ(head("/test/file").status, 200);
    EXPECT_TRUE(eventually([] { return alive == 0; }));
}

TEST_F(Exports, SmallAnswersHaveATagTooAndAreNotSentTwice) {
    const Answer first = get("/test/tagged");
    const std::string tag = first.header("etag");
    EXPECT_EQ(first.status, 200);
    EXPECT_TRUE(tag.starts_with("W/\"") && tag.ends_with("\"") && tag.size() > 10) << tag;

    const Answer zipped = get("/test/tagged", {{"Accept-Encoding", "gzip"}});
    EXPECT_EQ(zipped.header("content-encoding"), "gzip");
    EXPECT_EQ(zipped.header("etag"), tag) << "weak: compressed or not, it says the same";

    for (const std::string& tags : {tag, tag.substr(2), "\"a\", " + tag, std::string{"*"}}) {
        const Answer same = get("/test/tagged", {{"If-None-Match", tags}, {"Accept-Encoding", "gzip"}});
        EXPECT_EQ(same.status, 304) << tags;
        EXPECT_EQ(same.header("etag"), tag);
        EXPECT_EQ(same.body, "");
        EXPECT_EQ(same.headers.count("content-encoding"), 0U);
        EXPECT_EQ(same.headers.count("content-type"), 0U);
    }
    EXPECT_EQ(head("/test/tagged", {{"If-None-Match", tag}}).status, 304);

    version = 2;
    const Answer changed = get("/test/tagged", {{"If-None-Match", tag}});
    EXPECT_EQ(changed.status, 200);
    EXPECT_NE(changed.header("etag"), tag);
    EXPECT_NE(changed.body.find("version 2"), std::string::npos);
}

}  // namespace
}  // namespace callboard
