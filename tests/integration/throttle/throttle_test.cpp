// Limits of the Customer API over HTTP: counting, headers, release of slots. The stop-watch only advances
// when a test moves it.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include "pages/routes.h"
#include "routes.h"
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
using test::HandlerControl;
using test::handlers;
using test::request_text;

constexpr std::string_view kProbe = "/users/me";
constexpr std::size_t kMegabyte = 1'000'000;

class Megabyte final : public http::BodyStream {
  public:
    bool next(std::string& piece) override {
        const std::size_t size = std::min(left_, http::kPieceSize);
        piece.assign(size, 'x');
        left_ -= size;
        return size > 0;
    }

  private:
    std::size_t left_ = kMegabyte;
};

class Endless final : public http::BodyStream {
  public:
    bool next(std::string& piece) override {
        piece.assign(http::kPieceSize, 'x');
        return true;
    }
};

// As many bytes as the query specifies.
edge::Page page_of_size(const edge::Services&, const http::Request& request) {
    return {.content_type = "text/csv", .body = std::string(std::stoul(std::string{request.query}), 'x')};
}

edge::Page small_page(const edge::Services&, const http::Request&) {
    return {.content_type = "text/csv", .body = "a,b\n"};
}

constexpr std::size_t kUnread = std::size_t{32} * 1024 * 1024;  // more than both sockets hold

edge::Page large_page(const edge::Services&, const http::Request&) {
    return {.content_type = "text/csv", .body = std::string(kUnread, 'x')};
}

test::Done fail(db::Snapshot&, const edge::Call<>&) {
    throw std::runtime_error("a defect");
}

edge::Columns limited(std::string_view path, std::string_view operation,
                      std::vector<throttle::Policy> policies) {
    edge::Columns columns = test::row(http::Method::get, path, operation);
    columns.access = edge::any_credential();
    columns.policies = std::move(policies);
    return columns;
}

// Additional routes with the policies under test; some hold their slot until the test releases them.
std::vector<edge::Route> rows() {
    using enum throttle::Policy;
    std::vector<edge::Route> made;
    made.push_back(
        edge::route(limited("/held/candidates", "c", {customer_api, candidate_list}), test::wait_reading)
            .heavy());
    made.push_back(edge::route(limited("/wait", "w", {customer_api}), test::wait_reading).heavy());
    made.push_back(edge::route(limited("/fail", "f", {customer_api}), fail));
    made.push_back(edge::page(limited("/analytics/large", "l", {customer_api, analytics}), "text/csv",
                              test::streamed<Megabyte>));
    made.push_back(
        edge::page(limited("/analytics/page", "p", {customer_api, analytics}), "text/csv", large_page));
    made.push_back(edge::page(limited("/large", "g", {customer_api}), "text/csv", large_page));
    made.push_back(
        edge::page(limited("/analytics/small", "s", {customer_api, analytics}), "text/csv", small_page));
    made.push_back(
        edge::page(limited("/analytics/any", "a", {customer_api, analytics}), "text/csv", page_of_size));
    made.push_back(edge::page(limited("/endless", "e", {customer_api}), "text/csv", test::streamed<Endless>));
    made.push_back(edge::page(limited("/report", "r", {customer_api, report_data}), "text/csv", small_page));
    made.push_back(
        edge::page(limited("/other-report", "o", {customer_api, report_data}), "text/csv", small_page));
    return made;
}

struct Shown {
    std::string limit, remaining, concurrent_limit, concurrent_remaining, retry_after;
    bool operator==(const Shown&) const = default;
    friend void PrintTo(const Shown& shown, std::ostream* out) {
        *out << shown.limit << "/" << shown.remaining << " " << shown.concurrent_limit << "/"
             << shown.concurrent_remaining << " retry " << shown.retry_after;
    }
};

Shown shown(const Answer& answer) {
    return {answer.header("x-ratelimit-limit"), answer.header("x-ratelimit-remaining"),
            answer.header("x-ratelimit-concurrent-limit"), answer.header("x-ratelimit-concurrent-remaining"),
            answer.header("retry-after")};
}

class Throttling : public testing::Test {
  protected:
    explicit Throttling(const throttle::Limits& limits = test::promised_limits())
        : server{{.extra_routes = rows(), .loops = 2, .limits = limits}} {
        handlers = &handlers_;
    }
    ~Throttling() override {
        handlers_.release();
        server.stop(5s);
        handlers = nullptr;
    }

    std::string new_key() { return given::api_key(*server.db, company, user); }
    Answer get(std::string_view path) { return client.get(path); }
    Connection begin(std::string_view path, const std::string& with) {
        Connection connection = server.connect();
        connection.send(request_text("GET", path, {{"X-SmartToken", with}}));
        return connection;
    }
    // The number of used slots, without that of this request. A refusal has the header, too.
    int slots_taken() {
        const Answer answer = server.client_with_key(key).get(kProbe);  // an idle connection may have ended
        const int left = std::stoi(answer.header("x-ratelimit-concurrent-remaining"));
        return 8 - left - (answer.status == 429 ? 0 : 1);
    }

    HandlerControl handlers_;
    test::TestServer server;
    const CompanyId company = given::company(*server.db);
    const accounts::Actor user = given::user(*server.db, company);
    const std::string key = new_key();
    test::Client client = server.client_with_key(key);
};

TEST_F(Throttling, TheFirstRequestOfAQuietUserTellsTheWholeBudgetLessOne) {
    EXPECT_EQ(shown(get(kProbe)), (Shown{"10", "9", "8", "7", ""}));
}

TEST_F(Throttling, TheEleventhInASecondIsRefusedAndTheTenthIsNot) {
    for (int left = 9; left >= 0; --left)
        EXPECT_EQ(shown(get(kProbe)), (Shown{"10", std::to_string(left), "8", "7", ""}));

    const Answer refused = get(kProbe);

    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.error_code(), "TOO_MANY_REQUESTS");
    EXPECT_NE(refused.body.find("customer_api"), std::string::npos) << refused.body;
    EXPECT_EQ(shown(refused), (Shown{"10", "0", "8", "8", "1"}));
    server.stopwatch.advance(1s);
    EXPECT_EQ(shown(get(kProbe)), (Shown{"10", "9", "8", "7", ""}));
}

TEST_F(Throttling, TellsTheSameInTheFieldsOfTheIetfDraft) {
    const Answer answer = get(kProbe);

    EXPECT_EQ(answer.header("ratelimit-policy"),
              R"("customer_api";q=10;w=1, "customer_api.concurrent";qu="concurrent-requests";q=8)");
    EXPECT_EQ(answer.header("ratelimit"), R"("customer_api";r=9;t=1, "customer_api.concurrent";r=7)");
}

TEST_F(Throttling, PublicationsShareTwoASecondAndCountAmongTheTen) {
    const std::string one = "/jobs/00000000-0000-7000-8000-000000000001/publication";
    const std::string other = "/jobs/00000000-0000-7000-8000-000000000002/publication";

    EXPECT_EQ(shown(client.request("DELETE", one)), (Shown{"2", "1", "8", "7", ""}));
    EXPECT_EQ(shown(client.request("POST", other)), (Shown{"2", "0", "8", "7", ""}));
    const Answer third = client.request("DELETE", one);
    EXPECT_EQ(third.status, 429);
    EXPECT_EQ(shown(third), (Shown{"2", "0", "8", "8", "1"}));
    EXPECT_EQ(shown(get(kProbe)), (Shown{"10", "7", "8", "7", ""}));
}

TEST_F(Throttling, ThePolicyWithTheFewestLeftIsShown) {
    for (int i = 0; i < 9; ++i) get(kProbe);

    EXPECT_EQ(shown(client.request("DELETE", "/jobs/x/publication")), (Shown{"10", "0", "8", "7", ""}));
}

TEST_F(Throttling, WhatFailsCountsLikeTheRest) {
    int left = 10;
    const auto next = [&] { return std::to_string(--left); };

    EXPECT_EQ(shown(get("/no/such/path")).remaining, next());
    EXPECT_EQ(shown(client.request("PUT", kProbe)).remaining, next());
    EXPECT_EQ(shown(client.request("POST", "/jobs", "{")).remaining, next());
    EXPECT_EQ(shown(client.request("POST", "/jobs", "x", {{"Content-Type", "text/plain"}})).remaining,
              next());
    EXPECT_EQ(shown(client.get(kProbe, {{"Accept", "text/html"}})).remaining, next());
    EXPECT_EQ(shown(client.request("POST", "/jobs", std::string(1'100'000, ' '),
                                   {{"Content-Type", "application/json"}}))
                  .remaining,
              next())
        << "the body is too large";
    const Answer failed = get("/fail");
    EXPECT_EQ(failed.status, 500);
    EXPECT_EQ(shown(failed), (Shown{"10", next(), "8", "7", ""}));
}

TEST_F(Throttling, WithoutAValidCredentialTheFullLimitsAreReturned) {
    const Shown full{"10", "10", "8", "8", ""};

    EXPECT_EQ(shown(server.client().get(kProbe)), full);
    EXPECT_EQ(shown(server.client_with_key("guess").get(kProbe)), full);
    EXPECT_EQ(shown(server.client_with_key("guess").get("/no/such/path")), full);
    EXPECT_EQ(shown(get(kProbe)), (Shown{"10", "9", "8", "7", ""}));
}

TEST_F(Throttling, WhatIsNotOfTheCustomerApiHasNoLimitsToTell) {
    for (const std::string_view path : {"/healthz", "/metrics", "/openapi.json", "/identity/sign-in"})
        EXPECT_EQ(shown(get(path)), Shown{}) << path;
}

TEST_F(Throttling, UsersAndKeysDoNotTouchEachOther) {
    for (int i = 0; i < 11; ++i) get(kProbe);

    EXPECT_EQ(shown(server.client_with_key(new_key()).get(kProbe)), (Shown{"10", "9", "8", "7", ""}));
}

TEST(Routes, LetOneListOfCandidatesAtATime) {
    const auto table = routes();
    const auto row = std::ranges::find(table, "listCandidates", &edge::Route::operation);
    ASSERT_NE(row, table.end());
    EXPECT_THAT(row->policies, testing::Contains(throttle::Policy::candidate_list));
}

TEST_F(Throttling, OneListOfCandidatesAtATimeAndOtherCallsBesideIt) {
    Connection first = begin("/held/candidates", key);
    handlers_.begun.wait(false);

    const Answer second = get("/held/candidates");

    EXPECT_EQ(second.status, 429);
    EXPECT_NE(second.body.find("candidate_list"), std::string::npos) << second.body;
    EXPECT_EQ(shown(second), (Shown{"10", "9", "1", "0", "1"}));
    EXPECT_EQ(shown(get(kProbe)), (Shown{"10", "8", "8", "6", ""}));
    handlers_.release();
    const Answer answer = first.receive();
    EXPECT_EQ(shown(answer), (Shown{"10", "9", "1", "0", ""}));
}

TEST_F(Throttling, OneAfterTheOtherIsNeverRefusedForConcurrency) {
    handlers_.release();
    for (int i = 0; i < 200; ++i) {
        server.stopwatch.advance(1s);
        ASSERT_EQ(server.client_with_key(key).get("/held/candidates").status, 200) << i;
    }
}

TEST_F(Throttling, ARefusalComesBeforeTheBodyAndKeepsTheConnection) {
    for (int i = 0; i < 10; ++i) get(kProbe);
    Connection connection = server.connect();

    connection.send(
        "POST /jobs HTTP/1.1\r\nHost: x\r\nX-SmartToken: " + key +
        "\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 500000\r\n\r\n");

    EXPECT_EQ(connection.receive().status, 429);
    EXPECT_EQ(get(kProbe).status, 429);
    server.stopwatch.advance(1s);
    EXPECT_EQ(get(kProbe).status, 200) << "on the connection that met the 429";
}

TEST_F(Throttling, AStreamKeepsItsSlotUntilItsClientGoes) {
    Connection stream = begin("/endless", key);
    char first = 0;
    ASSERT_EQ(recv(stream.native_handle(), &first, 1, 0), 1);
    EXPECT_EQ(slots_taken(), 1);

    stream.reset();

    EXPECT_TRUE(eventually([&] { return slots_taken() == 0; }));
}

TEST_F(Throttling, AClientThatGoesAwayGivesItsSlotBackThoughItsWorkGoesOn) {
    Connection waiting = begin("/wait", key);
    handlers_.begun.wait(false);
    EXPECT_EQ(slots_taken(), 1);

    waiting.reset();

    EXPECT_TRUE(eventually([&] { return slots_taken() == 0; }));
}

TEST_F(Throttling, AResponseThatIsNotReadKeepsItsSlot) {
    Connection reader = begin("/large", key);
    char first = 0;
    ASSERT_EQ(recv(reader.native_handle(), &first, 1, MSG_PEEK), 1);
    EXPECT_TRUE(eventually([&] { return slots_taken() == 1; }));

    EXPECT_EQ(reader.receive().body.size(), kUnread);

    EXPECT_TRUE(eventually([&] { return slots_taken() == 0; }));
}

TEST_F(Throttling, AnalyticsAnswersFillABucketThatDrains) {
    EXPECT_EQ(get("/analytics/large").body.size(), kMegabyte);

    const Answer refused = get("/analytics/large");

    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(shown(refused), (Shown{"10", "9", "1", "1", "9"}));
    EXPECT_EQ(get("/analytics/small").status, 200) << "another endpoint";
    EXPECT_EQ(server.client_with_key(new_key()).get("/analytics/large").status, 200) << "another user";
    server.stopwatch.advance(9s - 1ms);
    EXPECT_EQ(shown(get("/analytics/large")).retry_after, "1");
    server.stopwatch.advance(1ms);
    EXPECT_EQ(get("/analytics/large").status, 200);
}

TEST_F(Throttling, WhoeverWaitsAsLongAsTheyAreToldIsNotRefusedAgain) {
    std::mt19937 random{11};
    int refused = 0;
    for (int i = 0; i < 120; ++i) {
        const std::string path = "/analytics/any?" + std::to_string(random() % (1U << (12 + random() % 10)));
        Answer answer = get(path);
        if (answer.status == 429) {
            ++refused;
            server.stopwatch.advance(std::chrono::seconds{std::stoi(answer.header("retry-after"))});
            answer = get(path);
        }
        ASSERT_EQ(answer.status, 200) << i << " " << path;
        server.stopwatch.advance(std::chrono::milliseconds{100 + random() % 500});
    }
    EXPECT_GT(refused, 20);
}

TEST_F(Throttling, SmallAnalyticsAnswersInARowAreLetThrough) {
    for (int i = 0; i < 10; ++i) EXPECT_EQ(get("/analytics/small").status, 200);
}

TEST_F(Throttling, AHeadHasNoBytesToCount) {
    Connection connection = server.connect();
    for (int i = 0; i < 3; ++i) {
        connection.send(request_text("HEAD", "/analytics/page", {{"X-SmartToken", key}}));
        EXPECT_EQ(connection.receive(true).status, 200);
    }
}

TEST_F(Throttling, ReportDataHasAnIntervalForEachEndpoint) {
    EXPECT_EQ(get("/report").status, 200);
    EXPECT_EQ(shown(get("/report")).retry_after, "1");
    EXPECT_EQ(get("/other-report").status, 200);
    server.stopwatch.advance(1s);
    EXPECT_EQ(get("/report").status, 200);
}

TEST_F(Throttling, ClientsThatGoAwayAtAnyMomentLeaveNoSlotTaken) {
    std::mt19937 random{7};
    handlers_.release();
    const std::vector<std::string> paths{"/wait", "/endless", "/analytics/large", "/held/candidates",
                                         std::string{kProbe}};
    for (int i = 0; i < 1000; ++i) {
        Connection connection = server.connect();
        const std::string request =
            request_text("GET", paths[random() % paths.size()], {{"X-SmartToken", key}});
        connection.send(request.substr(0, 1 + random() % request.size()));
        if (random() % 4 == 0) std::this_thread::yield();
        connection.reset();
        if (i % 5 == 0) server.stopwatch.advance(1s);
    }
    server.stopwatch.advance(60s);

    EXPECT_TRUE(eventually([&] { return slots_taken() == 0; }));
    server.stopwatch.advance(60s);
    EXPECT_EQ(shown(server.client_with_key(key).get("/held/candidates")), (Shown{"10", "9", "1", "0", ""}));
}

TEST_F(Throttling, IsCountedByPolicyAndOutcome) {
    for (int i = 0; i < 11; ++i) get(kProbe);

    const std::string metrics = get("/metrics").body;

    EXPECT_NE(
        metrics.find(R"(callboard_throttle_decisions_total{policy="customer_api",outcome="admitted"} 10)"),
        std::string::npos);
    EXPECT_NE(
        metrics.find(R"(callboard_throttle_decisions_total{policy="customer_api",outcome="refused_rate"} 1)"),
        std::string::npos);
}

// A rate limit so high that only the concurrency limit matters.
class ManyAtTheSameTime : public Throttling {
  protected:
    static throttle::Limits limits() {
        throttle::Limits made = test::promised_limits();
        made.of(throttle::Policy::customer_api).requests = 60'000;
        return made;
    }
    ManyAtTheSameTime() : Throttling(limits()) {}
};

TEST_F(ManyAtTheSameTime, TheNinthIsRefusedAndSpendsNothing) {
    // Reading the count briefly uses a slot itself: one more request may be refused.
    std::vector<Connection> held;
    ASSERT_TRUE(eventually([&] {
        if (slots_taken() == 8) return true;
        held.push_back(begin("/wait", key));
        return false;
    }));

    const Answer ninth = get(kProbe);

    EXPECT_EQ(ninth.status, 429);
    EXPECT_EQ(ninth.header("retry-after"), "1");
    EXPECT_EQ(shown(ninth).concurrent_limit, "8");
    EXPECT_EQ(shown(ninth).concurrent_remaining, "0");
    EXPECT_EQ(shown(get(kProbe)).remaining, shown(ninth).remaining);
    handlers_.release();
    EXPECT_EQ(std::ranges::count_if(held, [](Connection& each) { return each.receive().status == 200; }), 8);
    EXPECT_EQ(shown(get(kProbe)).concurrent_remaining, "7");
}

class LimitsOfAddresses : public Throttling {
  protected:
    std::vector<int> statuses(int count, const std::function<int()>& once) {
        std::vector<int> found;
        for (int i = 0; i < count; ++i) found.push_back(once());
        return found;
    }
};

TEST_F(LimitsOfAddresses, FortyBadCredentialsAtOnceAndTwentyASecond) {
    test::Client guesser = server.client_with_key("guess");
    const auto guess = [&] { return guesser.get(kProbe).status; };

    EXPECT_EQ(statuses(40, guess), std::vector<int>(40, 401));
    const Answer refused = guesser.get(kProbe);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(shown(refused), (Shown{"10", "10", "8", "8", "1"}));
    EXPECT_EQ(get(kProbe).status, 200) << "a valid credential from the same address";

    server.stopwatch.advance(1s);
    EXPECT_EQ(statuses(20, guess), std::vector<int>(20, 401));
    EXPECT_EQ(guess(), 429);
}

TEST_F(LimitsOfAddresses, AnotherAddressIsFree) {
    for (int i = 0; i < 50; ++i) server.client_with_key("guess").get(kProbe);
    Connection other{server.port(), "127.0.0.2"};

    other.send(request_text("GET", kProbe, {{"X-SmartToken", "guess"}}));

    EXPECT_EQ(other.receive().status, 401);
}

TEST_F(LimitsOfAddresses, TwentyPagesASecond) {
    test::Client visitor = server.client();
    const auto visit = [&] { return visitor.get("/identity/sign-in").status; };

    EXPECT_EQ(statuses(20, visit), std::vector<int>(20, 200));
    EXPECT_EQ(visit(), 429);
    EXPECT_EQ(visitor.get("/assets/callboard.css").status, 200) << "a page is no use without it";
    server.stopwatch.advance(1s);
    EXPECT_EQ(visit(), 200);
}

TEST_F(LimitsOfAddresses, TwoHundredStaticFilesASecond) {
    test::Client visitor = server.client();
    const auto visit = [&](const char* path) { return visitor.get(path).status; };

    EXPECT_EQ(statuses(100, [&] { return visit("/assets/callboard.css"); }), std::vector<int>(100, 200));
    EXPECT_EQ(statuses(100, [&] { return visit("/openapi.json"); }), std::vector<int>(100, 200));
    EXPECT_EQ(visit("/assets/callboard.css"), 429);
    EXPECT_EQ(visit("/openapi.json"), 429);
    EXPECT_EQ(visit("/identity/sign-in"), 200);
    server.stopwatch.advance(1s);
    EXPECT_EQ(visit("/openapi.json"), 200);
}

TEST_F(LimitsOfAddresses, FiftyProbesASecondAndAnyNumberFromTheMachineItself) {
    test::Client monitor = server.client();
    test::Client forwarded = server.client({{"X-Forwarded-For", "203.0.113.9"}});
    const auto probe = [&] { return forwarded.get("/readyz").status; };

    EXPECT_EQ(statuses(50, probe), std::vector<int>(50, 200));
    const Answer refused = forwarded.get("/readyz");
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.header("retry-after"), "1");

    EXPECT_EQ(statuses(200, [&] { return monitor.get("/readyz").status; }), std::vector<int>(200, 200));
    EXPECT_EQ(probe(), 429) << "these are not counted with the others";
    server.stopwatch.advance(1s);
    EXPECT_EQ(probe(), 200);
}

TEST_F(LimitsOfAddresses, AHundredTokenRequestsASecondForEachClient) {
    test::Client partner = server.client();
    const auto ask = [&](const std::string& id) {
        return partner.request("POST", "/identity/oauth/token",
                               "grant_type=refresh_token&refresh_token=x&client_secret=x&client_id=" + id,
                               {{"Content-Type", "application/x-www-form-urlencoded"}});
    };
    for (int i = 0; i < 100; ++i) ASSERT_EQ(ask("one").status, 401) << i;

    const Answer refused = ask("one");

    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.header("retry-after"), "1");
    EXPECT_EQ(refused.json().at("error"), "temporarily_unavailable");
    EXPECT_EQ(ask("two").status, 401);
    const Answer by_header = partner.request("POST", "/identity/oauth/token", "grant_type=client_credentials",
                                             {{"Content-Type", "application/x-www-form-urlencoded"},
                                              {"Authorization", "Basic b25lOmd1ZXNz"}});  // one:guess
    EXPECT_EQ(by_header.status, 429);
    server.stopwatch.advance(1s);
    EXPECT_EQ(ask("one").status, 401);
}

TEST_F(LimitsOfAddresses, TwoHundredTokenRequestsASecondWhateverClientIsNamed) {
    test::Client inventor = server.client();
    const auto ask = [&](const std::string& path, int number) {
        return inventor
            .request("POST", path,
                     "grant_type=refresh_token&token=x&client_secret=x&client_id=" + std::to_string(number),
                     {{"Content-Type", "application/x-www-form-urlencoded"}})
            .status;
    };
    for (int i = 0; i < 200; ++i) ASSERT_EQ(ask("/identity/oauth/token", i), 401) << i;

    for (const std::string path : {"token", "revoke", "introspect"})
        EXPECT_EQ(ask("/identity/oauth/" + path, 1'000), 429) << path;
}

class ExceptionsFromLimits : public testing::Test {
  protected:
    Answer probe(test::TestServer& server) {
        const CompanyId company = given::company(*server.db);
        const std::string key = given::api_key(*server.db, company, given::user(*server.db, company));
        return server.client_with_key(key).get(kProbe);
    }
    static throttle::Exception twenty() {
        return {.company = std::nullopt, .client = std::nullopt, .apply = [](throttle::Limits& limits) {
                    limits.of(throttle::Policy::customer_api).requests = 20;
                }};
    }
};

TEST_F(ExceptionsFromLimits, HoldForThoseTheyName) {
    test::TestServer everybody{{.limits = test::promised_limits(), .limit_exceptions = {twenty()}}};
    EXPECT_EQ(shown(probe(everybody)), (Shown{"20", "19", "8", "7", ""}));

    throttle::Exception for_another = twenty();
    for_another.company = "another";
    test::TestServer nobody{{.limits = test::promised_limits(), .limit_exceptions = {for_another}}};
    EXPECT_EQ(shown(probe(nobody)), (Shown{"10", "9", "8", "7", ""}));
}

TEST_F(ExceptionsFromLimits, ALimitThatIsSwitchedOffIsNotReturned) {
    throttle::Limits limits = test::promised_limits();
    limits.of(throttle::Policy::customer_api).requests = 0;
    test::TestServer server{{.limits = limits}};

    EXPECT_EQ(shown(probe(server)), (Shown{"", "", "8", "7", ""}));
}

std::vector<edge::Route> rows_and_careers_pages() {
    std::vector<edge::Route> all = rows();
    std::ranges::move(pages::careers_page_routes(), std::back_inserter(all));
    return all;
}

class Overload : public testing::Test {
  protected:
    Overload() { handlers = &handlers_; }
    ~Overload() override {
        handlers_.release();
        server.stop(5s);
        handlers = nullptr;
    }
    HandlerControl handlers_;
    test::TestServer server{{.extra_routes = rows_and_careers_pages(), .max_requests_in_flight = 4}};
    const CompanyId company = given::company(*server.db);
    const std::string key = given::api_key(*server.db, company, given::user(*server.db, company));
};

TEST_F(Overload, TurnsTheHeaviestAwayFirstAndAlwaysTellsItsHealth) {
    std::vector<Connection> held;
    for (int i = 0; i < 2; ++i) {
        held.push_back(server.connect());
        held.back().send(request_text("GET", "/wait", {{"X-SmartToken", key}}));
    }
    test::Client client = server.client_with_key(key);
    ASSERT_TRUE(eventually([&] { return client.get("/users?limit=1").status == 503; }));

    const Answer heavy = client.get("/users?limit=1");

    EXPECT_EQ(heavy.status, 503);
    EXPECT_EQ(heavy.error_code(), "SERVICE_UNAVAILABLE");
    EXPECT_EQ(heavy.header("retry-after"), "1");
    EXPECT_EQ(server.client().get("/v1/companies/acme/postings").status, 503) << "strangers choose how heavy";
    EXPECT_EQ(server.client().request("POST", "/careers/acme/1", "x").status, 503) << "likewise";
    EXPECT_EQ(client.get(kProbe).status, 200) << "light work goes on";
    EXPECT_EQ(client.get("/healthz").status, 200);
    EXPECT_EQ(client.get("/readyz").status, 200);
    handlers_.release();
    for (Connection& each : held) EXPECT_EQ(each.receive().status, 200);
    EXPECT_EQ(client.get("/users?limit=1").status, 200);
    EXPECT_EQ(server.client().get("/v1/companies/acme/postings").status, 200);
}

TEST_F(Overload, RequestsThatAreStillComingAreNoWork) {
    std::vector<Connection> coming;
    for (int i = 0; i < 10; ++i) {
        coming.push_back(server.connect());
        coming.back().send(
            "POST /identity/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\ngrant_type=");
    }

    EXPECT_EQ(server.client_with_key(key).get("/users?limit=1").status, 200);
}

}  // namespace
}  // namespace callboard
