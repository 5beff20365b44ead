#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "integration/shared_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::create;
using test::given_job;
using test::id_of;
using test::ids;
using test::job_input;
using test::SharedServer;
using test::text;
using testing::ElementsAre;

class ApiRoles : public SharedServer {
  protected:
    const test::Tenant acme_ = company();
    test::Client administrator_ = client(acme_.api_key);
    // A user of the company with the role, and their API key.
    test::Colleague colleague(const std::string& role) const {
        const std::string email = role + std::to_string(++here().names) + "@" + acme_.identifier + ".test";
        auto made = test::add_colleague(here().where(), acme_.identifier, email, role);
        wait_until_known(made.key);
        return made;
    }
    // No operation does this yet.
    void put_on_team(const std::string& job, const std::string& user) const {
        const std::string sql =
            "INSERT INTO job_member (company_id, job_id, user_id, role, added_at) "
            "SELECT company_id, id, '" +
            user + "', 'RECRUITER', 0 FROM job WHERE id = '" + job + "'";
        if (here().postgres) return test::postgres_command(here().postgres->url(), sql);
        sqlite3* handle = nullptr;
        ASSERT_EQ(sqlite3_open((here().data_dir + "/callboard.db").c_str(), &handle), SQLITE_OK);
        sqlite3_busy_timeout(handle, 5000);
        EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
            << sqlite3_errmsg(handle);
        sqlite3_close(handle);
    }
};

TEST_P(ApiRoles, AnAdministratorAndAnExtendedUserSeeAndPublishEveryJob) {
    auto extended = client(colleague("EXTENDED").key);
    const std::string path = given_job(administrator_);
    const std::string own = given_job(extended);

    EXPECT_EQ(extended.get(path).status, 200);
    EXPECT_EQ(extended.get("/jobs").json().at("totalFound"), 2);
    EXPECT_EQ(extended.post(path + "/publication", "").status, 204);
    EXPECT_EQ(extended.del(path + "/publication").status, 204);
    EXPECT_EQ(administrator_.get("/jobs").json().at("totalFound"), 2);
    EXPECT_EQ(administrator_.get(own).json().at("creator").at("lastName"), "EXTENDED");
    EXPECT_EQ(administrator_.post(own + "/publication", "").status, 204);
}

TEST_P(ApiRoles, AStandardUserSeesAndPublishesWhatTheyCreated) {
    auto standard = client(colleague("STANDARD").key);
    auto another = client(colleague("STANDARD").key);
    const std::string foreign = given_job(administrator_);
    const std::string own = given_job(standard);

    EXPECT_EQ(standard.get(own).status, 200);
    EXPECT_EQ(standard.post(own + "/publication", "").status, 204);
    EXPECT_EQ(standard.del(own + "/publication").status, 204);
    EXPECT_THAT(ids(standard.get("/jobs")), ElementsAre(own.substr(6)));
    EXPECT_EQ(standard.get("/jobs").json().at("totalFound"), 1);
    EXPECT_EQ(another.get("/jobs").json().at("totalFound"), 0);
    const std::vector<test::Answer> refusals{standard.get(foreign),
                                             standard.post(foreign + "/publication", ""),
                                             standard.del(foreign + "/publication")};
    for (const auto& refused : refusals) {
        EXPECT_EQ(refused.status, 401);
        EXPECT_EQ(refused.error_code(), "UNAUTHORIZED_TO_ACCESS_JOB");
    }
    EXPECT_EQ(administrator_.get(foreign).json().at("postingStatus"), "NOT_PUBLISHED");
}

TEST_P(ApiRoles, AStandardUserSeesAndPublishesJobsOfTheirTeams) {
    const auto standard = colleague("STANDARD");
    const std::string path = given_job(administrator_);
    given_job(administrator_);

    put_on_team(path.substr(6), standard.id);

    auto caller = client(standard.key);
    EXPECT_TRUE(becomes(caller, path, 200));
    EXPECT_EQ(caller.post(path + "/publication", "").status, 204);
    EXPECT_THAT(ids(caller.get("/jobs")), ElementsAre(path.substr(6)));
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 1);
}

TEST_P(ApiRoles, AListOfOwnJobsIsPagedLikeAnyOther) {
    auto standard = client(colleague("STANDARD").key);
    std::vector<std::string> own;
    for (int i = 0; i < 5; ++i) {
        given_job(administrator_);
        own.push_back(given_job(standard).substr(6));
    }

    std::vector<std::string> seen;
    std::string cursor;
    do {
        const auto page =
            standard.get("/jobs?limit=2&sort=job_id" + (cursor.empty() ? "" : "&pageId=" + cursor));
        std::ranges::copy(ids(page), std::back_inserter(seen));
        const auto next = page.json().at("nextPageId");
        cursor = next.is_null() ? "" : text(next);
    } while (!cursor.empty());

    EXPECT_EQ(seen, own);
}

TEST_P(ApiRoles, ARestrictedUserSeesJobsOfTheirTeamsAndChangesNothing) {
    const auto restricted = colleague("RESTRICTED");
    const std::string path = given_job(administrator_);
    const std::string hidden = given_job(administrator_);
    put_on_team(path.substr(6), restricted.id);
    auto caller = client(restricted.key);
    EXPECT_TRUE(becomes(caller, path, 200));

    const auto published = caller.post(path + "/publication", "");
    const auto taken_back = caller.del(path + "/publication");
    const auto made = create(caller, job_input());

    EXPECT_EQ(published.status, 403);
    EXPECT_EQ(published.error_code(), "NOT_AUTHORIZED_TO_PUBLISH_JOB");
    EXPECT_EQ(taken_back.status, 403);
    EXPECT_EQ(made.status, 403);
    EXPECT_EQ(made.error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(caller.get(hidden).status, 401);
    EXPECT_EQ(caller.get(hidden).error_code(), "UNAUTHORIZED_TO_ACCESS_JOB");
    EXPECT_THAT(ids(caller.get("/jobs")), ElementsAre(path.substr(6)));
    EXPECT_EQ(administrator_.get(path).json().at("postingStatus"), "NOT_PUBLISHED");
}

TEST_P(ApiRoles, AnEmployeeSeesNoJobsAndChangesNothing) {
    const auto employee = colleague("EMPLOYEE");
    const std::string path = given_job(administrator_);
    put_on_team(path.substr(6), employee.id);
    auto caller = client(employee.key);

    EXPECT_EQ(caller.get("/jobs").status, 200);
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 0);
    EXPECT_TRUE(caller.get("/jobs").json().at("nextPageId").is_null());
    EXPECT_EQ(caller.get(path).status, 401);
    EXPECT_EQ(caller.post(path + "/publication", "").status, 401);
    EXPECT_EQ(create(caller, job_input()).error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(caller.get("/users/me").status, 200);
    EXPECT_EQ(administrator_.get("/jobs").json().at("totalFound"), 1);
}

TEST_P(ApiRoles, AHiddenJobIsNotTheSameAsNone) {
    auto standard = client(colleague("STANDARD").key);

    EXPECT_EQ(standard.get("/jobs/00000000-0000-7000-8000-000000000000").status, 404);
    EXPECT_EQ(standard.get(given_job(administrator_)).status, 401);
}

TEST_P(ApiRoles, AHiddenJobIsRefusedAsHttpAsksButNotAsABadCredential) {
    auto standard = client(colleague("STANDARD").key);

    const auto refused = standard.get(given_job(administrator_));

    EXPECT_EQ(refused.status, 401);
    EXPECT_EQ(refused.header("www-authenticate"), R"(Bearer realm="callboard")");
}

TEST_P(ApiRoles, TemplatesAreMadeByThoseWhoChangeAllJobs) {
    json::object input = job_input();
    input["template"] = true;
    auto extended = client(colleague("EXTENDED").key);
    auto standard = client(colleague("STANDARD").key);
    auto restricted = client(colleague("RESTRICTED").key);

    EXPECT_EQ(create(administrator_, input).json().at("template"), true);
    EXPECT_EQ(create(extended, input).status, 201);
    EXPECT_EQ(create(standard, input).status, 403);
    EXPECT_EQ(create(standard, input).error_code(), "JOB_TEMPLATES_MANAGEMENT_FORBIDDEN");
    EXPECT_EQ(create(restricted, input).error_code(), "PERMISSION_DENIED");
}

TEST_P(ApiRoles, TheConfigurationIsReadByAllButEmployeesAndChangedByAdministrators) {
    const auto department = administrator_.post("/configuration/departments", R"({"label":"Kitchen"})");
    ASSERT_EQ(department.status, 201);
    const std::string path = "/configuration/departments/" + id_of(department);

    for (const std::string role : {"EXTENDED", "STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        SCOPED_TRACE(role);
        auto caller = client(colleague(role).key);
        const int expected = role == "EMPLOYEE" ? 403 : 200;
        EXPECT_EQ(caller.get("/configuration/company").status, expected);
        EXPECT_EQ(caller.get("/configuration/departments").status, expected);
        EXPECT_EQ(caller.get(path).status, expected);

        const auto refused = caller.post("/configuration/departments", R"({"label":"Bar"})");

        EXPECT_EQ(refused.status, 403);
        EXPECT_EQ(refused.error_code(), "PERMISSION_DENIED");
    }
    EXPECT_EQ(administrator_.get("/configuration/departments").json().at("totalFound"), 1);
}

TEST_P(ApiRoles, WhoMayNotSeeTheConfigurationCannotProbeIt) {
    ASSERT_EQ(administrator_.post("/configuration/departments", R"({"label":"Kitchen","id":"7"})").status,
              201);
    auto employee = client(colleague("EMPLOYEE").key);

    EXPECT_EQ(employee.get("/configuration/departments/7").status, 403);
    EXPECT_EQ(employee.get("/configuration/departments/8").status, 403);
    EXPECT_EQ(employee.post("/configuration/departments", R"({"label":"Kitchen"})").status, 403);
}

TEST_P(ApiRoles, EverybodySeesThemselves) {
    for (const std::string role : {"EXTENDED", "STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        const auto one = colleague(role);
        const auto me = client(one.key).get("/users/me");
        EXPECT_EQ(me.status, 200);
        EXPECT_EQ(text(me.json().at("id")), one.id);
        EXPECT_EQ(text(me.json().at("role")), role);
    }
}

RUN_ON_EACH_DATABASE(ApiRoles);

}  // namespace
}  // namespace callboard
