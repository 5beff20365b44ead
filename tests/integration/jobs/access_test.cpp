// Which roles may see and change which jobs: every role, every relation to a job, every operation on jobs.
#include <map>
#include <set>
#include <string>
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
using test::job_of_groups;
using test::patch;
using test::post;
using test::put;
using test::text;
using testing::AnyOf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

struct Refused {
    int status;
    std::string code;
};

// One operation. {ad}, {position} and {user} are replaced by ids of the job.
struct Operation {
    std::string method;
    std::string path;
    std::string body;
    int ok;
    Refused hidden;                   // the caller may not see the job
    std::set<std::string> forbidden;  // codes if the job is visible and this is forbidden; empty: allowed
};

const std::string kJob =
    R"({"title":"Cook","industry":{"id":"restaurants"},"function":{"id":"production"},)"
    R"("experienceLevel":{"id":"entry_level"},"location":{"countryCode":"us","city":"Atlanta"}})";
const std::string kTitle = R"([{"op":"replace","path":"/title","value":"Grill Cook"}])";
const std::string kMember = R"({"id":"{user}","role":"COORDINATOR"})";
const std::string kPosition = R"({"type":"NEW","positionOpenDate":"2026-01-01T00:00:00.000Z",)"
                              R"("targetStartDate":"2026-02-01T00:00:00.000Z"})";

const Refused kUnauthorized{401, "UNAUTHORIZED_TO_ACCESS_JOB"};
const Refused kForbidden{403, "PERMISSION_DENIED"};
const Refused kAbsent{404, "JOB_NOT_FOUND"};
const std::set<std::string> kDenied{"PERMISSION_DENIED"};
const std::set<std::string> kUnpublished{"NOT_AUTHORIZED_TO_PUBLISH_JOB"};

// Ordered so that each operation finds the data that it needs.
const std::vector<Operation>& operations() {
    static const std::vector<Operation> kAll{
        // clang-format off
        {"GET",    "",                            "",                          200, kUnauthorized,            {}},
        {"GET",    "/status/history",             "",                          200, kUnauthorized,            {}},
        {"GET",    "/note",                       "",                          200, kUnauthorized,            {}},
        {"GET",    "/hiring-team",                "",                          200, kUnauthorized,            {}},
        {"GET",    "/publication",                "",                          200, kUnauthorized,            {}},
        {"GET",    "/positions",                  "",                          200, kForbidden,               {}},
        {"GET",    "/positions/{position}",       "",                          200, kForbidden,               {}},
        {"GET",    "/jobads",                     "",                          200, kAbsent,                  {}},
        {"GET",    "/jobads/{ad}",                "",                          200, kAbsent,                  {}},
        {"GET",    "/jobads/{ad}/postings",       "",                          200, {403, "ACCESS_FORBIDDEN"}, {}},
        {"GET",    "/approvals/latest",           "",                          404, kUnauthorized,            {}},
        {"PUT",    "/note",                       R"({"content":"Call them"})", 200, kUnauthorized,           {}},
        {"PUT",    "",                            kJob,                        200, kUnauthorized,            kDenied},
        {"PATCH",  "",                            kTitle,                      200, kUnauthorized,            kDenied},
        {"PUT",    "/status",                     R"({"status":"INTERVIEW"})", 201, kForbidden,               kDenied},
        {"PATCH",  "/headcount",                  "{}",                        403, {401, "PERMISSION_DENIED"}, kDenied},
        {"POST",   "/hiring-team",                kMember,                     200, kUnauthorized,            kDenied},
        {"DELETE", "/hiring-team/{user}",         "",                          204, kUnauthorized,            kDenied},
        {"POST",   "/jobads",                     R"({"title":"Koch"})",       200, kAbsent,                  kDenied},
        {"PUT",    "/jobads/{ad}",                R"({"title":"Chef"})",       200, kAbsent,                  kDenied},
        {"POST",   "/publication",                "",                          204, kUnauthorized,            kUnpublished},
        {"DELETE", "/publication",                "",                          204, kUnauthorized,            kUnpublished},
        {"POST",   "/jobads/{ad}/postings",       "",                          202, {401, "ACCESS_FORBIDDEN"}, {"NOT_AUTHORIZED_TO_PUBLISH_JOB", "PERMISSION_DENIED"}},
        {"DELETE", "/jobads/{ad}/postings",       "",                          202, {401, "ACCESS_FORBIDDEN"}, {"NOT_AUTHORIZED_TO_PUBLISH_JOB", "PERMISSION_DENIED"}},
        {"POST",   "/positions",                  kPosition,                   201, kForbidden,               kDenied},
        {"PUT",    "/positions/{position}",       kPosition,                   201, kForbidden,               kDenied},
        {"DELETE", "/positions/{position}",       "",                          204, kForbidden,               kDenied},
        // clang-format on
    };
    return kAll;
}

std::string replaced(std::string in, const std::string& what, const std::string& by) {
    const auto at = in.find(what);
    return at == std::string::npos ? in : in.replace(at, what.size(), by);
}

class ApiJobRights : public test::CompanyServer {
  protected:
    struct GivenJob {
        std::string path;
        std::string ad;
        std::string position;
    };
    // Adds a note and a position to the job and returns the ids of its parts.
    static GivenJob with_parts(test::Client& owner, const std::string& path) {
        EXPECT_EQ(put(owner, path + "/note", R"({"content":"A note"})").status, 200);
        const auto position = owner.post(path + "/positions", kPosition);
        EXPECT_EQ(position.status, 201) << position.body;
        return {path, text(array_of(owner.get(path + "/jobads")).at(0).at("id")), id_of(position)};
    }

    // Jobs in every relation to one colleague, who is in one of two groups.
    struct JobsByRelation {
        test::Colleague who;
        std::map<std::string, GivenJob> jobs;
    };
    JobsByRelation given_jobs_of(const std::string& role) {
        const auto who = colleague("STANDARD");
        auto caller = client(who.key);
        const std::string mine = given_group("mine of " + who.id);
        const std::string theirs = given_group("theirs of " + who.id);
        join_group(mine, who.id);
        JobsByRelation made{.who = who, .jobs = {}};
        const auto add = [&](const std::string& name, const std::string& path) {
            made.jobs.emplace(name, with_parts(administrator_, path));
        };
        // The colleague created it, but is neither in its team nor in its group.
        const std::string own = given_job(caller);
        join_team(own, own_id(administrator_));
        leave_team(own, who.id);
        EXPECT_EQ(put(administrator_, own, job_of_groups({theirs})).status, 200);
        add("own", own);
        add("team", given_job(administrator_, job_of_groups({theirs})));
        join_team(made.jobs.at("team").path, who.id);
        add("their group", given_job(administrator_, job_of_groups({mine})));
        add("both groups", given_job(administrator_, job_of_groups({theirs, mine})));
        add("other group", given_job(administrator_, job_of_groups({theirs})));
        add("no group", given_job(administrator_, job_of_groups({})));
        if (role != "STANDARD") change_role(who.id, role);
        return made;
    }

    static std::set<std::string> seen_by(const std::string& role) {
        if (role == "ADMINISTRATOR")
            return {"own", "team", "their group", "both groups", "other group", "no group"};
        if (role == "EXTENDED") return {"own", "team", "their group", "both groups", "no group"};
        if (role == "EMPLOYEE") return {};
        return {"own", "team"};
    }
    static bool changes(const std::string& role) { return role != "RESTRICTED" && role != "EMPLOYEE"; }

    static test::Answer call(test::Client& caller, const Operation& operation, const GivenJob& job,
                             const std::string& user) {
        std::string path = replaced(operation.path, "{ad}", job.ad);
        path = job.path + replaced(replaced(path, "{position}", job.position), "{user}", user);
        const std::string body = replaced(operation.body, "{user}", user);
        const std::string type = operation.method == "PATCH" && operation.body.starts_with("[")
                                     ? "application/json-patch+json"
                                     : "application/json";
        if (body.empty()) return caller.request(operation.method, path);
        return caller.request(operation.method, path, body, {{"Content-Type", type}});
    }

    static std::vector<std::string> walk(test::Client& caller, const std::string& parameters) {
        std::vector<std::string> all;
        std::string cursor;
        do {
            const auto page = caller.get("/jobs?" + parameters + (cursor.empty() ? "" : "&pageId=" + cursor));
            EXPECT_EQ(page.status, 200) << page.body;
            for (const auto& id : ids(page)) all.push_back(id);
            const auto next = page.json().at("nextPageId");
            cursor = next.is_null() ? "" : text(next);
        } while (!cursor.empty());
        return all;
    }
    static std::string id_in(const std::string& path) { return path.substr(6); }
};

// --- the matrix

class RightsOfARole : public ApiJobRights {
  protected:
    void expect_matrix(const std::string& role) {
        SCOPED_TRACE(role);
        const JobsByRelation all = given_jobs_of(role);
        auto caller = client(all.who.key);
        // Outside all hiring teams.
        const std::string somebody = own_id_of_new_user();
        for (const auto& [relation, job] : all.jobs) {
            SCOPED_TRACE(relation);
            if (seen_by(role).contains(relation)) {
                expect_seen(caller, job, somebody, changes(role));
            } else {
                expect_hidden(caller, job, somebody);
            }
        }
    }
    std::string own_id_of_new_user() {
        const auto made =
            post(administrator_, test::kUsersApi + "/users",
                 {{"email", "n" + std::to_string(++here().names) + "@" + acme_.identifier + ".test"},
                  {"firstName", "Grace"},
                  {"lastName", "Hopper"},
                  {"systemRole", {{"id", "STANDARD"}}}});
        EXPECT_EQ(made.status, 201) << made.body;
        EXPECT_EQ(
            administrator_.request("PUT", test::kUsersApi + "/users/" + id_of(made) + "/activation").status,
            204);
        return id_of(made);
    }

  private:
    void expect_seen(test::Client& caller, const GivenJob& job, const std::string& somebody,
                     bool may_change) {
        for (const auto& operation : operations()) {
            const bool refused = !may_change && !operation.forbidden.empty();
            const auto before = refused ? recorded("event", "id") : std::vector<std::string>{};

            const auto answer = call(caller, operation, job, somebody);

            SCOPED_TRACE(operation.method + " " + operation.path + ": " + answer.body);
            if (refused) {
                EXPECT_THAT(answer.status,
                            operation.path == "/headcount" ? AnyOf(401, 403) : AnyOf(403, 403));
                EXPECT_TRUE(operation.forbidden.contains(answer.error_code()));
                EXPECT_EQ(recorded("event", "id"), before);
            } else {
                EXPECT_EQ(answer.status, operation.ok);
                if (operation.path == "/headcount")
                    EXPECT_EQ(answer.error_code(), "APPROVAL_PROCESS_NOT_ENABLED");
                if (operation.path == "/approvals/latest")
                    EXPECT_EQ(answer.error_code(), "APPROVALS_NOT_FOUND");
            }
        }
    }
    void expect_hidden(test::Client& caller, const GivenJob& job, const std::string& somebody) {
        const auto before = administrator_.get(job.path).body;
        const auto events_before = recorded("event", "id");
        for (const auto& operation : operations()) {
            const auto answer = call(caller, operation, job, somebody);
            SCOPED_TRACE(operation.method + " " + operation.path + ": " + answer.body);
            EXPECT_EQ(answer.status, operation.hidden.status);
            EXPECT_EQ(answer.error_code(), operation.hidden.code);
        }
        EXPECT_EQ(administrator_.get(job.path).body, before);
        EXPECT_EQ(recorded("event", "id"), events_before);
    }
};

TEST_P(RightsOfARole, Administrator) {
    expect_matrix("ADMINISTRATOR");
}
TEST_P(RightsOfARole, Extended) {
    expect_matrix("EXTENDED");
}
TEST_P(RightsOfARole, Standard) {
    expect_matrix("STANDARD");
}
TEST_P(RightsOfARole, Restricted) {
    expect_matrix("RESTRICTED");
}
TEST_P(RightsOfARole, Employee) {
    expect_matrix("EMPLOYEE");
}

TEST_P(RightsOfARole, OfAnotherCompanyAreNone) {
    const auto rival_company = company();
    auto rival = client(rival_company.api_key);
    const auto foreign = with_parts(rival, given_job(rival));
    const auto before = rival.get(foreign.path).body;
    const std::string somebody = own_id_of_new_user();

    for (const std::string role : {"ADMINISTRATOR", "EXTENDED", "STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        auto caller = client(colleague(role).key);
        for (const auto& operation : operations()) {
            SCOPED_TRACE(role + ": " + operation.method + " " + operation.path);
            const auto answer = call(caller, operation, foreign, somebody);
            const auto none = call(caller, operation, {test::kNoJob, foreign.ad, foreign.position}, somebody);
            EXPECT_EQ(answer.status, 404);
            EXPECT_EQ(answer.error_code(), "JOB_NOT_FOUND");
            EXPECT_EQ(none.status, 404);
            EXPECT_EQ(none.error_code(), "JOB_NOT_FOUND");
        }
        EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 0);
    }
    EXPECT_EQ(rival.get(foreign.path).body, before);
}

// --- lists

TEST_P(ApiJobRights, ListsShowWhatEachRoleSeesAndCountIt) {
    for (const std::string role : {"EXTENDED", "STANDARD", "RESTRICTED", "EMPLOYEE", "ADMINISTRATOR"}) {
        SCOPED_TRACE(role);
        // All roles share the company: an administrator's list also has the jobs of the others.
        const auto others = walk(administrator_, "limit=100&sort=job_id");
        const JobsByRelation all = given_jobs_of(role);
        auto caller = client(all.who.key);
        std::vector<std::string> expected;
        for (const auto& name : seen_by(role)) expected.push_back(id_in(all.jobs.at(name).path));
        if (role == "EXTENDED" || role == "ADMINISTRATOR") {
            for (const auto& id : others)
                if (role == "ADMINISTRATOR" || caller.get("/jobs/" + id).status == 200)
                    expected.push_back(id);
        }
        const auto total = std::ssize(expected);

        for (const std::string parameters :
             {"limit=100", "limit=1", "limit=2&sort=job_id", "limit=100&q=cook", "limit=1&q=COOK",
              "limit=2&city=Atlanta&sort=job_id", "limit=100&status=CREATED&postingStatus=NOT_PUBLISHED",
              "limit=3&language=en"}) {
            EXPECT_THAT(walk(caller, parameters), UnorderedElementsAreArray(expected)) << parameters;
            EXPECT_EQ(caller.get("/jobs?" + parameters).json().at("totalFound"), total) << parameters;
        }
    }
}

TEST_P(ApiJobRights, AFilterOnTheTeamShowsNoHiddenJob) {
    const JobsByRelation all = given_jobs_of("EXTENDED");
    auto caller = client(all.who.key);
    const std::string administrator = own_id(administrator_);

    const auto page = caller.get("/jobs?limit=100&hiringTeamMemberId=" + administrator);

    EXPECT_EQ(page.json().at("totalFound"), 5);
    for (const auto& id : ids(page)) EXPECT_NE(id, id_in(all.jobs.at("other group").path));
    EXPECT_EQ(administrator_.get("/jobs?hiringTeamMemberId=" + administrator).json().at("totalFound"), 6);
}

TEST_P(ApiJobRights, PagesByOffsetCountOnlyWhatIsSeen) {
    const JobsByRelation all = given_jobs_of("STANDARD");
    auto caller = client(all.who.key);

    EXPECT_EQ(ids(caller.get("/jobs?limit=1&offset=0")).size(), 1U);
    EXPECT_EQ(ids(caller.get("/jobs?limit=1&offset=1")).size(), 1U);
    EXPECT_THAT(ids(caller.get("/jobs?limit=1&offset=2")), IsEmpty());
}

// --- changes of teams and groups take effect immediately

TEST_P(ApiJobRights, ComeAndGoWithAnAccessGroup) {
    const auto extended = colleague("EXTENDED");
    auto caller = client(extended.key);
    const std::string group = given_group("Kitchens");
    const std::string job = given_job(administrator_, job_of_groups({group}));

    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(caller.get(job).status, 401);
        EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 0);
        join_group(group, extended.id);
        EXPECT_EQ(caller.get(job).status, 200);
        EXPECT_THAT(ids(caller.get("/jobs")), ElementsAre(id_in(job)));
        EXPECT_EQ(put(caller, job, job_input()).status, 200);
        leave_group(group, extended.id);
    }
    EXPECT_EQ(put(caller, job, job_input()).status, 401);
}

TEST_P(ApiJobRights, ComeAndGoWithTheTeam) {
    const auto standard = colleague("STANDARD");
    auto caller = client(standard.key);
    const std::string job = given_job(administrator_);

    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(caller.get(job).status, 401);
        EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 0);
        join_team(job, standard.id);
        EXPECT_EQ(caller.get(job).status, 200);
        EXPECT_THAT(ids(caller.get("/jobs")), ElementsAre(id_in(job)));
        EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 1);
        leave_team(job, standard.id);
    }
}

TEST_P(ApiJobRights, ComeAndGoWithTheGroupsOfTheJob) {
    auto caller = client(colleague("EXTENDED").key);
    const std::string group = given_group("Kitchens");
    const std::string job = given_job(administrator_, job_of_groups({}));
    EXPECT_EQ(caller.get(job).status, 200);

    EXPECT_EQ(put(administrator_, job, job_of_groups({group})).status, 200);
    EXPECT_EQ(caller.get(job).status, 401);
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 0);

    EXPECT_EQ(put(administrator_, job, job_of_groups({})).status, 200);
    EXPECT_EQ(caller.get(job).status, 200);
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 1);
}

TEST_P(ApiJobRights, ComeAndGoWithTheRole) {
    const auto who = colleague("STANDARD");
    auto caller = client(who.key);
    const std::string job = given_job(administrator_);
    const std::string own = given_job(caller);

    change_role(who.id, "EXTENDED");
    EXPECT_EQ(caller.get(job).status, 200);
    change_role(who.id, "RESTRICTED");
    EXPECT_EQ(caller.get(job).status, 401);
    EXPECT_EQ(caller.get(own).status, 200);
    EXPECT_EQ(put(caller, own, job_input()).status, 403);
    change_role(who.id, "EMPLOYEE");
    EXPECT_EQ(caller.get(own).status, 401);
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 0);
    change_role(who.id, "ADMINISTRATOR");
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 2);
}

// --- which groups a job gets

TEST_P(ApiJobRights, ANewJobBelongsToTheGroupsOfItsCreator) {
    const std::string group = given_group("Kitchens");
    const auto cook = colleague("EXTENDED");
    const auto waiter = colleague("EXTENDED");
    const auto another_cook = colleague("EXTENDED");
    join_group(group, cook.id);
    join_group(group, another_cook.id);
    auto caller = client(cook.key);
    auto outside = client(waiter.key);
    auto inside = client(another_cook.key);

    const std::string job = given_job(caller);
    const std::string open = given_job(caller, job_of_groups({}));

    EXPECT_EQ(inside.get(job).status, 200);
    EXPECT_EQ(outside.get(job).status, 401);
    EXPECT_EQ(outside.get(open).status, 200);
    EXPECT_THAT(ids(outside.get("/jobs")), ElementsAre(id_in(open)));
    EXPECT_THAT(ids(inside.get("/jobs")), UnorderedElementsAre(id_in(open), id_in(job)));
}

TEST_P(ApiJobRights, AJobKeepsItsGroupsUnlessTheyAreSaidAnew) {
    const std::string group = given_group("Kitchens");
    auto outside = client(colleague("EXTENDED").key);
    const std::string job = given_job(administrator_, job_of_groups({group}));

    ASSERT_EQ(put(administrator_, job, job_input()).status, 200);
    EXPECT_EQ(outside.get(job).status, 401);
    ASSERT_EQ(patch(administrator_, job, kTitle).status, 200);
    EXPECT_EQ(outside.get(job).status, 401);
    ASSERT_EQ(put(administrator_, job, job_of_groups({})).status, 200);
    EXPECT_EQ(outside.get(job).status, 200);
    ASSERT_EQ(put(administrator_, job, job_input()).status, 200);
    EXPECT_EQ(outside.get(job).status, 200);
}

TEST_P(ApiJobRights, AJobCanBelongToAGroupOnlyOnce) {
    const std::string group = given_group("Kitchens");
    auto outside = client(colleague("EXTENDED").key);

    const std::string job = given_job(administrator_, job_of_groups({group, group}));

    EXPECT_EQ(outside.get(job).status, 401);
    EXPECT_THAT(rows().select("SELECT count(*) FROM job_access_group WHERE job_id = '" + id_in(job) + "'"),
                ElementsAre("1"));
}

TEST_P(ApiJobRights, OnlyAdministratorsGiveAJobToGroupsThatTheyAreNotIn) {
    const std::string mine = given_group("mine");
    const std::string theirs = given_group("theirs");
    for (const std::string role : {"EXTENDED", "STANDARD"}) {
        SCOPED_TRACE(role);
        const auto who = colleague(role);
        join_group(mine, who.id);
        auto caller = client(who.key);
        const std::string job = given_job(caller, job_of_groups({mine}));

        const auto operation =
            R"([{"op":"add","path":"/accessGroups/-","value":{"id":")" + theirs + R"("}}])";
        for (const auto& refused :
             {create(caller, job_of_groups({theirs})), create(caller, job_of_groups({mine, theirs})),
              put(caller, job, job_of_groups({theirs})), patch(caller, job, operation)}) {
            EXPECT_EQ(refused.status, 403) << refused.body;
            EXPECT_EQ(refused.error_code(), "PERMISSION_DENIED");
        }
        EXPECT_EQ(put(caller, job, job_of_groups({})).status, 200);
        EXPECT_EQ(put(caller, job, job_of_groups({mine})).status, 200);
    }
    EXPECT_EQ(create(administrator_, job_of_groups({mine, theirs})).status, 201);
}

TEST_P(ApiJobRights, AJobCannotBelongToAGroupThatIsNone) {
    auto rival = client(company().api_key);
    const std::string foreign = given_group(rival, "Kitchens");
    const std::string job = given_job(administrator_);
    auto standard = client(colleague("STANDARD").key);
    const std::string own = given_job(standard);

    for (const std::string& wrong : {std::string{"000000000000000000000000"}, foreign, std::string{"x"}}) {
        for (const auto& refused :
             {create(administrator_, job_of_groups({wrong})),
              put(administrator_, job, job_of_groups({wrong})), create(standard, job_of_groups({wrong})),
              put(standard, own, job_of_groups({wrong}))}) {
            EXPECT_EQ(refused.status, 400) << wrong << refused.body;
            EXPECT_EQ(refused.error_code(), "ACCESS_GROUP_NOT_FOUND") << wrong;
        }
    }
    EXPECT_EQ(administrator_.get("/jobs").json().at("totalFound"), 2);
}

TEST_P(ApiJobRights, WhoChangesAJobOfSeveralGroupsKeepsThoseThatAreNotTheirs) {
    const std::string mine = given_group("mine");
    const std::string theirs = given_group("theirs");
    const auto who = colleague("EXTENDED");
    const auto other = colleague("EXTENDED");
    join_group(mine, who.id);
    join_group(theirs, other.id);
    const std::string job = given_job(administrator_, job_of_groups({mine, theirs}));
    auto caller = client(who.key);

    EXPECT_EQ(put(caller, job, job_input()).status, 200);
    EXPECT_EQ(patch(caller, job, kTitle).status, 200);

    EXPECT_EQ(client(other.key).get(job).status, 200);
    EXPECT_EQ(caller.get(job).status, 200);
}

// --- who may create

TEST_P(ApiJobRights, JobsAreCreatedByThoseWhoChangeThem) {
    const auto before = events();
    for (const std::string role : {"RESTRICTED", "EMPLOYEE"}) {
        auto caller = client(colleague(role).key);
        const auto refused = create(caller, job_input());
        EXPECT_EQ(refused.status, 403) << role;
        EXPECT_EQ(refused.error_code(), "PERMISSION_DENIED") << role;
    }
    EXPECT_EQ(events(), before);
    for (const std::string role : {"STANDARD", "EXTENDED", "ADMINISTRATOR"}) {
        auto caller = client(colleague(role).key);
        EXPECT_EQ(create(caller, job_input()).status, 201) << role;
    }
}

TEST_P(ApiJobRights, WhoCreatedAJobIsItsRecruiter) {
    const auto who = colleague("STANDARD");
    auto caller = client(who.key);

    const auto team = content(caller.get(given_job(caller) + "/hiring-team"));

    ASSERT_EQ(team.size(), 1U);
    EXPECT_EQ(text(team.at(0).at("id")), who.id);
    EXPECT_EQ(team.at(0).at("role"), "RECRUITER");
}

RUN_ON_EACH_DATABASE(RightsOfARole);
RUN_ON_EACH_DATABASE(ApiJobRights);

}  // namespace
}  // namespace callboard
