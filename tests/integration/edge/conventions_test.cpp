#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/shared_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::Headers;
using test::keys;
using test::repeated;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::UnorderedElementsAre;

constexpr auto kJob =
    R"({"title":"Cook","industry":{"id":"restaurants"},"function":{"id":"production"},)"
    R"("experienceLevel":{"id":"entry_level"},"location":{"countryCode":"us","city":"Atlanta"}})";

std::set<std::string> allowed(const Answer& answer) {
    std::set<std::string> methods;
    std::string method;
    for (const char c : answer.header("allow") + ",") {
        if (c == ',') methods.insert(std::exchange(method, {}));
        if (c != ',' && c != ' ') method += c;
    }
    return methods;
}

class ApiConventions : public testing::Test {
  protected:
    static void TearDownTestSuite() { shared().reset(); }

    static test::Client client(const std::string& key = here().tenant.api_key) {
        return test::Client{here().server.port(), {{"X-SmartToken", key}}};
    }
    static test::Client nobody(const Headers& headers = {}) {
        return test::Client{here().server.port(), headers};
    }
    static test::Connection connect() { return test::Connection{here().server.port()}; }
    static std::int64_t jobs() { return client().get("/jobs").json().at("totalFound").as_int64(); }

    static void expect_error(const Answer& answer, int status, const std::string& code) {
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(answer.header("content-type"), "application/json");
        ASSERT_NO_THROW(answer.json()) << answer.body;
        const json::value body = answer.json();
        ASSERT_THAT(keys(body), UnorderedElementsAre("message", "errors"));
        EXPECT_THAT(std::string{body.at("message").as_string()}, Not(IsEmpty()));
        ASSERT_THAT(body.at("errors").as_array(), Not(IsEmpty()));
        for (const auto& error : body.at("errors").as_array()) {
            const std::set<std::string> known{"code", "message", "dataPath"};
            for (const auto& key : keys(error)) EXPECT_TRUE(known.contains(key)) << key;
            EXPECT_EQ(std::string{error.at("code").as_string()}, code);
            EXPECT_THAT(std::string{error.at("message").as_string()}, Not(IsEmpty()));
        }
    }

  private:
    struct Running {
        const test::TemporaryFolder folder{};
        const std::string data_dir = folder.path() / "data";
        const test::Tenant tenant = test::add_tenant({"--data-dir", data_dir}, "acme");
        const test::ServerProcess server{data_dir};
    };
    static std::unique_ptr<Running>& shared() {
        static std::unique_ptr<Running> running;
        return running;
    }
    static Running& here() {
        if (!shared()) shared() = std::make_unique<Running>();
        return *shared();
    }
};

// --- request ids

TEST_F(ApiConventions, ASaneRequestIdIsKept) {
    for (const std::string& id : {std::string{"a"}, std::string{"my-request_1.2:3"}, repeated("x", 128),
                                  std::string{"01a1dd9f-2177-7000-a4a8-58b407c53506"}}) {
        EXPECT_EQ(client().get("/users/me", {{"X-Request-Id", id}}).header("x-request-id"), id);
        EXPECT_EQ(nobody().get("/nowhere", {{"x-request-id", id}}).header("x-request-id"), id);
    }
}

TEST_F(ApiConventions, AnOddRequestIdIsReplaced) {
    for (const std::string& id :
         {std::string{}, repeated("x", 129), std::string{"has space"}, std::string{"a,b"},
          std::string{"<script>"}, std::string{"a=b"}, std::string{"ümlaut"}, std::string{"a\"b"},
          std::string{"a\tb"}, std::string{"{x}"}, std::string{"%0d%0a"}}) {
        const auto answer = client().get("/users/me", {{"X-Request-Id", id}});
        EXPECT_EQ(answer.status, 200);
        EXPECT_NE(answer.header("x-request-id"), id);
        EXPECT_THAT(answer.header("x-request-id"), MatchesRegex("[A-Za-z0-9_-]{16,64}"));
    }
}

TEST_F(ApiConventions, EveryAnswerHasARequestIdAndNoTwoTheSame) {
    auto caller = client();
    std::vector<Answer> answers{caller.get("/users/me"),
                                caller.get("/jobs"),
                                caller.get("/jobs/nonsense"),
                                caller.get("/jobs?limit=0"),
                                caller.get("/nowhere"),
                                caller.post("/jobs", "{"),
                                caller.post("/jobs", "{}"),
                                caller.request("PUT", "/jobs"),
                                caller.request("OPTIONS", "/jobs"),
                                caller.request("HEAD", "/jobs"),
                                caller.get("/jobs", {{"Accept", "text/html"}}),
                                caller.request("POST", "/jobs", "x", {{"Content-Type", "text/plain"}}),
                                nobody().get("/jobs"),
                                nobody().get("/healthz"),
                                nobody().get("/readyz"),
                                nobody().get("/metrics"),
                                nobody().get("/openapi.json"),
                                nobody().get("/")};
    for (const std::string& raw :
         {std::string{"nonsense\r\n\r\n"}, std::string{"GET / HTTP/3.0\r\n\r\n"},
          std::string{"GET / HTTP/1.1\r\n\r\n"},
          "GET /" + repeated("x", 9000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + repeated("x", 20'000) + "\r\n\r\n"}) {
        auto connection = connect();
        connection.try_send(raw);
        answers.push_back(connection.receive());
    }

    std::set<std::string> ids;
    for (const auto& answer : answers) {
        EXPECT_THAT(answer.header("x-request-id"), Not(IsEmpty())) << answer.status;
        ids.insert(answer.header("x-request-id"));
        EXPECT_EQ(answer.header("x-content-type-options"), "nosniff");
    }
    EXPECT_EQ(ids.size(), answers.size());
}

// --- paths and methods

TEST_F(ApiConventions, AnUnknownPathIsNotFound) {
    for (const std::string path :
         {"/nowhere", "/job", "/jobss", "/JOBS", "/jobs/x/y", "/jobs/x/publication/y", "/userss",
          "/users/x/y", "//jobs", "/jobs//publication", "/configuration", "/.well-known/nothing",
          "/%2e%2e/etc/passwd", "/jobs;x=1", "/openapi.yaml", "/sandbox/clock", "/jobs%2f"}) {
        expect_error(client().get(path), 404, "RESOURCE_NOT_FOUND");
    }
    expect_error(client().post("/nowhere", kJob), 404, "RESOURCE_NOT_FOUND");
    expect_error(client().del("/nowhere"), 404, "RESOURCE_NOT_FOUND");
}

TEST_F(ApiConventions, AnotherMethodIsNotAllowedAndTheOthersAreNamed) {
    const std::vector<std::pair<std::string, std::set<std::string>>> places{
        {"/healthz", {"GET", "HEAD", "OPTIONS"}},
        {"/users/me", {"GET", "HEAD", "OPTIONS"}},
        {"/configuration/company", {"GET", "HEAD", "PATCH", "OPTIONS"}},
        {"/configuration/departments", {"GET", "HEAD", "POST", "OPTIONS"}},
        {"/configuration/departments/1", {"GET", "HEAD", "PATCH", "DELETE", "OPTIONS"}},
        {"/jobs", {"GET", "HEAD", "POST", "OPTIONS"}},
        {"/jobs/00000000-0000-7000-8000-000000000000", {"GET", "HEAD", "PUT", "PATCH", "OPTIONS"}},
        {"/jobs/00000000-0000-7000-8000-000000000000/publication",
         {"GET", "HEAD", "POST", "DELETE", "OPTIONS"}}};
    for (const auto& [path, methods] : places) {
        SCOPED_TRACE(path);
        for (const std::string method : {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"}) {
            if (methods.contains(method)) continue;
            const auto refused = client().request(method, path);
            expect_error(refused, 405, "METHOD_NOT_ALLOWED");
            EXPECT_EQ(allowed(refused), methods) << method;
        }
        const auto options = client().request("OPTIONS", path);
        EXPECT_EQ(options.status, 204);
        EXPECT_EQ(allowed(options), methods);
    }
}

TEST_F(ApiConventions, ATrailingSlashIsIgnored) {
    auto caller = client();
    const auto made = caller.post("/jobs/", kJob);
    ASSERT_EQ(made.status, 201);
    const std::string path = "/jobs/" + std::string{made.json().at("id").as_string()};

    EXPECT_EQ(caller.get(path + "/").body, made.body);
    EXPECT_EQ(caller.get("/users/me/").body, caller.get("/users/me").body);
    EXPECT_EQ(caller.get("/jobs/?limit=1").body, caller.get("/jobs?limit=1").body);
    EXPECT_EQ(caller.get("/configuration/departments/").status, 200);
    EXPECT_EQ(caller.post(path + "/publication/", "").status, 204);
    EXPECT_EQ(caller.del(path + "/publication/").status, 204);
}

TEST_F(ApiConventions, APathMayBeWrittenWithEscapes) {
    auto caller = client();

    EXPECT_EQ(caller.get("/%75sers/m%65").status, 200);
    EXPECT_EQ(caller.get("/users%2fme").status, 404);
    EXPECT_EQ(caller.get("/users/%zz").status, 404);
}

TEST_F(ApiConventions, AHeadIsAGetWithoutItsBody) {
    auto caller = client();
    for (const std::string path :
         {"/users/me", "/jobs", "/healthz", "/openapi.json", "/nowhere", "/jobs/nonsense"}) {
        auto full = caller.get(path);
        auto head = caller.request("HEAD", path);

        EXPECT_EQ(head.status, full.status);
        EXPECT_THAT(head.body, IsEmpty());
        for (auto* answer : {&full, &head}) {
            answer->headers.erase("x-request-id");
            answer->headers.erase("date");
        }
        EXPECT_EQ(head.headers, full.headers) << path;
    }
}

TEST_F(ApiConventions, AQueryThatAnOperationDoesNotReadIsIgnored) {
    EXPECT_EQ(client().get("/users/me?%zz&=&x=%").status, 200);
    EXPECT_EQ(client().get("/configuration/company?limit=nonsense").status, 200);
}

// --- Accept

TEST_F(ApiConventions, WhoTakesJsonIsServed) {
    for (const std::string accept :
         {"application/json", "application/*", "*/*", "APPLICATION/JSON", "application/json; charset=utf-8",
          "text/html, application/json;q=0.1", "text/html,*/*;q=0.001", "",
          "application/json;q=1.0;ext=\"a,b\"", "text/csv;q=0, application/json", " application/json "}) {
        EXPECT_EQ(client().get("/users/me", {{"Accept", accept}}).status, 200) << accept;
    }
    EXPECT_EQ(client().get("/users/me").status, 200);
}

TEST_F(ApiConventions, WhoDoesNotTakeJsonIsRefusedBeforeAnythingHappens) {
    const auto before = jobs();
    for (const std::string accept : {"text/html", "text/*", "application/xml", "application/json;q=0",
                                     "application/json; q=0.000", "*/*;q=0", "application/jsonp", "json"}) {
        expect_error(client().get("/users/me", {{"Accept", accept}}), 406, "NOT_ACCEPTABLE");
        expect_error(client().post("/jobs", kJob, {{"Accept", accept}}), 406, "NOT_ACCEPTABLE");
    }
    EXPECT_EQ(jobs(), before);
}

TEST_F(ApiConventions, TheMostParticularEntryOfAcceptCounts) {
    expect_error(client().get("/users/me", {{"Accept", "application/json;q=0, */*"}}), 406, "NOT_ACCEPTABLE");
    expect_error(client().get("/users/me", {{"Accept", "*/*, application/*;q=0"}}), 406, "NOT_ACCEPTABLE");
    EXPECT_EQ(client().get("/users/me", {{"Accept", "*/*;q=0, application/json"}}).status, 200);
}

TEST_F(ApiConventions, SeveralAcceptLinesAreOneList) {
    EXPECT_EQ(client().get("/users/me", {{"Accept", "text/html"}, {"Accept", "application/json"}}).status,
              200);
}

TEST_F(ApiConventions, AnAnswerWithoutABodyNeedsNoAcceptance) {
    auto caller = client();
    const std::string path = "/jobs/" + std::string{caller.post("/jobs", kJob).json().at("id").as_string()};

    EXPECT_EQ(caller.request("POST", path + "/publication", "", {{"Accept", "text/html"}}).status, 204);
}

TEST_F(ApiConventions, LongAnswersAreCompressedForWhoTakesThat) {
    auto caller = client();
    const auto plain = caller.get("/openapi.json");
    ASSERT_GT(plain.body.size(), 1024U);
    EXPECT_EQ(plain.header("content-encoding"), "");
    EXPECT_EQ(plain.header("vary"), "Accept-Encoding");

    for (const std::string takes : {"gzip", "GZIP", "deflate, gzip;q=0.5", "*", "br, *;q=0.1"}) {
        const auto packed = caller.get("/openapi.json", {{"Accept-Encoding", takes}});
        EXPECT_EQ(packed.header("content-encoding"), "gzip") << takes;
        EXPECT_EQ(packed.header("vary"), "Accept-Encoding");
        EXPECT_EQ(test::gunzip(packed.body), plain.body);
    }
    for (const std::string declines : {"identity", "gzip;q=0", "deflate, br", "", "gzip;q=0.000", "*;q=0"}) {
        const auto same = caller.get("/openapi.json", {{"Accept-Encoding", declines}});
        EXPECT_EQ(same.header("content-encoding"), "") << declines;
        EXPECT_EQ(same.body, plain.body);
    }
    EXPECT_EQ(caller.get("/users/me", {{"Accept-Encoding", "gzip"}}).header("content-encoding"), "");
}

TEST_F(ApiConventions, FilesOfTheProgramHaveAStrongTagForEachCoding) {
    auto caller = client();
    const std::vector<std::string> codings{"identity", "gzip"};
    for (const std::string path : {"/openapi.json", "/assets/callboard.css", "/docs", "/docs/guide"}) {
        std::set<std::string> tags;
        for (const std::string& coding : codings) {
            const auto first = caller.get(path, {{"Accept-Encoding", coding}});
            const std::string tag = first.header("etag");
            EXPECT_EQ(first.status, 200) << path;
            EXPECT_TRUE(tag.starts_with('"') && tag.ends_with('"') && tag.size() > 30) << tag;
            EXPECT_EQ(first.header("vary"), "Accept-Encoding") << path;
            EXPECT_EQ(first.header("cache-control"), "no-cache") << path;
            tags.insert(tag);

            for (const std::string& has : {tag, "W/" + tag, std::string{"*"}, "\"other\", " + tag}) {
                const auto again = caller.get(path, {{"Accept-Encoding", coding}, {"If-None-Match", has}});
                EXPECT_EQ(again.status, 304) << path << has;
                EXPECT_EQ(again.body, "");
                EXPECT_EQ(again.header("etag"), tag);
                EXPECT_EQ(again.header("vary"), "Accept-Encoding");
            }
            EXPECT_EQ(caller.get(path, {{"If-None-Match", "\"other\""}}).status, 200) << path;
        }
        EXPECT_EQ(tags.size(), codings.size()) << path;
    }
}

TEST_F(ApiConventions, WhoForbidsGzipByNameGetsNoneHoweverMuchElseIsAllowed) {
    const auto answer = client().get("/openapi.json", {{"Accept-Encoding", "gzip;q=0, *"}});

    EXPECT_EQ(answer.header("content-encoding"), "");
}

// --- request bodies

TEST_F(ApiConventions, JsonIsTakenUnderItsNames) {
    for (const Headers& headers : {Headers{},
                                   {{"Content-Type", "application/json"}},
                                   {{"content-type", "Application/JSON"}},
                                   {{"Content-Type", "application/json; charset=utf-8"}},
                                   {{"Content-Type", "application/json;charset=UTF-8"}},
                                   {{"Content-Type", "application/json; charset=\"utf-8\""}}}) {
        EXPECT_EQ(client().request("POST", "/jobs", kJob, headers).status, 201);
    }
}

TEST_F(ApiConventions, AnotherKindOfBodyIsRefusedBeforeAnythingHappens) {
    const auto before = jobs();
    for (const std::string type :
         {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
          "application/xml", "text/json", "application/json; charset=iso-8859-1", "application/jsonp",
          "nonsense", "application/json,text/plain"}) {
        const auto refused = client().request("POST", "/jobs", kJob, {{"Content-Type", type}});
        expect_error(refused, 415, "UNSUPPORTED_MEDIA_TYPE");
    }
    EXPECT_EQ(jobs(), before);
}

TEST_F(ApiConventions, WithoutABodyItsKindDoesNotMatter) {
    auto caller = client();
    const std::string path = "/jobs/" + std::string{caller.post("/jobs", kJob).json().at("id").as_string()};

    EXPECT_EQ(caller.request("POST", path + "/publication", "", {{"Content-Type", "text/plain"}}).status,
              204);
    EXPECT_EQ(caller.request("DELETE", path + "/publication", "", {{"Content-Type", "text/plain"}}).status,
              204);
}

TEST_F(ApiConventions, AGetMayCarryABody) {
    EXPECT_EQ(
        client().request("GET", "/users/me", "{not json", {{"Content-Type", "application/json"}}).status,
        200);
    EXPECT_EQ(client().request("GET", "/jobs", "<x/>", {{"Content-Type", "application/xml"}}).status, 200);
    EXPECT_EQ(client().get("/users/me", {{"Content-Type", "application/json"}}).status, 200);
}

TEST_F(ApiConventions, MalformedJsonIsRefusedWithItsPlace) {
    struct Case {
        std::string body;
        std::size_t offset;
    };
    const std::vector<Case> cases{
        {"{", 1},
        {"x", 0},
        {" \n{]", 3},
        {R"({"a":1,})", 7},
        {R"({"a" 1})", 5},
        {R"({a:1})", 1},
        {R"({'a':1})", 1},
        {R"([1,])", 3},
        {R"([1 2])", 3},
        {R"({"a":tru})", 5},
        {R"({"a":NaN})", 5},
        {R"({"a":Infinity})", 5},
        {R"({"a":01})", 6},
        {R"({"a":+1})", 5},
        {R"({"a":.5})", 5},
        {R"({"a":1.})", 7},
        {R"({"a":0x1})", 6},
        {R"({} {})", 3},
        {R"({}x)", 2},
        {"{\"a\":\"line\nfeed\"}", 10},
        {R"({"a":"\x"})", 7},
        {R"({"a":"\u12"})", 10},
        {R"({"a":1} // note)", 8},
        {"/* note */{}", 0},
        {"\xef\xbb\xbf{}", 0},
        {"{\"a\":\"\xff\"}", 6},
        {"{\"a\":\"\xc0\x80\"}", 6},
        {"{\"a\":\"\xed\xa0\x80\"}", 6},
        {" ", 1},
        {"undefined", 0},
    };
    for (const auto& [body, offset] : cases) {
        SCOPED_TRACE(body);
        const auto refused = client().post("/jobs", body);
        expect_error(refused, 400, "INVALID_JSON");
        EXPECT_THAT(refused.body, HasSubstr("at offset " + std::to_string(offset) + "\"")) << refused.body;
    }
}

TEST_F(ApiConventions, HalfACharacterInJsonIsRefused) {
    for (const std::string body : {R"({"title":"\ud83e"})", R"({"title":"\ud83ex"})", R"({"title":"\udd8a"})",
                                   R"({"title":"\ud83e\u0041"})", R"({"\ud800":1})"}) {
        expect_error(client().post("/jobs", body), 400, "INVALID_JSON");
    }
}

TEST_F(ApiConventions, AKeyThatStandsTwiceIsRefused) {
    std::string body = kJob;
    body.insert(1, R"("title":"Baker",)");

    expect_error(client().post("/jobs", body), 400, "INVALID_JSON");
    expect_error(client().post("/jobs", R"({"x":{"a":1,"\u0061":2}})"), 400, "INVALID_JSON");
}

TEST_F(ApiConventions, WhatIsJsonButNoObjectIsRefused) {
    for (const std::string body : {"[]", "null", "1", "\"text\"", "true", "[{}]"})
        expect_error(client().post("/jobs", body), 422, "VALIDATION_ERROR");
}

TEST_F(ApiConventions, JsonIsNestedUpTo64Levels) {
    const auto nested = [](std::size_t levels) {
        std::string body = kJob;
        body.insert(1, "\"x\":" + repeated("[", levels - 1) + repeated("]", levels - 1) + ",");
        return body;
    };

    EXPECT_EQ(client().post("/jobs", nested(64)).status, 201);
    expect_error(client().post("/jobs", nested(65)), 400, "INVALID_JSON");
    expect_error(client().post("/jobs", repeated("[", 500'000)), 400, "INVALID_JSON");
}

TEST_F(ApiConventions, ABodyHasUpToOneMebibyte) {
    const auto padded = [](std::size_t size) {
        const std::string body = kJob;
        return body + std::string(size - body.size(), ' ');
    };

    EXPECT_EQ(client().post("/jobs", padded(1024 * 1024)).status, 201);
    expect_error(client().post("/jobs", padded(1024 * 1024 + 1)), 413, "CONTENT_TOO_LARGE");
}

TEST_F(ApiConventions, WhoIsUnknownLearnsNothingOfWhatTheySent) {
    for (const Headers& credential : {Headers{}, Headers{{"X-SmartToken", "nonsense"}}}) {
        auto stranger = nobody(credential);
        expect_error(stranger.post("/jobs", "{"), 401, "UNAUTHORIZED");
        expect_error(stranger.request("POST", "/jobs", "x", {{"Content-Type", "text/plain"}}), 401,
                     "UNAUTHORIZED");
        expect_error(stranger.get("/jobs?limit=0"), 401, "UNAUTHORIZED");
        expect_error(stranger.get("/jobs/nonsense"), 401, "UNAUTHORIZED");
        expect_error(stranger.get("/jobs", {{"Accept", "text/html"}}), 401, "UNAUTHORIZED");
    }
}

// --- OpenAPI document

TEST_F(ApiConventions, TheDescriptionOffersOnlyAudiencesThatAreTaken) {
    const auto document = nobody().get("/openapi.json").json();

    const json::array audiences =
        document.at("components").at("schemas").at("PublicationVisibility").at("enum").as_array();

    EXPECT_EQ(std::ranges::count(audiences, json::value("PRIVATE")), 0);
    EXPECT_EQ(std::ranges::count(audiences, json::value("NOT_PUBLISHED")), 0);
    EXPECT_EQ(std::ranges::count(audiences, json::value("PUBLIC")), 1);
    EXPECT_EQ(std::ranges::count(audiences, json::value("INTERNAL")), 1);
}

// Go clients of OpenAPI Generator send null for an absent optional body.
TEST_F(ApiConventions, ABodyThatMayBeLeftOutMayBeNull) {
    auto caller = client();
    const std::string job = "/jobs/" + std::string{caller.post("/jobs", kJob).json().at("id").as_string()};

    for (const std::string none : {"", "null", " null\n", "{}"})
        EXPECT_EQ(caller.post(job + "/publication", none).status, 204) << none;
    EXPECT_EQ(caller.post(job + "/publication", "nul").status, 400);
    EXPECT_EQ(caller.post(job + "/publication", "[]").status, 422);
    EXPECT_EQ(caller.post("/jobs", "null").status, 422);
}

// As written by libraries of several languages.
TEST_F(ApiConventions, TruthValuesAndTimesComeInSeveralSpellings) {
    auto caller = client();
    const std::string job = "/jobs/" + std::string{caller.post("/jobs", kJob).json().at("id").as_string()};

    for (const std::string value : {"false", "False", "FALSE"})
        EXPECT_EQ(caller.get(job + "/publication?activeOnly=" + value).status, 200) << value;
    for (const std::string time : {"2020-01-01", "2020-01-01T00:00:00", "2020-01-01T00:00:00.000",
                                   "2020-01-01T02:00:00.000%2B0200", "2020-01-01T02:00:00%2B02:00"})
        EXPECT_EQ(caller.get("/jobs?updatedAfter=" + time).status, 200) << time;
    const auto made = caller.post(
        job + "/positions",
        R"({"type":"NEW","positionOpenDate":"2030-01-01","targetStartDate":"2030-03-01T12:30:00"})");
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("positionOpenDate"), "2030-01-01T00:00:00.000Z");
    EXPECT_EQ(made.json().at("targetStartDate"), "2030-03-01T12:30:00.000Z");
}

TEST_F(ApiConventions, TheDescriptionTellsScopesPoliciesAndErrorsOfEveryOperation) {
    const auto document = nobody().get("/openapi.json").json();

    EXPECT_EQ(document.at("openapi").as_string().subview(0, 3), "3.1");
    for (const auto& [path, operations] : document.at("paths").as_object()) {
        for (const auto& [method, operation] : operations.as_object()) {
            SCOPED_TRACE(std::string{method} + " " + std::string{path});
            EXPECT_TRUE(operation.as_object().contains("operationId"));
            const bool open = operation.at("security").as_array().empty();
            if (open) continue;
            EXPECT_TRUE(operation.as_object().contains("x-throttle-policies"));
            for (const auto* status : {"401", "403", "429", "503"})
                EXPECT_TRUE(operation.at("responses").as_object().contains(status)) << status;
        }
    }
    EXPECT_EQ(document.at("paths").at("/jobs").at("post").at("security").at(1).at("oauth").at(0),
              "jobs_manage");
}

}  // namespace
}  // namespace callboard
