#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::array_of;
using test::content;
using test::create;
using test::given_job;
using test::id_of;
using test::ids;
using test::job_input;
using test::kAuditEvents;
using test::keys;
using test::of_errors;
using test::patch;
using test::post;
using test::put;
using test::text;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::MatchesRegex;
using testing::Not;
using testing::UnorderedElementsAre;

std::vector<std::string> names(const json::array& events) {
    std::vector<std::string> all;
    for (const auto& event : events) all.push_back(text(event.at("eventName")));
    return all;
}

class ApiAudit : public test::CompanyServer {
  protected:
    test::Answer read(const std::string& parameters = "") {
        return administrator_.get(kAuditEvents + "?" + parameters);
    }
    json::array found(const std::string& parameters) {
        const auto page = read("limit=100&" + parameters);
        EXPECT_EQ(page.status, 200) << parameters << ": " << page.body;
        return content(page);
    }
    // The newest record with this name.
    json::object newest(const std::string& name) {
        const auto events = found("eventName=" + name);
        if (events.empty()) {
            ADD_FAILURE() << "no " << name;
            return {};
        }
        return events.at(0).as_object();
    }
    // The context without client address and request id, which are checked here.
    json::object context(const std::string& name) {
        json::object all = newest(name).at("context").as_object();
        EXPECT_EQ(all["clientAddress"], "127.0.0.1");
        EXPECT_TRUE(all.contains("requestId"));
        all.erase("clientAddress");
        all.erase("requestId");
        return all;
    }
    static json::object position(const std::string& number, const std::string& type) {
        return {{"positionId", number},
                {"type", type},
                {"positionOpenDate", "2026-01-01T00:00:00.000Z"},
                {"targetStartDate", "2026-02-01T00:00:00.000Z"}};
    }
};

TEST_P(ApiAudit, ShowsWhoDidWhatToWhatFromWhere) {
    const auto made =
        administrator_.post("/jobs", json::serialize(job_input()), {{"X-Request-Id", "my-request-1"}});

    const auto event = newest("JOB_CREATED");

    EXPECT_THAT(keys(event), UnorderedElementsAre("id", "eventName", "eventDate", "authorType", "authorId",
                                                  "entityType", "entityId", "context"));
    EXPECT_EQ(event.at("authorType"), "USER");
    EXPECT_EQ(text(event.at("authorId")), own_id(administrator_));
    EXPECT_EQ(event.at("entityType"), "JOB");
    EXPECT_EQ(text(event.at("entityId")), id_of(made));
    EXPECT_EQ(event.at("eventDate"), made.json().at("createdOn"));
    EXPECT_EQ(event.at("context").at("requestId"), "my-request-1");
    EXPECT_EQ(event.at("context").at("clientAddress"), "127.0.0.1");
}

TEST_P(ApiAudit, HasTheShapeOfItsPage) {
    const auto page = read();

    EXPECT_EQ(page.status, 200);
    EXPECT_THAT(page.header("content-type"), HasSubstr("application/json"));
    EXPECT_THAT(keys(page.json()), UnorderedElementsAre("nextPageId", "limit", "content"));
    EXPECT_EQ(page.json().at("limit"), 10);
}

TEST_P(ApiAudit, ShowsWhatTheCommandLineDidAsTheSystem) {
    const auto event = newest("CREDENTIALS_CREATED");

    EXPECT_EQ(event.at("authorType"), "SYSTEM");
    EXPECT_FALSE(event.contains("authorId"));
    EXPECT_EQ(event.at("entityType"), "CREDENTIAL");
    EXPECT_TRUE(event.at("context").as_object().contains("credentialType"));
    EXPECT_THAT(read("limit=100").body, Not(HasSubstr(acme_.api_key)));
}

TEST_P(ApiAudit, IsReadNewestFirst) {
    for (int i = 0; i < 3; ++i) given_job(administrator_);

    const auto page = read("limit=100");

    auto dates = test::each(page, "content", "eventDate");
    EXPECT_TRUE(std::ranges::is_sorted(dates, std::greater{}));
    EXPECT_THAT(dates,
                Each(MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z")));
}

// --- contents of records

TEST_P(ApiAudit, TellsOfTheTeam) {
    const std::string job = given_job(administrator_);
    const auto robin = colleague("STANDARD");
    join_team(job, robin.id);

    EXPECT_EQ(context("HIRING_TEAM_MEMBER_ADDED"),
              (json::object{{"userId", robin.id}, {"roleId", "RECRUITER"}, {"roleName", "Recruiter"}}));
    EXPECT_EQ(text(newest("HIRING_TEAM_MEMBER_ADDED").at("entityId")), job.substr(6));

    leave_team(job, robin.id);
    EXPECT_EQ(context("HIRING_TEAM_MEMBER_REMOVED"), (json::object{{"userId", robin.id}}));
}

TEST_P(ApiAudit, TellsOfPositionsBeforeAndAfter) {
    const std::string job = given_job(administrator_);
    const auto in_record = [](const std::string& id, const std::string& number, const std::string& type) {
        return json::object{{"id", id},
                            {"positionId", number},
                            {"status", "OPEN"},
                            {"openDate", "2026-01-01T00:00:00.000Z"},
                            {"targetStartDate", "2026-02-01T00:00:00.000Z"},
                            {"type", type}};
    };
    const std::string id = id_of(post(administrator_, job + "/positions", position("P-1", "NEW")));

    EXPECT_EQ(context("POSITION_CREATED"), (json::object{{"current", in_record(id, "P-1", "NEW")}}));

    ASSERT_EQ(put(administrator_, job + "/positions/" + id, position("P-2", "REPLACEMENT")).status, 201);
    EXPECT_EQ(context("POSITION_UPDATED"), (json::object{{"previous", in_record(id, "P-1", "NEW")},
                                                         {"current", in_record(id, "P-2", "REPLACEMENT")}}));

    ASSERT_EQ(administrator_.del(job + "/positions/" + id).status, 204);
    EXPECT_EQ(context("POSITION_DELETED"), (json::object{{"previous", in_record(id, "P-2", "REPLACEMENT")}}));
}

TEST_P(ApiAudit, TellsOfAds) {
    const std::string job = given_job(administrator_);
    const auto made = post(administrator_, job + "/jobads", {{"title", "Koch"}});

    const auto created = newest("JOB_AD_CREATED");
    EXPECT_EQ(created.at("entityType"), "JOB_AD");
    EXPECT_EQ(text(created.at("entityId")), id_of(made));
    EXPECT_EQ(created.at("context").at("jobAd").at("title"), "Koch");

    put(administrator_, job + "/jobads/" + id_of(made), R"({"title":"Chef"})");
    const auto updated = newest("JOB_AD_UPDATED");
    EXPECT_EQ(updated.at("context").at("previous").at("title"), "Koch");
    EXPECT_EQ(updated.at("context").at("current").at("title"), "Chef");
}

// Also for the default ad, which is created with the job.
TEST_P(ApiAudit, TellsOfTheDefaultAdLikeOfAnyOther) {
    const std::string job = given_job(administrator_);
    const auto created = newest("JOB_AD_CREATED").at("context").as_object();
    ASSERT_TRUE(created.contains("jobAd")) << json::serialize(created);
    EXPECT_EQ(created.at("jobAd").at("title"), "Cook");

    json::object input = job_input();
    input["title"] = "Chef";
    ASSERT_EQ(put(administrator_, job, input).status, 200);
    const auto updated = newest("JOB_AD_UPDATED").at("context").as_object();
    ASSERT_TRUE(updated.contains("previous") && updated.contains("current")) << json::serialize(updated);
    EXPECT_EQ(updated.at("previous").at("title"), "Cook");
    EXPECT_EQ(updated.at("current").at("title"), "Chef");
}

TEST_P(ApiAudit, TellsOfStatusAndPublication) {
    const std::string job = given_job(administrator_);
    put(administrator_, job + "/status", R"({"status":"ON_HOLD"})");
    administrator_.post(job + "/publication", "");
    administrator_.del(job + "/publication");

    const auto all = names(found("entityId=" + job.substr(6)));

    EXPECT_THAT(all, IsSupersetOf({"JOB_CREATED", "JOB_STATUS_CHANGED", "JOB_PUBLISHED", "JOB_UNPUBLISHED"}));
    EXPECT_EQ(text(newest("JOB_STATUS_CHANGED").at("entityId")), job.substr(6));
    EXPECT_THAT(json::serialize(newest("JOB_STATUS_CHANGED").at("context")),
                AllOf(HasSubstr("CREATED"), HasSubstr("ON_HOLD")));
}

TEST_P(ApiAudit, TellsOfRoles) {
    const auto robin = colleague("STANDARD");
    change_role(robin.id, "EXTENDED");

    const auto event = newest("USER_ROLE_CHANGED");

    EXPECT_EQ(text(event.at("entityId")), robin.id);
    EXPECT_EQ(event.at("context").at("previousRole"), "STANDARD");
    EXPECT_EQ(event.at("context").at("currentRole"), "EXTENDED");
}

TEST_P(ApiAudit, TellsOfChangesOfJobsAndNotes) {
    const std::string job = given_job(administrator_);
    json::object input = job_input();
    input["targetHiringDate"] = "2026-09-01T00:00:00.000Z";
    put(administrator_, job, input);
    put(administrator_, job + "/note", R"({"content":"Nobody else may read this"})");
    patch(administrator_, job, R"([{"op":"remove","path":"/targetHiringDate"}])");

    EXPECT_EQ(found("eventName=JOB_UPDATED").size(), 3U);
    EXPECT_THAT(read("limit=100").body, Not(HasSubstr("Nobody else may read this")));
}

// --- filters

TEST_P(ApiAudit, IsFilteredByName) {
    const std::string job = given_job(administrator_);
    administrator_.post(job + "/publication", "");

    EXPECT_THAT(names(found("eventName=JOB_CREATED")), ElementsAre("JOB_CREATED"));
    EXPECT_THAT(names(found("eventName=JOB_CREATED&eventName=JOB_PUBLISHED")),
                UnorderedElementsAre("JOB_CREATED", "JOB_PUBLISHED"));
    EXPECT_THAT(names(found("eventName=JOB_CREATED,JOB_PUBLISHED")),
                UnorderedElementsAre("JOB_CREATED", "JOB_PUBLISHED"));
    EXPECT_THAT(found("eventName=JOB_DELETED"), IsEmpty());
    EXPECT_EQ(found("eventName="), found(""));
}

TEST_P(ApiAudit, IsFilteredByAuthor) {
    const auto robin = colleague("STANDARD");
    auto caller = client(robin.key);
    const std::string job = given_job(caller);
    given_job(administrator_);

    const auto theirs = found("authorId=" + robin.id);
    EXPECT_THAT(names(theirs), UnorderedElementsAre("JOB_CREATED", "JOB_AD_CREATED"));
    for (const auto& event : theirs) EXPECT_EQ(text(event.at("authorId")), robin.id);
    EXPECT_THAT(found("authorId=000000000000000000000000"), IsEmpty());
    EXPECT_EQ(found("authorId=").size(), found("").size());

    const auto users = found("authorType=USER");
    const auto system = found("authorType=SYSTEM");
    EXPECT_EQ(users.size(), 4U);
    EXPECT_THAT(names(system), Each(testing::AnyOf("USER_ACCOUNT_CREATED", "CREDENTIALS_CREATED")));
    EXPECT_EQ(found("authorType=USER&authorType=SYSTEM").size(), users.size() + system.size());
    EXPECT_EQ(found("authorType=USER,SYSTEM").size(), users.size() + system.size());
    EXPECT_THAT(found("authorType=CANDIDATE,SUPPORT_USER"), IsEmpty());
}

TEST_P(ApiAudit, IsFilteredByWhatItIsAbout) {
    const std::string job = given_job(administrator_);
    const std::string another = given_job(administrator_);
    const std::string ad = text(array_of(administrator_.get(job + "/jobads")).at(0).at("id"));

    EXPECT_THAT(names(found("entityId=" + job.substr(6))), ElementsAre("JOB_CREATED"));
    EXPECT_THAT(names(found("entityId=" + ad)), ElementsAre("JOB_AD_CREATED"));
    EXPECT_EQ(found("entityType=JOB").size(), 2U);
    EXPECT_EQ(found("entityType=JOB&entityType=JOB_AD").size(), 4U);
    EXPECT_EQ(found("entityType=JOB,JOB_AD").size(), 4U);
    EXPECT_THAT(found("entityType=JOB_AD&entityId=" + job.substr(6)), IsEmpty());
    for (const std::string type : {"CANDIDATE", "APPLICATION", "OFFER", "JOB_PROPERTY", "REPORT_FILE",
                                   "ONBOARDING_PROCESS", "HIRING_TEAM_ROLE"})
        EXPECT_THAT(found("entityType=" + type), IsEmpty()) << type;
    EXPECT_THAT(names(found("entityType=USER")), ElementsAre("USER_ACCOUNT_CREATED"));
    EXPECT_THAT(names(found("entityType=CREDENTIAL")), ElementsAre("CREDENTIALS_CREATED"));
}

TEST_P(ApiAudit, IsFilteredByTime) {
    const std::string first = given_job(administrator_);
    const std::string then = text(administrator_.get(first).json().at("createdOn"));
    std::string second;
    std::string later;
    do {
        second = given_job(administrator_);
        later = text(administrator_.get(second).json().at("createdOn"));
    } while (later <= then);
    const auto in = [&](const std::string& parameters) {
        std::set<std::string> jobs;
        for (const auto& event : found("eventName=JOB_CREATED&" + parameters))
            jobs.insert(text(event.at("entityId")));
        return jobs;
    };

    EXPECT_THAT(in("eventDateAfter=" + then), Contains(second.substr(6)));
    EXPECT_THAT(in("eventDateBefore=" + later), Contains(first.substr(6)));
    EXPECT_THAT(in("eventDateAfter=2000-01-01T00:00:00.000Z&eventDateBefore=2001-01-01T00:00:00.000Z"),
                IsEmpty());
    EXPECT_THAT(in("eventDateAfter=2999-01-01T00:00:00.000Z"), IsEmpty());
    EXPECT_THAT(in("eventDateBefore=2999-01-01T00:00:00.000Z"),
                IsSupersetOf({first.substr(6), second.substr(6)}));
    EXPECT_THAT(in("eventDateAfter=" + later + "&eventDateBefore=" + then), IsEmpty());
    EXPECT_THAT(in("eventDateAfter=&eventDateBefore="), Contains(first.substr(6)));
}

TEST_P(ApiAudit, AllFiltersHaveToHold) {
    const auto robin = colleague("STANDARD");
    auto caller = client(robin.key);
    const std::string job = given_job(caller);
    const std::string all =
        "eventName=JOB_CREATED,JOB_AD_CREATED&authorType=USER&authorId=" + robin.id +
        "&entityType=JOB&entityId=" + job.substr(6) +
        "&eventDateAfter=2000-01-01T00:00:00.000Z&eventDateBefore=2999-01-01T00:00:00.000Z";

    EXPECT_THAT(names(found(all)), ElementsAre("JOB_CREATED"));
    EXPECT_THAT(found(all + "&authorId=" + own_id(administrator_)), IsEmpty());
}

TEST_P(ApiAudit, RefusesWrongValuesAndNamesTheParameter) {
    for (const auto& [parameter, value] : std::vector<std::pair<std::string, std::string>>{
             {"limit", "0"},
             {"limit", "101"},
             {"limit", "x"},
             {"eventDateAfter", "yesterday"},
             {"eventDateBefore", "2026-02-30T00:00:00.000Z"},
             {"authorType", "user"},
             {"authorType", "USER,ROBOT"},
             {"entityType", "JOBS"},
             {"entityType", "JOB&entityType=x"},
         }) {
        const auto refused = read(parameter + "=" + value);
        EXPECT_EQ(refused.status, 400) << parameter << "=" << value;
        EXPECT_EQ(refused.error_code(), "INVALID_PARAMETER") << parameter << "=" << value;
        EXPECT_THAT(of_errors(refused, "message"), ElementsAre(HasSubstr(parameter))) << value;
    }
}

// --- pages

TEST_P(ApiAudit, IsWalkedWithoutLossWhileRecordsAreAdded) {
    for (int i = 0; i < 6; ++i) given_job(administrator_);
    for (const std::string filter :
         {"", "&eventName=JOB_CREATED", "&entityType=JOB,JOB_AD&authorType=USER"}) {
        SCOPED_TRACE(filter);
        const auto whole = ids(read("limit=100" + filter));
        std::vector<std::string> seen;
        std::string cursor;
        do {
            const auto page = read("limit=3" + filter + (cursor.empty() ? "" : "&nextPageId=" + cursor));
            ASSERT_EQ(page.status, 200) << page.body;
            EXPECT_EQ(page.json().at("limit"), 3);
            for (const auto& id : ids(page)) seen.push_back(id);
            const auto next = page.json().at("nextPageId");
            cursor = next.is_null() ? "" : text(next);
            given_job(administrator_);
        } while (!cursor.empty() && seen.size() < 200);
        EXPECT_EQ(seen, whole);
    }
}

TEST_P(ApiAudit, RefusesCursorsOfOtherLists) {
    for (int i = 0; i < 3; ++i) given_job(administrator_);
    auto rival = client(company().api_key);
    for (int i = 0; i < 3; ++i) given_job(rival);
    const std::string cursor = text(read("limit=1&entityType=JOB").json().at("nextPageId"));
    const std::string of_jobs = text(administrator_.get("/jobs?limit=1").json().at("nextPageId"));

    EXPECT_EQ(read("limit=2&entityType=JOB&nextPageId=" + cursor).status, 200);
    for (const std::string& parameters :
         {"nextPageId=" + cursor, "entityType=JOB_AD&nextPageId=" + cursor,
          "entityType=JOB&authorType=USER&nextPageId=" + cursor, "nextPageId=" + of_jobs,
          std::string{"nextPageId=x"}, "entityType=JOB&nextPageId=" + cursor + "A"}) {
        const auto refused = read(parameters);
        EXPECT_EQ(refused.status, 400) << parameters;
        EXPECT_EQ(refused.error_code(), "INVALID_PAGE_ID") << parameters;
    }
    EXPECT_EQ(rival.get(kAuditEvents + "?entityType=JOB&nextPageId=" + cursor).error_code(),
              "INVALID_PAGE_ID");
}

// --- permissions

TEST_P(ApiAudit, IsForAdministratorsOnly) {
    for (const std::string role : {"EXTENDED", "STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        const auto who = colleague(role);
        auto caller = client(who.key);
        for (const std::string& target :
             {kAuditEvents, kAuditEvents + "?authorId=" + who.id, kAuditEvents + "?nextPageId=x"}) {
            const auto refused = caller.get(target);
            EXPECT_EQ(refused.status, 403) << role;
            EXPECT_EQ(refused.error_code(), "PERMISSION_DENIED") << role;
        }
        change_role(who.id, "ADMINISTRATOR");
        EXPECT_EQ(caller.get(kAuditEvents).status, 200) << role;
    }
}

TEST_P(ApiAudit, ShowsNothingOfAnotherCompany) {
    auto rival = client(company().api_key);
    const std::string job = given_job(administrator_);
    const std::string theirs = given_job(rival);

    const auto ours = read("limit=100").body;
    const auto of_rival = rival.get(kAuditEvents + "?limit=100").body;

    EXPECT_THAT(ours, Not(HasSubstr(theirs.substr(6))));
    EXPECT_THAT(of_rival, Not(HasSubstr(job.substr(6))));
    EXPECT_THAT(content(rival.get(kAuditEvents + "?entityId=" + job.substr(6))), IsEmpty());
    EXPECT_THAT(content(rival.get(kAuditEvents + "?authorId=" + own_id(administrator_))), IsEmpty());
}

TEST_P(ApiAudit, SaysNothingOfWhatWasRefused) {
    const std::string job = given_job(administrator_);
    const auto before = ids(read("limit=100"));

    administrator_.post("/jobs", "{}");
    put(administrator_, job, "{}");
    put(administrator_, job + "/status", R"({"status":"OTHER"})");
    administrator_.del(job + "/hiring-team/" + own_id(administrator_));
    post(administrator_, job + "/hiring-team", {{"id", "x"}, {"role", "RECRUITER"}});

    EXPECT_EQ(ids(read("limit=100")), before);
}

RUN_ON_EACH_DATABASE(ApiAudit);

// --- with a manual clock

class AuditInTime : public testing::TestWithParam<test::Engine> {
  protected:
    test::Arguments where() const {
        test::Arguments flags{"--data-dir", data_dir};
        if (postgres) flags.insert(flags.end(), {"--database", postgres->url()});
        return flags;
    }
    test::Arguments server_flags() const {
        test::Arguments flags{"--sandbox"};
        if (postgres) flags.insert(flags.end(), {"--database", postgres->url()});
        return flags;
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const test::Tenant tenant = test::add_tenant(where(), "acme");
};

TEST_P(AuditInTime, ShowsTheLastSevenDaysUnlessAskedOtherwise) {
    const test::ServerProcess server{data_dir, server_flags()};
    test::Client caller{server.port(), {{"X-SmartToken", tenant.api_key}}};
    const auto advance = [&](const std::string& by) {
        ASSERT_EQ(post(caller, "/sandbox/clock", {{"advance", by}}).status, 200);
    };
    const auto jobs = [&](const std::string& parameters) {
        return test::each(caller.get(kAuditEvents + "?limit=100&eventName=JOB_CREATED" + parameters),
                          "content", "entityId");
    };
    const auto old = create(caller, job_input());
    advance("5d");
    const auto recent = create(caller, job_input());
    EXPECT_THAT(jobs(""), ElementsAre(id_of(recent), id_of(old)));
    advance("3d");

    EXPECT_THAT(jobs(""), ElementsAre(id_of(recent)));
    EXPECT_THAT(jobs("&eventDateAfter=2000-01-01T00:00:00.000Z"), ElementsAre(id_of(recent), id_of(old)));
    EXPECT_THAT(jobs("&eventDateBefore=2999-01-01T00:00:00.000Z"), ElementsAre(id_of(recent), id_of(old)));
    EXPECT_THAT(jobs("&eventDateBefore=" + text(recent.json().at("createdOn"))), Contains(id_of(old)));
    advance("7d");
    EXPECT_THAT(jobs(""), IsEmpty());
    EXPECT_THAT(jobs("&eventDateAfter=" + text(old.json().at("createdOn"))), Contains(id_of(recent)));
}

RUN_ON_EACH_DATABASE(AuditInTime);

}  // namespace
}  // namespace callboard
