// Unknown names in requests: returned in X-Ignored, or refused with Prefer: handling=strict.
// every_route_test.cpp tests this for every row.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sample_company.h"
#include "support/test_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::Headers;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kStrict = "handling=strict";

json::object job() {
    return {{"title", "Cook"},
            {"industry", {{"id", "restaurants"}}},
            {"function", {{"id", "production"}}},
            {"experienceLevel", {{"id", "entry_level"}}},
            {"location", {{"countryCode", "us"}, {"city", "Atlanta"}}}};
}

json::object with(json::object object, std::string_view key, const json::value& value) {
    object[key] = value;
    return object;
}

// The location and message of each error.
std::vector<std::string> faults(const Answer& answer) {
    std::vector<std::string> all;
    for (const json::value& error : answer.json().at("errors").as_array()) {
        const auto* const place = error.as_object().if_contains("dataPath");
        all.push_back((place ? std::string{place->as_string()} + " " : "") +
                      std::string{error.at("message").as_string()});
    }
    return all;
}

class IgnoredNames : public testing::TestWithParam<test::Engine> {
  protected:
    Answer send(std::string_view method, const std::string& path, const json::value& body,
                const Headers& more = {}) {
        Headers headers{{"Content-Type", "application/json"}};
        headers.insert(headers.end(), more.begin(), more.end());
        return client.request(method, path, json::serialize(body), headers);
    }
    Answer strictly(std::string_view method, const std::string& path, const json::value& body) {
        return send(method, path, body, {{"Prefer", kStrict}});
    }
    std::string path(std::string_view pattern) const { return test::filled(pattern, acme.ids); }
    std::int64_t jobs() { return client.get("/jobs").json().at("totalFound").as_int64(); }

    test::TestServer server{{.engine = GetParam(), .limits = {}}};
    const test::SampleCompany acme{*server.db, "acme", server.report_folder()};
    test::Client client = server.client_with_key(acme.key);
};

TEST_P(IgnoredNames, OfAQueryAreNamed) {
    EXPECT_EQ(client.get("/jobs?limit=1").header("x-ignored"), "");
    EXPECT_EQ(client.get("/jobs?limit=&q").header("x-ignored"), "");

    const auto answer = client.get("/jobs?limt=1");

    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("x-ignored"), "limt");
    EXPECT_EQ(client.get("/jobs?limit=1").header("x-ignored"), "") << "of the request before";
}

TEST_P(IgnoredNames, OfAQueryAreRefusedFromAStrictClient) {
    const auto refused = client.get("/jobs?limt=1&page=&limit=1", {{"Prefer", kStrict}});

    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(refused.error_code(), "INVALID_PARAMETER");
    EXPECT_THAT(faults(refused),
                ElementsAre("unknown parameter limt; did you mean limit?", "unknown parameter page"));
    EXPECT_EQ(refused.header("preference-applied"), kStrict);

    const auto good = client.get("/jobs?limit=1", {{"Prefer", "respond-async, HANDLING=\"strict\""}});
    EXPECT_EQ(good.status, 200);
    EXPECT_EQ(good.header("preference-applied"), kStrict);
    EXPECT_EQ(client.get("/jobs?limit=1").header("preference-applied"), "");
    for (const auto* other : {"handling=lenient", "return=minimal", "handling=lenient, handling=strict"})
        EXPECT_EQ(client.get("/jobs?limt=1", {{"Prefer", other}}).header("x-ignored"), "limt") << other;
}

TEST_P(IgnoredNames, OfAJobAreNamedAndThoseOfItsPropertiesToo) {
    const json::value properties{{{"id", "0123"}, {"value", {{"id", "1"}}}}, {{"id", "4567"}, {"value", {}}}};
    json::object body = with(with(job(), "titel", "x"), "properties", properties);
    body["jobAd"] = {{"sections", {{"foo", 1}, {"jobDescription", {{"text", "t"}, {"txt", "u"}}}}}};
    const std::string names =
        "/jobAd/sections/jobDescription/txt, /jobAd/sections/foo, /titel, /properties/0, "
        "/properties/1";

    const auto made = send("POST", "/jobs?foo", body);
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.header("x-ignored"), "foo, " + names);
    const std::string place = "/jobs/" + std::string{made.json().at("id").as_string()};
    const auto replaced = send("PUT", place, body);
    EXPECT_EQ(replaced.status, 200) << replaced.body;
    EXPECT_EQ(replaced.header("x-ignored"), names);
    EXPECT_EQ(send("POST", "/jobs", with(job(), "properties", json::array{})).header("x-ignored"), "");
}

TEST_P(IgnoredNames, OfAJobAreRefusedFromAStrictClientAndNothingIsDone) {
    const auto before = jobs();
    const json::value properties{{{"id", "0123"}, {"value", {{"id", "1"}}}}};

    const auto refused = strictly("POST", "/jobs", with(with(job(), "titel", "x"), "properties", properties));

    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(refused.error_code(), "VALIDATION_ERROR");
    EXPECT_THAT(faults(refused), ElementsAre("/titel is an unknown field; did you mean title?"));
    EXPECT_THAT(faults(strictly("POST", "/jobs", with(job(), "properties", properties))),
                ElementsAre("/properties/0 is not a job property of the company"));
    EXPECT_EQ(refused.header("x-ignored"), "");
    EXPECT_EQ(jobs(), before);
    EXPECT_EQ(strictly("POST", "/jobs", job()).status, 201);
}

TEST_P(IgnoredNames, StandBesideFaults) {
    const auto refused = send("POST", "/jobs", {{"titel", "x"}, {"title", 5}});
    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(refused.header("x-ignored"), "/titel");
    EXPECT_THAT(faults(refused), Not(testing::Contains(HasSubstr("titel"))));

    const auto missing = client.get("/jobs/nonsense?x=1");
    EXPECT_EQ(missing.status, 404);
    EXPECT_EQ(missing.header("x-ignored"), "x");
}

TEST_P(IgnoredNames, OfAJsonPatchAreThoseThatThePatchedThingCannotHave) {
    const json::array patch{
        {{"op", "add"}, {"path", "/titel"}, {"value", 1}},
        {{"op", "add"}, {"path", "/properties/-"}, {"value", {{"id", "1"}, {"value", {}}}}},
        {{"op", "replace"}, {"path", "/title"}, {"value", "Baker"}, {"note", "x"}}};
    const std::string one_job = path("/jobs/{jobId}");

    const auto refused = strictly("PATCH", one_job, patch);
    EXPECT_EQ(refused.status, 422);
    EXPECT_THAT(faults(refused), ElementsAre("/2/note is an unknown field"));
    json::array without_note = patch;
    without_note.back().as_object().erase("note");
    EXPECT_THAT(faults(strictly("PATCH", one_job, without_note)),
                ElementsAre("/titel is an unknown field; did you mean title?"));
    EXPECT_THAT(faults(strictly("PATCH", one_job, json::array{patch.at(1)})),
                ElementsAre("/properties/0 is not a job property of the company"));
    EXPECT_NE(client.get(one_job).json().at("title"), "Baker");

    const auto patched = send("PATCH", one_job, patch);
    EXPECT_EQ(patched.status, 200) << patched.body;
    EXPECT_EQ(patched.header("x-ignored"), "/2/note, /titel, /properties/0");
    EXPECT_EQ(client.get(one_job).json().at("title"), "Baker");
}

TEST_P(IgnoredNames, OfAUserAreNamed) {
    const std::string user = path("/user-api/v201804/users/{userId}");
    const json::array patch{{{"op", "add"},
                             {"path", "/location"},
                             {"value", {{"countryCode", "us"}, {"city", "Rome"}, {"cty", 1}}}}};

    const auto patched = send("PATCH", user, patch);

    EXPECT_EQ(patched.status, 200) << patched.body;
    EXPECT_EQ(patched.header("x-ignored"), "/location/cty");
    EXPECT_EQ(strictly("PATCH", user, patch).status, 422);
}

TEST_P(IgnoredNames, OfACandidateAreRefusedWith400) {
    const json::object body{
        {"firstName", "Ada"}, {"lastName", "Byron"}, {"email", "a@b.example"}, {"emial", 1}};
    EXPECT_EQ(send("POST", "/candidates", body).header("x-ignored"), "/emial");
    EXPECT_EQ(strictly("POST", "/candidates", body).status, 400);

    const std::string candidate = path("/candidates/{candidateId}");
    const json::object changes{{"firstNam", nullptr}, {"location", {{"cty", "London"}}}};
    const auto changed = send("PATCH", candidate, changes);
    EXPECT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.header("x-ignored"), "/location/cty, /firstNam");
    const auto refused = strictly("PATCH", candidate, changes);
    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(refused.error_code(), "VALIDATION_ERROR");
    EXPECT_THAT(faults(refused), ElementsAre("/location/cty is an unknown field; did you mean city?",
                                             "/firstNam is an unknown field; did you mean firstName?"));
}

TEST_P(IgnoredNames, AreNotTheKeysThatTheCompanyHasConfigured) {
    const std::string offers = path("/candidates/{candidateId}/jobs/{jobId}/offers");
    const auto made = strictly("POST", offers, {{"properties", {{"salary", "1"}}}});
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(send("POST", offers, {{"propertys", {{"salary", "1"}}}}).header("x-ignored"), "/propertys");
}

TEST_P(IgnoredNames, OfSubscriptionsAndReportsAreNamed) {
    const auto subscribed =
        send("POST", "/webhooks-api/v201907/subscriptions",
             {{"callbackUrl", "https://hooks.example.com/x"},
              {"events", {{{"name", "job.created"}, {"version", "v1"}, {"nam", 1}}}},
              {"callbackAuthentication",
               {{"type", "basic"}, {"username", "u"}, {"password", "p"}, {"user", "u"}}}});
    EXPECT_EQ(subscribed.status, 201) << subscribed.body;
    EXPECT_EQ(subscribed.header("x-ignored"), "/events/0/nam, /callbackAuthentication/user");

    const auto report = send(
        "POST", "/reporting-api/v201804/reports",
        {{"name", "r"}, {"rowEntityTypeId", "JOB"}, {"columns", {{{"dataPointId", "jobId"}, {"labl", 1}}}}});
    EXPECT_EQ(report.status, 201) << report.body;
    EXPECT_EQ(report.header("x-ignored"), "/columns/0/labl");
    EXPECT_EQ(client.get("/reporting-api/v201804/reports?lmit=1").header("x-ignored"), "lmit");
    EXPECT_EQ(client.get("/analytics/jobs?dateFormt=yyyy").header("x-ignored"), "dateFormt");
}

// Known members that have no effect in this request.
TEST_P(IgnoredNames, IncludeWhatHasNoEffect) {
    const json::object place{
        {"countryCode", "us"}, {"city", "Atlanta"}, {"country", "Amerika"}, {"manual", true}};
    const auto made = send("POST", "/jobs", with(job(), "location", place));
    EXPECT_EQ(made.header("x-ignored"), "/location/country");
    EXPECT_EQ(made.json().at("location").at("country"), "United States");
    EXPECT_EQ(made.json().at("location").at("manual"), true);
    EXPECT_EQ(strictly("POST", "/jobs", with(job(), "location", place)).status, 422);
    const std::string mine = "/jobs/" + std::string{made.json().at("id").as_string()};
    const auto shown = client.get(mine).json().at("location");
    EXPECT_EQ(strictly("PUT", mine, with(job(), "location", shown)).status, 200)
        << "what is shown may be sent";

    const std::string publication = mine + "/publication";
    EXPECT_EQ(
        send("POST", publication, {{"visibility", "INTERNAL"}, {"aggregators", true}}).header("x-ignored"),
        "/aggregators");
    EXPECT_EQ(
        send("POST", publication, {{"visibility", "INTERNAL"}, {"aggregators", false}}).header("x-ignored"),
        "");
    EXPECT_EQ(send("POST", publication, {{"aggregators", true}}).header("x-ignored"), "");

    const auto subscribed = send("POST", "/webhooks-api/v201907/subscriptions",
                                 {{"callbackUrl", "https://hooks.example.com/x"},
                                  {"events", {{{"name", "job.created"}, {"version", "v2"}}}},
                                  {"callbackAuthentication",
                                   {{"type", "basic"},
                                    {"username", "u"},
                                    {"password", "p"},
                                    {"headerName", "X-Secret"},
                                    {"clientSecret", "s"}}}});
    EXPECT_EQ(subscribed.status, 201) << subscribed.body;
    EXPECT_EQ(subscribed.header("x-ignored"),
              "/events/0/version, /callbackAuthentication/headerName, /callbackAuthentication/clientSecret");

    const auto report =
        send("POST", "/reporting-api/v201804/reports",
             {{"name", "r"},
              {"rowEntityTypeId", "JOB"},
              {"columns",
               {{{"dataPointId", "jobId"}, {"dataPointName", "Number"}},
                {{"dataPointId", "title"}, {"dataPointName", "Title"}, {"dataPointType", "ID"}}}}});
    EXPECT_EQ(report.status, 201) << report.body;
    EXPECT_EQ(report.header("x-ignored"), "/columns/0/dataPointName, /columns/1/dataPointType");
}

TEST_P(IgnoredNames, AreNamedAgainWhenAnAnswerIsGivenAgain) {
    const json::object body = with(job(), "titel", "x");
    const Headers once{{"Idempotency-Key", "key-1"}};
    const auto first = send("POST", "/jobs", body, once);
    const auto again = send("POST", "/jobs", body, once);

    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(first.header("x-ignored"), "/titel");
    EXPECT_EQ(again.header("x-ignored"), "/titel");
    const auto strict = send("POST", "/jobs", body, {{"Idempotency-Key", "key-1"}, {"Prefer", kStrict}});
    EXPECT_EQ(strict.status, 422);
    EXPECT_EQ(strict.error_code(), "VALIDATION_ERROR");
}

TEST_P(IgnoredNames, AreNotLookedForBeforeTheCallerIsKnown) {
    auto nobody = server.client();
    const auto refused = nobody.get("/jobs?limt=1", {{"Prefer", kStrict}});

    EXPECT_EQ(refused.status, 401);
    EXPECT_EQ(refused.header("preference-applied"), "");
}

TEST_P(IgnoredNames, OfATokenRequestAreIgnoredAsOAuthSays) {
    auto nobody = server.client();
    const auto answer =
        nobody.request("POST", "/identity/oauth/token?x=1", "grant_type=nonsense&resource=a",
                       {{"Content-Type", "application/x-www-form-urlencoded"}, {"Prefer", kStrict}});

    EXPECT_EQ(answer.json().at("error"), "invalid_client") << answer.body;
    EXPECT_EQ(answer.header("x-ignored"), "");
    EXPECT_EQ(answer.header("preference-applied"), "");
}

TEST_P(IgnoredNames, ThatAreHostileStayWithinOneSmallHeader) {
    const std::vector<std::string> names{"a\r\nSet-Cookie: session=stolen",
                                         "\r\n\r\n<html>",
                                         std::string("\0", 1),
                                         "ключ",
                                         "a,b",
                                         "\x7f",
                                         "\"",
                                         "%0d%0a",
                                         std::string(1'024, 'x')};
    json::object body = job();
    for (const auto& name : names) body.emplace(name, 1);

    const auto answer = send("POST", "/jobs", body);

    EXPECT_EQ(answer.status, 201);
    EXPECT_EQ(answer.headers.count("set-cookie"), 0U);
    const std::string header = answer.header("x-ignored");
    EXPECT_LE(header.size(), 1000U);
    EXPECT_TRUE(std::ranges::all_of(header, [](char c) { return c >= ' ' && c < 0x7f; })) << header;
    EXPECT_EQ(std::ranges::count(header, ','), std::ssize(names) - 1) << header;
    EXPECT_THAT(header, AllOf(StartsWith("/a%0D%0ASet-Cookie:%20session=stolen, /%0D%0A%0D%0A<html>, /%00, "),
                              EndsWith("...")));
    EXPECT_EQ(strictly("POST", "/jobs", body).status, 422);

    const auto queried = client.get("/jobs?a%0d%0aSet-Cookie:%20b=c&%ff&" + std::string(4000, 'y'));
    EXPECT_EQ(queried.status, 200);
    EXPECT_THAT(queried.header("x-ignored"),
                AllOf(StartsWith("a%0D%0ASet-Cookie:%20b, %FF, yyyy"), EndsWith("y...")));
    EXPECT_EQ(queried.headers.count("set-cookie"), 0U);
}

TEST_P(IgnoredNames, ThatAreManyAreCounted) {
    json::object body = job();
    for (int i = 0; i < 2'000; ++i) body.emplace("m" + std::to_string(i), 0);

    const auto made = send("POST", "/jobs", body);
    EXPECT_EQ(made.status, 201);
    EXPECT_EQ(made.header("x-ignored"), "/m0, /m1, /m2, /m3, /m4, /m5, /m6, /m7, /m8, /m9, +1990 more");

    const auto refused = strictly("POST", "/jobs", body);
    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(faults(refused).size(), 11U);
    EXPECT_EQ(faults(refused).back(), "and 1990 more unknown names");

    std::string query;
    for (int i = 0; i < 1500; ++i) query += "&" + std::to_string(i);
    EXPECT_EQ(client.get("/jobs?" + query).header("x-ignored"), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, +1490 more");
}

RUN_ON_EACH_DATABASE(IgnoredNames);

}  // namespace
}  // namespace callboard
