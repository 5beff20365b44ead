#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/recorded_company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::Client;
using test::EventRow;
using test::given_job;
using test::id_in;
using test::id_of;
using test::ids;
using test::job_input;
using test::keys;
using test::of_errors;
using test::put;
using test::RecordedCompany;
using test::repeated;
using test::text;
using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;

class HiringTeam : public RecordedCompany {
  protected:
    const std::string job_ = given_job(administrator_);
    const std::string path_ = job_ + "/hiring-team";

    static Answer join(Client& caller, const std::string& path, const std::string& user,
                       const std::string& role = "HIRING_MANAGER") {
        return caller.post(path, json::serialize(json::value{{"id", user}, {"role", role}}));
    }
    Answer join(const std::string& user, const std::string& role = "HIRING_MANAGER") {
        return join(administrator_, path_, user, role);
    }
    Answer leave(const std::string& user) { return administrator_.del(path_ + "/" + user); }
    std::map<std::string, std::string> roles() {
        std::map<std::string, std::string> by_user;
        const auto team = administrator_.get(path_).json().at("content").as_array();
        for (const auto& member : team) by_user[text(member.at("id"))] = text(member.at("role"));
        return by_user;
    }
    // A new user without a credential.
    std::string user() {
        const std::string number = std::to_string(++here().names);
        const auto made = administrator_.post(
            "/user-api/v201804/users",
            json::serialize(json::value{{"email", "member" + number + "@" + acme_.identifier + ".test"},
                                        {"firstName", "Sam"},
                                        {"lastName", "Silent"},
                                        {"systemRole", {{"id", "STANDARD"}}}}));
        EXPECT_EQ(made.status, 201) << made.body;
        EXPECT_EQ(
            administrator_.request("PUT", "/user-api/v201804/users/" + id_of(made) + "/activation").status,
            204);
        return id_of(made);
    }
};

TEST_P(HiringTeam, BeginsWithTheCreatorOfTheJob) {
    const auto team = administrator_.get(path_);

    EXPECT_EQ(team.status, 200);
    EXPECT_THAT(keys(team.json()), UnorderedElementsAre("totalFound", "content"));
    EXPECT_EQ(team.json().at("totalFound"), 1);
    EXPECT_THAT(roles(), ElementsAre(Pair(administrator_id_, "RECRUITER")));
}

TEST_P(HiringTeam, TakesAMember) {
    const std::string sam = user();

    const auto joined = join(sam, "HIRING_MANAGER");

    ASSERT_EQ(joined.status, 200) << joined.body;
    EXPECT_THAT(keys(joined.json()), UnorderedElementsAre("id", "role", "actions"));
    EXPECT_EQ(text(joined.json().at("id")), sam);
    EXPECT_EQ(joined.json().at("role"), "HIRING_MANAGER");
    EXPECT_EQ(administrator_.get(path_).json().at("totalFound"), 2);
    EXPECT_THAT(roles(),
                UnorderedElementsAre(Pair(administrator_id_, "RECRUITER"), Pair(sam, "HIRING_MANAGER")));
}

TEST_P(HiringTeam, SaysWhereItsMembersAre) {
    const std::string sam = user();

    const auto details = join(sam).json().at("actions").at("details");

    EXPECT_EQ(details.at("method"), "GET");
    const std::string base = public_url();
    const std::string url = text(details.at("url"));
    ASSERT_TRUE(url.starts_with(base + "/")) << url;
    EXPECT_EQ(id_of(administrator_.get(url.substr(base.size()))), sam);
}

TEST_P(HiringTeam, HasTheRolesOfTheApiAndThoseOfTheCompany) {
    std::map<std::string, std::string> expected{{administrator_id_, "RECRUITER"}};
    for (const std::string role : {"HIRING_MANAGER", "INTERVIEW_TEAM", "RECRUITER", "EXECUTIVE",
                                   "COORDINATOR", "Chef's friend", "kucharz główny 🍳", "hiring_manager"}) {
        const std::string one = user();
        const auto joined = join(one, role);
        EXPECT_EQ(joined.status, 200) << joined.body;
        EXPECT_EQ(text(joined.json().at("role")), role);
        expected[one] = role;
    }
    EXPECT_EQ(roles(), expected);
}

TEST_P(HiringTeam, IsFoundByItsMembers) {
    const std::string sam = user();
    given_job(administrator_);

    join(sam);

    EXPECT_THAT(ids(administrator_.get("/jobs?hiringTeamMemberId=" + sam)), ElementsAre(id_in(job_)));
    leave(sam);
    EXPECT_EQ(administrator_.get("/jobs?hiringTeamMemberId=" + sam).json().at("totalFound"), 0);
}

TEST_P(HiringTeam, OfOneJobIsNotThatOfAnother) {
    const std::string other = given_job(administrator_) + "/hiring-team";
    const std::string sam = user();

    join(sam);

    EXPECT_EQ(administrator_.get(other).json().at("totalFound"), 1);
    EXPECT_EQ(join(administrator_, other, sam, "EXECUTIVE").status, 200);
    EXPECT_THAT(roles(),
                UnorderedElementsAre(Pair(administrator_id_, "RECRUITER"), Pair(sam, "HIRING_MANAGER")));
}

TEST_P(HiringTeam, SurvivesAReplacementOfTheJob) {
    join(user());

    EXPECT_EQ(put(administrator_, job_, job_input()).status, 200);

    EXPECT_EQ(administrator_.get(path_).json().at("totalFound"), 2);
}

// --- refusals

TEST_P(HiringTeam, TakesAMemberOnce) {
    const std::string sam = user();
    join(sam, "EXECUTIVE");

    expect_nothing_written([&] {
        for (const std::string& member : {sam, administrator_id_})
            for (const std::string role : {"EXECUTIVE", "RECRUITER"})
                EXPECT_EQ(refusal(join(member, role)), (Refusal{409, "RESOURCE_ALREADY_EXIST"}));
    });

    EXPECT_THAT(roles(), UnorderedElementsAre(Pair(administrator_id_, "RECRUITER"), Pair(sam, "EXECUTIVE")));
}

TEST_P(HiringTeam, TakesUsersOfTheCompanyOnly) {
    auto rival = client(company().api_key);
    const std::string foreign = id_of(rival.get("/users/me"));

    expect_nothing_written([&] {
        const auto unknown = join("000000000000000000000000");
        EXPECT_EQ(refusal(unknown), (Refusal{400, "USER_NOT_FOUND"}));
        // The message contains the id from the request and nothing else.
        std::string message = unknown.json().at("message").as_string().c_str();
        message.replace(message.find("000000000000000000000000"), foreign.size(), foreign);
        EXPECT_EQ(join(foreign).json().at("message").as_string(), message);
        for (const std::string& one :
             {foreign, std::string{"nonsense"}, std::string{"*"}, repeated("é", 256)})
            EXPECT_EQ(refusal(join(one)), (Refusal{400, "USER_NOT_FOUND"})) << one;
    });

    EXPECT_EQ(administrator_.get(path_).json().at("totalFound"), 1);
}

TEST_P(HiringTeam, ReportsEveryFaultAtOnce) {
    expect_nothing_written([&] {
        const std::vector<std::pair<std::string, std::vector<std::string>>> cases{
            {"", {"/id", "/role"}},
            {"{}", {"/id", "/role"}},
            {R"({"id":7,"role":["x"]})", {"/id", "/role"}},
            {R"({"id":null,"role":null})", {"/id", "/role"}},
            {R"({"id":"","role":""})", {"/id", "/role"}},
            {R"({"id":")" + repeated("é", 257) + R"(","role":"RECRUITER"})", {"/id"}},
            {R"({"id":")" + administrator_id_ + R"("})", {"/role"}},
            {R"({"role":"RECRUITER"})", {"/id"}}};
        for (const auto& [body, places] : cases) {
            const auto refused = administrator_.post(path_, body);
            EXPECT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"})) << body;
            EXPECT_THAT(of_errors(refused, "dataPath"), testing::UnorderedElementsAreArray(places)) << body;
        }
        EXPECT_EQ(refusal(administrator_.post(path_, "[")), (Refusal{400, "INVALID_JSON"}));
    });
}

// --- removing members

TEST_P(HiringTeam, LetsAMemberGo) {
    const std::string sam = user();
    join(sam);

    const auto left = leave(sam);

    EXPECT_EQ(left.status, 204);
    EXPECT_EQ(left.body, "");
    EXPECT_THAT(roles(), ElementsAre(Pair(administrator_id_, "RECRUITER")));
    EXPECT_EQ(leave(sam).status, 404);
    EXPECT_EQ(join(sam, "EXECUTIVE").status, 200);
}

TEST_P(HiringTeam, KeepsItsLastMember) {
    expect_nothing_written(
        [&] { EXPECT_EQ(refusal(leave(administrator_id_)), (Refusal{400, "INVALID_HIRING_TEAM_STATE"})); });
    const std::string sam = user();
    join(sam);
    EXPECT_EQ(leave(administrator_id_).status, 204);

    expect_nothing_written(
        [&] { EXPECT_EQ(refusal(leave(sam)), (Refusal{400, "INVALID_HIRING_TEAM_STATE"})); });

    EXPECT_THAT(roles(), ElementsAre(Pair(sam, "HIRING_MANAGER")));
}

TEST_P(HiringTeam, LetsNobodyGoWhoIsNotInIt) {
    auto rival = client(company().api_key);
    const std::string foreign = id_of(rival.get("/users/me"));
    const std::string sam = user();

    expect_nothing_written([&] {
        const auto unknown = leave("000000000000000000000000");
        EXPECT_EQ(refusal(unknown), (Refusal{404, "HIRING_TEAM_MEMBER_NOT_FOUND"}));
        for (const std::string& one :
             {foreign, sam, std::string{"nonsense"}, std::string{"%ff"}, id_in(job_)})
            EXPECT_EQ(refusal(leave(one)), refusal(unknown)) << one;
        EXPECT_EQ(leave(foreign).body, unknown.body);
        EXPECT_EQ(leave("nonsense").body, unknown.body);
    });

    EXPECT_EQ(administrator_.get(path_).json().at("totalFound"), 1);
}

// --- events and audit records

TEST_P(HiringTeam, RecordsWhoComes) {
    const std::string sam = user();

    const auto written = during([&] { join(sam, "EXECUTIVE"); });

    EXPECT_THAT(written.events, ElementsAre(EventRow{"job.hiring-team.updated", {{"id", id_in(job_)}}}));
    EXPECT_THAT(written.audit_names(), ElementsAre("HIRING_TEAM_MEMBER_ADDED"));
    const auto& record = written.record("HIRING_TEAM_MEMBER_ADDED");
    EXPECT_EQ(record.entity_type, "JOB");
    EXPECT_EQ(record.entity_id, id_in(job_));
    EXPECT_EQ(record.author_id, administrator_id_);
    EXPECT_THAT(keys(record.context), UnorderedElementsAre("userId", "roleId", "roleName"));
    EXPECT_EQ(text(record.context.at("userId")), sam);
    EXPECT_EQ(record.context.at("roleId"), "EXECUTIVE");
}

TEST_P(HiringTeam, RecordsWhoGoes) {
    const std::string sam = user();
    join(sam);

    const auto written = during([&] { leave(sam); });

    EXPECT_THAT(written.events, ElementsAre(EventRow{"job.hiring-team.updated", {{"id", id_in(job_)}}}));
    EXPECT_THAT(written.audit_names(), ElementsAre("HIRING_TEAM_MEMBER_REMOVED"));
    const auto& record = written.record("HIRING_TEAM_MEMBER_REMOVED");
    EXPECT_EQ(record.entity_type, "JOB");
    EXPECT_EQ(record.entity_id, id_in(job_));
    EXPECT_EQ(record.context, (json::object{{"userId", sam}}));
}

// --- visibility and permissions

TEST_P(HiringTeam, ShowsAJobToItsStandardMembersWhileTheyAreInIt) {
    const auto member = colleague("STANDARD");
    auto standard = client(member.key);
    EXPECT_EQ(standard.get(job_).status, 401);

    join(member.id);
    EXPECT_EQ(standard.get(job_).status, 200);
    EXPECT_EQ(standard.get(path_).json().at("totalFound"), 2);
    EXPECT_THAT(ids(standard.get("/jobs")), ElementsAre(id_in(job_)));

    leave(member.id);
    EXPECT_EQ(refusal(standard.get(job_)), (Refusal{401, "UNAUTHORIZED_TO_ACCESS_JOB"}));
    EXPECT_EQ(standard.get("/jobs").json().at("totalFound"), 0);
}

TEST_P(HiringTeam, IsStillSeenByTheCreatorWhoLeftIt) {
    const auto creator = colleague("STANDARD");
    auto standard = client(creator.key);
    const std::string own = given_job(standard);
    const std::string team = own + "/hiring-team";
    EXPECT_EQ(join(standard, team, administrator_id_).status, 200);

    EXPECT_EQ(standard.del(team + "/" + creator.id).status, 204);

    EXPECT_EQ(standard.get(own).status, 200);
    EXPECT_EQ(standard.get(team).json().at("totalFound"), 1);
    EXPECT_THAT(ids(standard.get("/jobs")), ElementsAre(id_in(own)));
    EXPECT_EQ(join(standard, team, creator.id, "COORDINATOR").status, 200);
}

TEST_P(HiringTeam, IsChangedByStandardMembersAndNotByRestrictedOnes) {
    const auto member = colleague("STANDARD");
    join_team(job_, member.id);
    auto standard = client(member.key);
    auto restricted = restricted_member(job_);
    const std::string sam = user();

    expect_nothing_written([&] {
        EXPECT_EQ(refusal(join(restricted, path_, sam)), (Refusal{403, "PERMISSION_DENIED"}));
        EXPECT_EQ(refusal(restricted.del(path_ + "/" + member.id)), (Refusal{403, "PERMISSION_DENIED"}));
    });
    EXPECT_EQ(restricted.get(path_).json().at("totalFound"), 3);
    EXPECT_EQ(join(standard, path_, sam).status, 200);
    EXPECT_EQ(standard.del(path_ + "/" + sam).status, 204);
}

TEST_P(HiringTeam, DoesNotShowJobsToEmployees) {
    const auto employee = colleague("EMPLOYEE");
    auto caller = client(employee.key);

    EXPECT_EQ(join(employee.id).status, 200);

    EXPECT_EQ(refusal(caller.get(path_)), (Refusal{401, "UNAUTHORIZED_TO_ACCESS_JOB"}));
}

TEST_P(HiringTeam, OfAHiddenJobIsHidden) {
    const std::string sam = user();
    for (const std::string role : {"STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        SCOPED_TRACE(role);
        const auto one = colleague(role);
        auto outsider = client(one.key);
        const Refusal hidden{401, "UNAUTHORIZED_TO_ACCESS_JOB"};
        expect_nothing_written([&] {
            EXPECT_EQ(refusal(outsider.get(path_)), hidden);
            EXPECT_EQ(refusal(join(outsider, path_, sam)), hidden);
            EXPECT_EQ(refusal(join(outsider, path_, one.id)), hidden);
            EXPECT_EQ(refusal(outsider.del(path_ + "/" + administrator_id_)), hidden);
            EXPECT_EQ(refusal(outsider.del(path_ + "/" + sam)), hidden);
        });
    }
}

TEST_P(HiringTeam, OfAnUnknownJobIsUnknown) {
    const std::string sam = user();
    expect_unknown([&](const std::string& job) { return administrator_.get(job + "/hiring-team"); });
    expect_unknown([&](const std::string& job) { return join(administrator_, job + "/hiring-team", sam); });
    expect_unknown([&](const std::string& job) {
        return administrator_.del(job + "/hiring-team/" + administrator_id_);
    });
}

// --- concurrency

TEST_P(HiringTeam, IsNeverEmptiedByTwoWhoGoAtOnce) {
    const std::string sam = user();
    for (int round = 0; round < 10; ++round) {
        const std::string job = given_job(administrator_);
        const std::string team = job + "/hiring-team";
        ASSERT_EQ(join(administrator_, team, sam).status, 200);
        std::array<std::pair<std::string, int>, 2> leaving{std::pair{administrator_id_, 0},
                                                           std::pair{sam, 0}};
        const auto written = during([&] {
            std::vector<std::jthread> threads;
            for (auto& [member, status] : leaving)
                threads.emplace_back([&] { status = client(acme_.api_key).del(team + "/" + member).status; });
        });

        std::vector<int> statuses{leaving[0].second, leaving[1].second};
        EXPECT_THAT(statuses, UnorderedElementsAre(204, 400));
        EXPECT_EQ(administrator_.get(team).json().at("totalFound"), 1);
        EXPECT_THAT(written.event_names(), ElementsAre("job.hiring-team.updated"));
        EXPECT_THAT(written.audit_names(), ElementsAre("HIRING_TEAM_MEMBER_REMOVED"));
    }
}

TEST_P(HiringTeam, TakesOneWhomManyAddOnce) {
    const std::string sam = user();
    std::array<int, 8> statuses{};
    const auto written = during([&] {
        std::vector<std::jthread> threads;
        for (int& status : statuses)
            threads.emplace_back([&] {
                auto caller = client(acme_.api_key);
                status = join(caller, path_, sam).status;
            });
    });

    EXPECT_EQ(std::ranges::count(statuses, 200), 1);
    EXPECT_EQ(std::ranges::count(statuses, 409), 7);
    EXPECT_EQ(administrator_.get(path_).json().at("totalFound"), 2);
    EXPECT_EQ(written.events.size(), 1U);
    EXPECT_EQ(written.audit.size(), 1U);
}

RUN_ON_EACH_DATABASE(HiringTeam);

}  // namespace
}  // namespace callboard
