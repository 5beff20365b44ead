#include <map>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "jobs/posting_draft.h"
#include "postings/release.h"
#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

constexpr auto kPostings = "/v1/companies/acme/postings";
constexpr auto kProperties = "/configuration/job-properties";

class PublicPostings : public testing::TestWithParam<test::Engine> {
  protected:
    // The path of a job.
    std::string given_job(const std::string& title, const std::string& more = "") {
        const auto made = recruiter.post(
            "/jobs",
            R"({"title":")" + title +
                R"(","industry":{"id":"restaurants"},"function":{"id":"production"},)"
                R"("experienceLevel":{"id":"mid_senior_level"},"location":{"countryCode":"us","city":"Atlanta"})" +
                more + "}");
        EXPECT_EQ(made.status, 201) << made.body;
        return "/jobs/" + std::string{made.json().at("id").as_string()};
    }
    std::string published(const std::string& title, const std::string& visibility = "PUBLIC") {
        const std::string job = given_job(title);
        publish(job, visibility);
        return job;
    }
    void publish(const std::string& job, const std::string& visibility = "PUBLIC") {
        EXPECT_EQ(recruiter.post(job + "/publication", R"({"visibility":")" + visibility + "\"}").status,
                  204);
    }
    static std::vector<std::string> names(const Answer& list) {
        EXPECT_EQ(list.status, 200) << list.body;
        std::vector<std::string> all;
        const json::value page = list.json();
        for (const auto& each : page.at("content").as_array()) all.emplace_back(each.at("name").as_string());
        return all;
    }
    // Returns the id.
    std::string given_text_property(bool visible) {
        const auto made =
            recruiter.post(kProperties, R"({"label":"Budget","category":"job","type":"TEXT","active":true,)"
                                        R"("visible":)" +
                                            std::string{visible ? "true" : "false"} + "}");
        EXPECT_EQ(made.status, 201) << made.body;
        return std::string{made.json().at("id").as_string()};
    }
    std::string given_job_with(const std::string& property, const std::string& text) {
        return given_job(
            "Cook", R"(,"properties":[{"id":")" + property + R"(","value":{"label":")" + text + R"("}}])");
    }
    void change_property(const std::string& id, const std::string& field, const std::string& value) {
        const Answer answer =
            recruiter.request("PATCH", kProperties + ("/" + id),
                              R"([{"op":"replace","path":"/)" + field + R"(","value":)" + value + "}]",
                              {{"Content-Type", "application/json-patch+json"}});
        ASSERT_EQ(answer.status, 200) << answer.body;
    }
    std::string first_id() {
        return std::string{anybody.get(kPostings).json().at("content").at(0).at("id").as_string()};
    }

    test::TestServer server{{.engine = GetParam(), .limits = {}}};
    const CompanyId company = given::company(*server.db);
    const accounts::Actor admin = given::user(*server.db, company);
    const accounts::Actor employee = given::user(*server.db, company, accounts::Role::employee);
    test::Client recruiter{server.port(), {{"X-SmartToken", given::api_key(*server.db, company, admin)}}};
    test::Client colleague{server.port(), {{"X-SmartToken", given::api_key(*server.db, company, employee)}}};
    test::Client anybody{server.port()};
    const std::string origin = "http://127.0.0.1:" + std::to_string(server.port());
};

TEST_P(PublicPostings, AreListedWithoutACredential) {
    published("Line Cook");

    const json::value page = anybody.get(kPostings).json();

    EXPECT_EQ(page.at("limit").as_int64(), 100);
    EXPECT_EQ(page.at("offset").as_int64(), 0);
    EXPECT_EQ(page.at("totalFound").as_int64(), 1);
    const json::value& item = page.at("content").at(0);
    EXPECT_THAT(std::string{item.at("id").as_string()}, MatchesRegex("[0-9]+"));
    EXPECT_EQ(item.at("name"), "Line Cook");
    EXPECT_EQ(item.at("company").at("identifier"), "acme");
    EXPECT_EQ(item.at("experienceLevel").at("id"), "mid_senior_level");
    EXPECT_EQ(item.at("location").at("country"), "us");
    EXPECT_EQ(item.at("language").at("code"), "en");
    EXPECT_EQ(item.at("visibility"), "PUBLIC");
    EXPECT_EQ(item.at("defaultJobAd"), true);
}

TEST_P(PublicPostings, LeadToTheirDetailsByEitherId) {
    const std::string job = published("Line Cook");
    const json::value item = anybody.get(kPostings).json().at("content").at(0);
    const std::string ref{item.at("ref").as_string()};
    ASSERT_THAT(ref, StartsWith(origin + kPostings));

    for (const std::string& path :
         {ref.substr(origin.size()), kPostings + std::string{"/"} + std::string{item.at("uuid").as_string()},
          kPostings + std::string{"/"} + std::string{item.at("id").as_string()} + "/"}) {
        const Answer answer = anybody.get(path);
        ASSERT_EQ(answer.status, 200) << path << answer.body;
        const json::value posting = answer.json();
        EXPECT_EQ("/jobs/" + std::string{posting.at("jobId").as_string()}, job);
        EXPECT_EQ(posting.at("active"), true);
        const std::string page{posting.at("postingUrl").as_string()};
        EXPECT_EQ(page, origin + "/careers/acme/" + std::string{item.at("id").as_string()} + "-line-cook");
        EXPECT_EQ(posting.at("applyUrl").as_string(), page + "?oga=true");
        EXPECT_EQ(posting.at("referralUrl").as_string(), page + "/referral");
        EXPECT_TRUE(posting.at("jobAd").at("sections").is_object());
    }
}

TEST_P(PublicPostings, AddTheSourceToTheLink) {
    published("Cook");

    const auto posting =
        anybody.get(kPostings + std::string{"/"} + first_id() + "?sourceTypeId=Board&sourceId=a%26b").json();

    EXPECT_THAT(std::string{posting.at("applyUrl").as_string()},
                AllOf(HasSubstr("&sourceTypeId=Board"), HasSubstr("&sourceId=a%26b")));
}

TEST_P(PublicPostings, ShowAPublicationAtOnce) {
    EXPECT_THAT(names(anybody.get(kPostings)), IsEmpty());
    const std::string job = given_job("Cook");
    for (int i = 0; i < 20; ++i) {
        publish(job);
        ASSERT_THAT(names(anybody.get(kPostings)), ElementsAre("Cook")) << i;
        ASSERT_EQ(recruiter.del(job + "/publication").status, 204);
        ASSERT_THAT(names(anybody.get(kPostings)), IsEmpty()) << i;
    }
}

TEST_P(PublicPostings, ShowAPublicationByAnotherServerAtOnce) {
    if (GetParam() == test::Engine::sqlite) return;  // one server at a time
    published("Cook");
    ASSERT_THAT(names(anybody.get(kPostings)), ElementsAre("Cook"));
    const auto other = server.db.open_again();

    other->write(company, [&](db::Tx& tx) {
        const jobs::Job job = jobs::create(tx, admin, given::draft());
        postings::release(tx, jobs::posting_draft(tx, job.id, job.default_ad).value(),
                          {.visibility = postings::Visibility::everyone, .on_boards = false, .at = tx.now});
    });

    EXPECT_EQ(names(anybody.get(kPostings)).size(), 2U);
}

TEST_P(PublicPostings, AreComparedByTheirTag) {
    const std::string job = published("Cook");
    const Answer first = anybody.get(kPostings);
    const std::string tag = first.header("etag");
    EXPECT_EQ(first.header("cache-control"), "public, no-cache");
    EXPECT_THAT(first.header("last-modified"), MatchesRegex("[A-Z][a-z]+, [0-9]+ [A-Z][a-z]+ [0-9]+ .* GMT"));
    EXPECT_THAT(first.header("vary"), HasSubstr("Accept-Encoding"));

    for (int i = 0; i < 3; ++i) {
        const Answer same = anybody.get(kPostings, {{"If-None-Match", tag}});
        EXPECT_EQ(same.status, 304);
        EXPECT_THAT(same.body, IsEmpty());
        EXPECT_EQ(same.header("etag"), tag);
        EXPECT_EQ(same.header("last-modified"), first.header("last-modified"));
    }
    EXPECT_EQ(anybody.get(kPostings, {{"If-None-Match", "\"other\""}}).body, first.body);

    recruiter.del(job + "/publication");

    const Answer changed = anybody.get(kPostings, {{"If-None-Match", tag}});
    EXPECT_EQ(changed.status, 200);
    EXPECT_NE(changed.header("etag"), tag);
}

TEST_P(PublicPostings, NoLongerShowAPropertyThatIsHiddenOrDeactivated) {
    const std::string id = given_text_property(true);
    publish(given_job_with(id, "two million"));
    const std::string path = std::string{kPostings} + "/" + first_id();

    for (const std::string field : {"visible", "active"}) {
        const Answer before = anybody.get(kPostings);
        ASSERT_THAT(before.body, HasSubstr("two million"));
        ASSERT_THAT(anybody.get(path).body, HasSubstr("two million"));
        change_property(id, field, "false");
        const Answer after = anybody.get(kPostings, {{"If-None-Match", before.header("etag")}});
        EXPECT_EQ(after.status, 200);
        EXPECT_THAT(after.body, Not(HasSubstr("two million")));
        EXPECT_THAT(anybody.get(path).body, Not(HasSubstr("two million")));
        change_property(id, field, "true");
    }
}

TEST_P(PublicPostings, ShowAPropertyThatIsShownOrRenamedAfterThePublication) {
    const std::string id = given_text_property(false);
    publish(given_job_with(id, "two million"));
    const std::string posting = std::string{kPostings} + "/" + first_id();
    struct Change {
        std::string field;
        std::string value;
        std::string shown;
    };

    for (const auto& [field, value, shown] :
         {Change{"visible", "true", "two million"}, Change{"label", R"("Allowance")", "Allowance"}}) {
        std::map<std::string, std::string> tags;
        for (const std::string& path : {std::string{kPostings}, posting}) {
            const Answer before = anybody.get(path);
            EXPECT_THAT(before.body, Not(HasSubstr(shown))) << path;
            tags[path] = before.header("etag");
        }
        change_property(id, field, value);
        for (const auto& [path, tag] : tags) {
            const Answer after = anybody.get(path, {{"If-None-Match", tag}});
            EXPECT_EQ(after.status, 200) << path;
            EXPECT_THAT(after.body, HasSubstr(shown)) << path;
            EXPECT_NE(after.header("etag"), tag) << path;
        }
    }
}

TEST_P(PublicPostings, AreTheSameFromMemoryAndCompressed) {
    for (int i = 0; i < 10; ++i) published("Cook " + std::to_string(i));
    const Answer first = anybody.get(kPostings);
    const Answer second = anybody.get(kPostings);
    const Answer packed = anybody.get(kPostings, {{"Accept-Encoding", "gzip"}});

    EXPECT_EQ(second.body, first.body);
    EXPECT_EQ(packed.header("content-encoding"), "gzip");
    EXPECT_EQ(test::gunzip(packed.body), first.body);
    EXPECT_EQ(packed.header("etag"), first.header("etag"));
    EXPECT_THAT(names(anybody.get(kPostings + std::string{"?limit=3"})).size(), 3U);
    EXPECT_EQ(anybody.request("HEAD", kPostings).header("etag"), first.header("etag"));
}

TEST_P(PublicPostings, HaveLabelsInTheLanguageOfTheRequest) {
    published("Cook");
    const auto label = [&](const std::string& language) {
        const auto page = anybody.get(kPostings, {{"Accept-Language", language}}).json();
        return std::string{page.at("content").at(0).at("experienceLevel").at("label").as_string()};
    };

    const std::string english = label("en");
    EXPECT_NE(label("de"), english);
    EXPECT_EQ(label("en"), english);
    EXPECT_EQ(label("tlh"), english);
}

TEST_P(PublicPostings, AreFiltered) {
    published("Cook");

    for (const std::string query : {"?q=cook", "/?q=cook", "?q=COO&country=&department=", "?city=atlanta",
                                    "?limit=5&offset=0", "?limit=500"})
        EXPECT_THAT(names(anybody.get(kPostings + query)), ElementsAre("Cook")) << query;
    EXPECT_THAT(names(anybody.get(kPostings + std::string{"?city=nowhere"})), IsEmpty());
    EXPECT_THAT(names(anybody.get(kPostings + std::string{"?custom_field.shift=day"})), IsEmpty());
    EXPECT_EQ(anybody.get(kPostings + std::string{"?limit=500"}).json().at("limit").as_int64(), 100);
    EXPECT_EQ(anybody.get(kPostings + std::string{"?limit=0"}).error_code(), "INVALID_PARAMETER");
    EXPECT_EQ(anybody.get(kPostings + std::string{"?locationType=MOON"}).error_code(), "INVALID_PARAMETER");
    EXPECT_EQ(anybody.get(kPostings + std::string{"?nonsense=1"}).header("x-ignored"), "nonsense");
    EXPECT_EQ(anybody.get(kPostings + std::string{"?nonsense=1"}).header("x-ignored"), "nonsense");
    EXPECT_EQ(anybody.get(kPostings + std::string{"?custom_field.x=1"}).header("x-ignored"), "");
}

TEST_P(PublicPostings, OfNobodyAreNone) {
    const auto page = anybody.get("/v1/companies/nobody/postings").json();

    EXPECT_EQ(page.at("totalFound").as_int64(), 0);
    EXPECT_EQ(anybody.get("/v1/companies/nobody/postings/1").error_code(), "POSTING_NOT_FOUND");
    EXPECT_EQ(anybody.get(kPostings + std::string{"/01890000-0000-7000-8000-000000000000"}).status, 404);
    EXPECT_EQ(anybody.get("/v1/companies/nobody/departments").json().at("totalFound").as_int64(), 0);
}

TEST_P(PublicPostings, AreOpenToPagesOfOtherSites) {
    published("Cook");
    const test::Headers foreign{{"Origin", "https://careers.example.test"}};

    for (const std::string& path :
         {kPostings + std::string{}, kPostings + std::string{"/"} + first_id(),
          std::string{"/v1/companies/acme/departments"}, kPostings + std::string{"/1"}}) {
        const Answer answer = anybody.get(path, foreign);
        EXPECT_EQ(answer.header("access-control-allow-origin"), "*") << path;
        EXPECT_EQ(answer.header("access-control-allow-credentials"), "") << path;
    }
    const Answer preflight = anybody.request(
        "OPTIONS", kPostings, "",
        {{"Origin", "https://careers.example.test"}, {"Access-Control-Request-Method", "GET"}});
    EXPECT_EQ(preflight.status, 204);
    EXPECT_EQ(preflight.header("access-control-allow-origin"), "*");
    EXPECT_EQ(preflight.header("access-control-allow-methods"), "GET, HEAD");
    EXPECT_EQ(anybody.request("OPTIONS", "/jobs").header("access-control-allow-origin"), "");
}

TEST_P(PublicPostings, ThatAreInternalAreForEmployees) {
    published("Public");
    published("Internal", "INTERNAL");
    const std::string internal = kPostings + std::string{"?destination=INTERNAL"};
    const std::string either = kPostings + std::string{"?destination=INTERNAL_OR_PUBLIC"};

    EXPECT_THAT(names(colleague.get(internal)), ElementsAre("Internal"));
    EXPECT_THAT(names(colleague.get(either)), ElementsAre("Internal", "Public"));
    EXPECT_THAT(names(colleague.get(kPostings)), ElementsAre("Public"));
    EXPECT_EQ(colleague.get(internal).header("cache-control"), "private, no-cache");
    EXPECT_THAT(names(anybody.get(kPostings)), ElementsAre("Public"));
    EXPECT_EQ(anybody.get(internal).status, 401);
    EXPECT_EQ(anybody.get(either).error_code(), "UNAUTHORIZED");
    EXPECT_EQ(anybody.get("/v1/companies/nobody/postings?destination=INTERNAL").status, 401);

    const std::string id{colleague.get(internal).json().at("content").at(0).at("id").as_string()};
    EXPECT_EQ(colleague.get(kPostings + ("/" + id)).status, 200);
    EXPECT_EQ(anybody.get(kPostings + ("/" + id)).status, 404);
    EXPECT_EQ(colleague.get(kPostings + ("/" + id)).status, 200);
}

TEST_P(PublicPostings, ThatAreInternalAreNotForEmployeesOfOthers) {
    published("Internal", "INTERNAL");
    published("Public");
    const CompanyId rival = given::company(*server.db, "rival");
    test::Client spy{server.port(),
                     {{"X-SmartToken", given::api_key(*server.db, rival, given::user(*server.db, rival))}}};

    EXPECT_THAT(names(spy.get(kPostings)), ElementsAre("Public"));
    EXPECT_EQ(spy.get(kPostings + std::string{"?destination=INTERNAL"}).error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(spy.get("/v1/companies/nobody/postings?destination=INTERNAL").error_code(),
              "PERMISSION_DENIED");
}

TEST_P(PublicPostings, RefuseACredentialThatIsNone) {
    EXPECT_EQ(anybody.get(kPostings, {{"X-SmartToken", "DCRA1-unknown"}}).status, 401);
    EXPECT_EQ(anybody.get(kPostings, {{"Authorization", "Bearer unknown"}}).status, 401);
}

TEST_P(PublicPostings, ListTheirDepartments) {
    const std::string departments = "/v1/companies/acme/departments";
    const auto job_in = [&](const std::string& label) {
        const Answer made = recruiter.post("/configuration/departments", R"({"label":")" + label + "\"}");
        EXPECT_EQ(made.status, 201) << made.body;
        return given_job("Cook",
                         R"(,"department":{"id":")" + std::string{made.json().at("id").as_string()} + "\"}");
    };
    const std::string kitchen = job_in("Kitchen");
    publish(job_in("Reorganisation"), "INTERNAL");
    job_in("Acquisition");
    EXPECT_EQ(anybody.get(departments).json().at("totalFound").as_int64(), 0);
    publish(kitchen);

    const Answer answer = anybody.get(departments);

    EXPECT_EQ(answer.json().at("totalFound").as_int64(), 1);
    EXPECT_EQ(answer.json().at("content").at(0).at("label"), "Kitchen");
    EXPECT_EQ(anybody.get(departments, {{"If-None-Match", answer.header("etag")}}).status, 304);
    ASSERT_EQ(recruiter.del(kitchen + "/publication").status, 204);
    EXPECT_EQ(anybody.get(departments).json().at("totalFound").as_int64(), 0);
}

TEST_P(PublicPostings, ListADepartmentAsItIsNowThoughItsJobHasLeftIt) {
    const std::string departments = "/v1/companies/acme/departments";
    const Answer made = recruiter.post("/configuration/departments", R"({"label":"Kitchen"})");
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string id{made.json().at("id").as_string()};
    const std::string kitchen = "/configuration/departments/" + id;
    const std::string job = given_job("Cook", R"(,"department":{"id":")" + id + "\"}");
    publish(job);
    const Answer left = recruiter.request("PATCH", job, R"([{"op":"remove","path":"/department"}])",
                                          {{"Content-Type", "application/json-patch+json"}});
    ASSERT_EQ(left.status, 200) << left.body;
    ASSERT_EQ(anybody.get(departments).json().at("content").at(0).at("label"), "Kitchen");

    const Answer renamed =
        recruiter.request("PATCH", kitchen, R"({"label":"Galley"})", {{"Content-Type", "application/json"}});
    ASSERT_EQ(renamed.status, 200) << renamed.body;
    EXPECT_EQ(anybody.get(departments).json().at("content").at(0).at("label"), "Galley");

    ASSERT_EQ(recruiter.del(kitchen).status, 204);
    EXPECT_EQ(anybody.get(departments).json().at("totalFound").as_int64(), 0);
    const Answer again =
        recruiter.post("/configuration/departments", R"({"id":")" + id + R"(","label":"Kitchen"})");
    ASSERT_EQ(again.status, 201) << again.body;
    EXPECT_EQ(anybody.get(departments).json().at("totalFound").as_int64(), 1);
}

TEST_P(PublicPostings, AreLinkedFromTheJobAndTheAdWhileTheyArePublished) {
    const std::string job = given_job("Line Cook");
    EXPECT_FALSE(recruiter.get(job).json().at("actions").as_object().contains("applyOnWeb"));
    publish(job);
    const std::string id = first_id();
    const std::string url = origin + "/careers/acme/" + id + "-line-cook?oga=true";

    EXPECT_EQ(recruiter.get(job).json().at("actions").at("applyOnWeb").at("url").as_string(), url);
    EXPECT_EQ(recruiter.get(job + "/jobads").json().at(0).at("applyUrl").as_string(), url);

    recruiter.del(job + "/publication");
    EXPECT_FALSE(recruiter.get(job).json().at("actions").as_object().contains("applyOnWeb"));
    EXPECT_FALSE(recruiter.get(job + "/jobads").json().at(0).as_object().contains("applyUrl"));
}

TEST(PublicPostingLimits, HoldForEachAddress) {
    test::TestServer server{{.limits = test::promised_limits()}};
    given::company(*server.db);
    test::Client anybody{server.port()};

    int refused = 0;
    for (int i = 0; i < 60; ++i) refused += anybody.get(kPostings).status == 429 ? 1 : 0;

    EXPECT_EQ(refused, 10);
    EXPECT_EQ(anybody.get(kPostings).header("access-control-allow-origin"), "*");
}

RUN_ON_EACH_DATABASE(PublicPostings);

}  // namespace
}  // namespace callboard
