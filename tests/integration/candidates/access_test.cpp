// Which roles may see and change which candidates: every role, every relation to the job, every operation.
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/candidates/candidates.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::CandidateServer;
using test::Client;
using test::content;
using test::given_job;
using test::id_in;
using test::ids;
using test::job_of_groups;
using test::kJobApplications;
using test::kPool;
using test::last_part;
using test::merge;
using test::person;
using test::post;
using test::put;
using test::text;
using test::with;
using testing::AnyOf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAreArray;

using Refused = std::pair<int, std::string>;

const Refused kNoAccess{401, "NO_ACCESS_TO_CANDIDATE"};
const Refused kNoAccessForbidden{403, "NO_ACCESS_TO_CANDIDATE"};
const Refused kForbidden{403, "PERMISSION_DENIED"};
const Refused kAbsent{404, "JOB_APPLICATION_NOT_FOUND"};

// One operation on a candidate. {job} and {property} are replaced by ids.
struct Operation {
    std::string method;
    std::string path;
    std::string body;
    int ok;
    Refused hidden;  // the caller may not see the candidate
};

const std::string kStatus = R"({"status":"IN_REVIEW"})";
const std::string kTags = R"({"tags":["cook"]})";
const std::string kSource = R"({"sourceTypeId":"SOCIAL","sourceId":"linkedin"})";
const std::string kBatch = R"([{"id":"{property}"}])";
const std::string kOnboarding = R"({"onboardingStatus":"READY_TO_ONBOARD"})";

// Ordered so that each operation finds the data that it needs.
const std::vector<Operation>& operations() {
    static const std::vector<Operation> kAll{
        // clang-format off
        {"GET",    "",                                  "",                      200, kNoAccess},
        {"GET",    "/jobs/{job}",                       "",                      200, kForbidden},
        {"GET",    "/jobs/{job}/status/history",        "",                      200, kNoAccessForbidden},
        {"GET",    "/status/history",                   "",                      200, kNoAccess},
        {"GET",    "/tags",                             "",                      200, kForbidden},
        {"GET",    "/consent",                          "",                      200, kForbidden},
        {"GET",    "/consents",                         "",                      200, kForbidden},
        {"GET",    "/jobs/{job}/properties",            "",                      200, kForbidden},
        {"GET",    "/properties",                       "",                      200, kForbidden},
        {"GET",    "/jobs/{job}/screening-answers",     "",                      200, kForbidden},
        {"GET",    "/jobs/{job}/onboardingStatus",      "",                      200, kNoAccessForbidden},
        {"GET",    "/onboardingStatus",                 "",                      200, kNoAccessForbidden},
        {"PATCH",  "",                                  R"({"phoneNumber":"1"})", 200, kForbidden},
        {"POST",   "/tags",                             kTags,                   201, kForbidden},
        {"PUT",    "/tags",                             kTags,                   201, kForbidden},
        {"DELETE", "/tags",                             "",                      204, kForbidden},
        {"DELETE", "/consent-request",                  "",                      204, kForbidden},
        {"PUT",    "/jobs/{job}/status",                kStatus,                 204, kNoAccess},
        {"PUT",    "/status",                           R"({"status":"NEW"})",   204, kNoAccess},
        {"PUT",    "/jobs/{job}/source",                kSource,                 204, kNoAccess},
        {"PUT",    "/jobs/{job}/properties",            kBatch,                  204, kForbidden},
        {"PUT",    "/jobs/{job}/properties/{property}", "{}",                    204, kForbidden},
        {"PUT",    "/properties/{property}",            "{}",                    204, kForbidden},
        {"PUT",    "/jobs/{job}/onboardingStatus",      kOnboarding,             204, kNoAccessForbidden},
        {"PUT",    "/onboardingStatus",                 kOnboarding,             204, kNoAccessForbidden},
        {"DELETE", "/jobs/{job}",                       "",                      204, kForbidden},
        // clang-format on
    };
    return kAll;
}

std::string replaced(std::string in, const std::string& what, const std::string& by) {
    const auto at = in.find(what);
    return at == std::string::npos ? in : in.replace(at, what.size(), by);
}

class CandidateRights : public CandidateServer {
  protected:
    const std::string select_ = property("SINGLE_SELECT");

    struct Applicant {
        std::string job;
        std::string path;
    };
    // Candidates of jobs in every relation to one colleague, who is in one of two groups.
    struct CandidatesByRelation {
        test::Colleague who;
        std::map<std::string, Applicant> all;
    };
    CandidatesByRelation given_candidates_of(const std::string& role) {
        CandidatesByRelation made{.who = colleague("STANDARD"), .all = {}};
        const std::string mine = given_group("mine of " + made.who.id);
        const std::string theirs = given_group("theirs of " + made.who.id);
        join_group(mine, made.who.id);
        const auto add = [&](const std::string& name, const std::string& job) {
            made.all[name] = {.job = job, .path = applicant(job, person(name + " of " + made.who.id))};
        };
        auto caller = client(made.who.key);
        const std::string own = given_job(caller);
        join_team(own, administrator_id_);
        leave_team(own, made.who.id);
        EXPECT_EQ(put(administrator_, own, job_of_groups({theirs})).status, 200);
        add("own", own);
        add("team", given_job(administrator_, job_of_groups({theirs})));
        join_team(made.all.at("team").job, made.who.id);
        add("their group", given_job(administrator_, job_of_groups({mine})));
        add("other group", given_job(administrator_, job_of_groups({theirs})));
        add("no group", given_job(administrator_, job_of_groups({})));
        if (role != "STANDARD") change_role(made.who.id, role);
        return made;
    }
    static std::set<std::string> seen_by(const std::string& role) {
        if (role == "ADMINISTRATOR") return {"own", "team", "their group", "other group", "no group"};
        if (role == "EXTENDED") return {"own", "team", "their group", "no group"};
        if (role == "EMPLOYEE") return {};
        return {"own", "team"};
    }
    static bool changes(const std::string& role) { return role != "RESTRICTED" && role != "EMPLOYEE"; }

    Answer call(Client& caller, const Operation& operation, const Applicant& whom) const {
        const std::string path =
            whom.path + replaced(replaced(operation.path, "{job}", id_in(whom.job)), "{property}", select_);
        const std::string body = replaced(operation.body, "{property}", select_);
        if (body.empty()) return caller.request(operation.method, path);
        return caller.request(operation.method, path, body, {{"Content-Type", "application/json"}});
    }
    void expect_matrix(const std::string& role) {
        const CandidatesByRelation all = given_candidates_of(role);
        auto caller = client(all.who.key);
        for (const auto& [relation, whom] : all.all) {
            SCOPED_TRACE(role + ", " + relation);
            if (seen_by(role).contains(relation)) {
                expect_seen(caller, whom, changes(role));
            } else {
                expect_hidden(caller, whom);
            }
        }
    }

    // A candidate with two applications: one for a job of the group, the other for a hidden job.
    struct Mixed {
        std::string open;
        std::string hidden;
        std::string candidate;
    };
    Mixed mixed(const std::string& member, const std::string& name = "Mixed") {
        Mixed made{.open = given_job(administrator_, job_of_groups({given_group("of " + name)})),
                   .hidden = given_job(administrator_, job_of_groups({given_group("not of " + name)})),
                   .candidate = {}};
        join_team(made.open, member);
        made.candidate = applicant(made.open, person(name));
        applicant(made.hidden, person(name));
        return made;
    }

  private:
    void expect_seen(Client& caller, const Applicant& whom, bool may_change) {
        for (const auto& operation : operations()) {
            SCOPED_TRACE(operation.method + " " + operation.path);
            if (may_change || operation.method == "GET") {
                const auto answer = call(caller, operation, whom);
                EXPECT_EQ(answer.status, operation.ok) << answer.body;
            } else {
                expect_nothing_written(
                    [&] { EXPECT_EQ(refusal(call(caller, operation, whom)), kForbidden); });
            }
        }
    }
    void expect_hidden(Client& caller, const Applicant& whom) {
        const std::string before = administrator_.get(whom.path).body;
        expect_nothing_written([&] {
            for (const auto& operation : operations())
                EXPECT_EQ(refusal(call(caller, operation, whom)), operation.hidden)
                    << operation.method << " " << operation.path;
            EXPECT_EQ(refusal(caller.del(whom.path)), kForbidden);
            EXPECT_EQ(refusal(caller.get(kJobApplications + "/" + application_id(whom.path, whom.job))),
                      kAbsent);
            EXPECT_THAT(caller.del(kJobApplications + "/" + application_id(whom.path, whom.job)).status,
                        AnyOf(403, 404));
            EXPECT_EQ(refusal(post(caller, whom.job + "/candidates", person("New"))),
                      (Refused{401, "PERMISSION_DENIED"}));
        });
        EXPECT_EQ(administrator_.get(whom.path).body, before);
    }
};

// --- the matrix

TEST_P(CandidateRights, OfAnAdministrator) {
    expect_matrix("ADMINISTRATOR");
}
TEST_P(CandidateRights, OfExtendedUsers) {
    expect_matrix("EXTENDED");
}
TEST_P(CandidateRights, OfStandardUsers) {
    expect_matrix("STANDARD");
}
TEST_P(CandidateRights, OfRestrictedUsers) {
    expect_matrix("RESTRICTED");
}
TEST_P(CandidateRights, OfEmployees) {
    expect_matrix("EMPLOYEE");
}

TEST_P(CandidateRights, OfAnotherCompanyAreNone) {
    auto rival = client(company().api_key);
    const std::string job = given_job(rival);
    const Applicant foreign{.job = job, .path = given_candidate(rival, job + "/candidates", person())};
    const std::string before = rival.get(foreign.path).body;

    for (const std::string role : {"ADMINISTRATOR", "EXTENDED", "STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        auto caller = client(colleague(role).key);
        for (const auto& operation : operations())
            EXPECT_EQ(refusal(call(caller, operation, foreign)), (Refused{404, "CANDIDATE_NOT_FOUND"}))
                << role << " " << operation.method << " " << operation.path;
        EXPECT_EQ(refusal(caller.del(foreign.path)), (Refused{404, "CANDIDATE_NOT_FOUND"})) << role;
        EXPECT_EQ(caller.get(kPool).json().at("totalFound"), 0) << role;
    }
    EXPECT_EQ(rival.get(foreign.path).body, before);
}

// --- who may add and delete

TEST_P(CandidateRights, ToAddSomebodyAreThoseToChangeTheJob) {
    for (const std::string role : {"ADMINISTRATOR", "EXTENDED", "STANDARD", "RESTRICTED"}) {
        const CandidatesByRelation all = given_candidates_of(role);
        auto caller = client(all.who.key);
        for (const auto& name : seen_by(role)) {
            const auto answer =
                post(caller, all.all.at(name).job + "/candidates", person("New " + name + all.who.id));
            if (changes(role)) {
                EXPECT_EQ(answer.status, 201) << role << ", " << name << answer.body;
            } else {
                EXPECT_EQ(refusal(answer), kForbidden) << role << ", " << name;
            }
        }
    }
}

TEST_P(CandidateRights, ToRemoveSomebodyAreThoseToChangeThem) {
    for (const std::string role : {"ADMINISTRATOR", "EXTENDED", "STANDARD", "RESTRICTED"}) {
        const CandidatesByRelation all = given_candidates_of(role);
        auto caller = client(all.who.key);
        for (const auto& name : seen_by(role)) {
            const auto answer = caller.del(all.all.at(name).path);
            EXPECT_EQ(answer.status, changes(role) ? 204 : 403) << role << ", " << name << answer.body;
        }
    }
}

// --- lists

TEST_P(CandidateRights, ShowInListsWhatEachRoleSeesAndCountIt) {
    for (const std::string role : {"EXTENDED", "STANDARD", "RESTRICTED", "EMPLOYEE", "ADMINISTRATOR"}) {
        SCOPED_TRACE(role);
        const CandidatesByRelation all = given_candidates_of(role);
        const std::string mark = all.who.id;
        for (const auto& [name, whom] : all.all)
            post(administrator_, whom.path + "/tags", {{"tags", json::array{json::value(mark)}}});
        auto caller = client(all.who.key);
        std::vector<std::string> expected;
        for (const auto& name : seen_by(role)) expected.push_back(last_part(all.all.at(name).path));

        for (const std::string& filter :
             {"tag=" + mark, "q=" + mark, "q=" + mark + "&status=NEW",
              "tag=" + mark + "&consentStatus=REQUIRED",
              "tag=" + mark + "&status=NEW,HIRED&sourceType=API&sourceSubType=API&sourceValueId=api"}) {
            for (const std::string limit : {"limit=100&", "limit=1&", "limit=2&"})
                EXPECT_THAT(walk(caller, limit + filter), UnorderedElementsAreArray(expected))
                    << limit << filter;
            EXPECT_EQ(caller.get(kPool + "?" + filter).json().at("totalFound"), std::ssize(expected))
                << filter;
        }
        for (const auto& [name, whom] : all.all)
            EXPECT_EQ(
                caller.get(kPool + "?tag=" + mark + "&jobId=" + id_in(whom.job)).json().at("totalFound"),
                seen_by(role).contains(name) ? 1 : 0)
                << name;
    }
}

TEST_P(CandidateRights, OfEmployeesAreEmptyLists) {
    applicant(given_job(administrator_));
    auto employee = client(colleague("EMPLOYEE").key);

    const auto page = employee.get(kPool);

    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(page.json().at("totalFound"), 0);
    EXPECT_THAT(content(page), IsEmpty());
}

// --- partly visible candidates

TEST_P(CandidateRights, HideAssignmentsToHiddenJobs) {
    const auto member = colleague("STANDARD");
    auto caller = client(member.key);
    const Mixed both = mixed(member.id);
    const auto expect_open_only = [&](const json::value& shown) {
        EXPECT_EQ(text(shown.at("primaryAssignment").at("job").at("id")), id_in(both.open));
        if (const auto* others = shown.as_object().if_contains("secondaryAssignments"))
            EXPECT_THAT(others->as_array(), IsEmpty());
        EXPECT_THAT(json::serialize(shown), Not(testing::HasSubstr(id_in(both.hidden))));
    };

    expect_open_only(caller.get(both.candidate).json());
    expect_open_only(content(caller.get(kPool)).at(0));
    expect_open_only(merge(caller, both.candidate, json::object{{"phoneNumber", "1"}}).json());
    expect_open_only(post(caller, both.open + "/candidates", person("Mixed")).json());
    EXPECT_EQ(text(administrator_.get(both.candidate).json().at("primaryAssignment").at("job").at("id")),
              id_in(both.hidden));
}

TEST_P(CandidateRights, RefuseAHiddenApplicationOfSomebodySeen) {
    const auto member = colleague("STANDARD");
    auto caller = client(member.key);
    const Mixed both = mixed(member.id);
    const Applicant hidden{.job = both.hidden, .path = both.candidate};
    const std::string before = administrator_.get(application(both.candidate, both.hidden)).body;

    expect_nothing_written([&] {
        for (const auto& operation : operations()) {
            if (!operation.path.starts_with("/jobs/{job}")) continue;
            const auto expected = operation.path == "/jobs/{job}/status/history"
                                      ? Refused{403, "NO_ACCESS_TO_JOB"}
                                      : operation.hidden;
            EXPECT_EQ(refusal(call(caller, operation, hidden)), expected)
                << operation.method << " " << operation.path;
        }
        EXPECT_EQ(refusal(caller.get(kJobApplications + "/" + application_id(both.candidate, both.hidden))),
                  kAbsent);
    });
    EXPECT_EQ(administrator_.get(application(both.candidate, both.hidden)).body, before);
}

TEST_P(CandidateRights, MeanThePrimaryOneOfThoseInSight) {
    const auto member = colleague("STANDARD");
    auto caller = client(member.key);
    const Mixed both = mixed(member.id);

    EXPECT_EQ(put(caller, both.candidate + "/status", status("INTERVIEW")).status, 204);
    EXPECT_EQ(put(caller, both.candidate + "/onboardingStatus", kOnboarding).status, 204);

    EXPECT_EQ(administrator_.get(application(both.candidate, both.open)).json().at("status"), "INTERVIEW");
    EXPECT_EQ(administrator_.get(application(both.candidate, both.hidden)).json().at("status"), "NEW");
    EXPECT_EQ(administrator_.get(application(both.candidate, both.hidden) + "/onboardingStatus").json(),
              (json::object{{"onboardingStatus", nullptr}}));
    EXPECT_EQ(caller.get(both.candidate + "/status/history").json(),
              administrator_.get(application(both.candidate, both.open) + "/status/history").json());
}

TEST_P(CandidateRights, FindNothingByWhatIsHidden) {
    const auto member = colleague("STANDARD");
    auto caller = client(member.key);
    const Mixed both = mixed(member.id);
    move(application(both.candidate, both.hidden), status("IN_REVIEW", "Phone Screen"));
    put(administrator_, application(both.candidate, both.hidden) + "/source", linkedin());
    put(administrator_, application(both.candidate, both.hidden) + "/onboardingStatus", kOnboarding);
    put(administrator_, application(both.candidate, both.hidden) + "/properties",
        json::array{{{"id", select_}, {"value", options(select_).front()}}});

    for (const std::string& filter :
         {std::string{"status=IN_REVIEW"}, std::string{"status=IN_REVIEW&subStatus=Phone%20Screen"},
          "jobId=" + id_in(both.hidden),
          std::string{"sourceType=SOCIAL&sourceSubType=SOCIAL_NETWORK&sourceValueId=linkedin"},
          std::string{"onboardingStatus=READY_TO_ONBOARD"},
          "propertyId=" + select_ + "&propertyValueId=" + options(select_).front()}) {
        EXPECT_EQ(caller.get(kPool + "?" + filter).json().at("totalFound"), 0) << filter;
        EXPECT_THAT(walk(caller, filter), IsEmpty()) << filter;
        EXPECT_EQ(total(filter), 1) << filter;
    }
    EXPECT_THAT(walk(caller, "status=NEW&jobId=" + id_in(both.open)), ElementsAre(last_part(both.candidate)));
}

TEST_P(CandidateRights, FindNobodyByAPropertyThatIsForFewOrIsDeleted) {
    const auto made =
        post(administrator_, "/configuration/candidate-properties",
             json::object{{"key", "salaryBand"},
                          {"label", "Salary band"},
                          {"type", "SINGLE_SELECT"},
                          {"availability", {{"toUsers", "FULL_ACCESS"}, {"context", {"PROFILE"}}}},
                          {"values", {{{"id", "high"}, {"label", "High"}}}}});
    ASSERT_EQ(made.status, 201) << made.body;
    const auto member = colleague("STANDARD");
    auto caller = client(member.key);
    const Mixed both = mixed(member.id);
    put(administrator_, application(both.candidate, both.open) + "/properties",
        json::array{{{"id", "salaryBand"}, {"value", "high"}}});

    for (const std::string& property : {id_of(made), std::string{"salaryBand"}}) {
        const std::string filter = "propertyId=" + property + "&propertyValueId=high";
        EXPECT_EQ(total(filter), 1) << filter;
        EXPECT_EQ(caller.get(kPool + "?" + filter).json().at("totalFound"), 0) << filter;
        EXPECT_THAT(walk(caller, filter), IsEmpty()) << filter;
    }
    ASSERT_EQ(administrator_.del("/configuration/candidate-properties/" + id_of(made)).status, 204);
    EXPECT_EQ(total("propertyId=" + id_of(made) + "&propertyValueId=high"), 0);
}

TEST_P(CandidateRights, RefuseToDeleteSomebodyWithAnApplicationOutOfSight) {
    for (const std::string role : {"STANDARD", "EXTENDED"}) {
        const auto member = colleague(role);
        auto caller = client(member.key);
        const Mixed both = mixed(member.id, role);
        const std::string before = administrator_.get(both.candidate).body;

        expect_nothing_written([&] { EXPECT_EQ(refusal(caller.del(both.candidate)), kForbidden); });

        EXPECT_EQ(administrator_.get(both.candidate).body, before);
        EXPECT_EQ(administrator_.del(application(both.candidate, both.hidden)).status, 204);
        EXPECT_EQ(caller.del(both.candidate).status, 204);
    }
}

// Whether the candidate can be added or not, other applications stay hidden.
TEST_P(CandidateRights, ShowNothingHiddenToWhoAddsSomebodyKnown) {
    const auto member = colleague("STANDARD");
    auto caller = client(member.key);
    const std::string hidden = given_job(administrator_);
    applicant(hidden);
    const std::string own = given_job(caller);

    const auto answer = post(caller, own + "/candidates", person());

    EXPECT_EQ(answer.status, 201) << answer.body;
    EXPECT_THAT(answer.body, Not(testing::HasSubstr(id_in(hidden))));
}

// A caller who knows the e-mail address and the last name of a hidden candidate neither learns that the
// candidate exists nor changes anything: the result is the same as for a new person.
TEST_P(CandidateRights, TellNothingOfSomebodyHiddenToWhoAddsThem) {
    for (const std::string role : {"STANDARD", "EXTENDED"}) {
        SCOPED_TRACE(role);
        const auto member = colleague(role);
        auto caller = client(member.key);
        const std::string hidden_job =
            given_job(administrator_, job_of_groups({given_group("not of " + member.id)}));
        auto secret = test::whole_person();
        secret["lastName"] = "Hopper" + role;
        const std::string hidden = applicant(hidden_job, secret);
        const std::string before = administrator_.get(hidden).body;
        const std::string own = given_job(caller);
        const auto guess = [](const std::string& last_name) {
            return json::object{
                {"firstName", "Grace"}, {"lastName", last_name}, {"email", "grace@example.com"}};
        };
        // Without the values that are always different.
        const auto plain = [](const Answer& answer) {
            auto shown = answer.json().as_object();
            for (const auto* key : {"id", "lastName", "createdOn", "updatedOn", "actions"}) shown.erase(key);
            shown["primaryAssignment"].as_object().erase("actions");
            shown["primaryAssignment"].as_object().erase("applicationId");
            return std::pair{answer.status, json::serialize(shown)};
        };

        const auto known = post(caller, own + "/candidates", guess("Hopper" + role));
        const auto unknown = post(caller, own + "/candidates", guess("Unknown" + role));
        EXPECT_EQ(plain(known), plain(unknown));
        const std::string made = kPool + "/" + id_of(known);
        EXPECT_NE(made, hidden);
        EXPECT_GT(made, hidden) << "ids contain the time of creation: now";
        for (const std::string part : {"", "/tags", "/consent", "/properties", "/status/history"})
            EXPECT_EQ(caller.get(made + part).status, 200) << part;
        EXPECT_EQ(merge(caller, made, json::object{{"phoneNumber", "1"}}).status, 200);
        EXPECT_EQ(caller.get(kPool + "?q=Hopper" + role).json().at("totalFound"), 1);
        EXPECT_EQ(merge(caller, kPool + "/" + id_of(unknown), guess("Hopper" + role)).status, 409)
            << "of the record that is seen";
        EXPECT_NE(caller.get(hidden).status, 200);

        EXPECT_EQ(administrator_.get(hidden).body, before);
        EXPECT_EQ(caller.del(made).status, 204) << "all of that record is the caller's";
        EXPECT_EQ(administrator_.get(hidden).body, before);
        EXPECT_EQ(merge(caller, kPool + "/" + id_of(unknown), guess("Hopper" + role)).status, 200)
            << "and nothing of a hidden one is returned";
    }
}

// --- talent pool

TEST_P(CandidateRights, OnThePoolAreThoseOfWhoSeesMoreThanTheirJobs) {
    const std::string pool = in_pool();
    for (const std::string role : {"ADMINISTRATOR", "EXTENDED"}) {
        auto caller = client(colleague(role).key);
        EXPECT_EQ(caller.get(pool).status, 200) << role;
        EXPECT_EQ(merge(caller, pool, json::object{{"phoneNumber", json::value(role)}}).status, 200) << role;
        EXPECT_EQ(caller.get(pool + "/tags").status, 200) << role;
        EXPECT_EQ(caller.get(kPool).json().at("totalFound"), 0) << role;
        EXPECT_EQ(post(caller, kPool, person(role)).status, 201) << role;
    }
    for (const std::string role : {"STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        auto caller = client(colleague(role).key);
        expect_nothing_written([&] {
            EXPECT_EQ(refusal(caller.get(pool)), kNoAccess) << role;
            EXPECT_EQ(refusal(caller.get(pool + "/tags")), kForbidden) << role;
            EXPECT_EQ(refusal(merge(caller, pool, json::object{{"phoneNumber", "1"}})), kForbidden) << role;
            EXPECT_EQ(refusal(caller.del(pool)), kForbidden) << role;
            EXPECT_EQ(refusal(post(caller, kPool, person(role + " new"))), kForbidden) << role;
            EXPECT_EQ(refusal(post(caller, kPool, person())), kForbidden) << role;
        });
    }
    auto extended = client(colleague("EXTENDED").key);
    EXPECT_EQ(extended.del(pool).status, 204);
}

TEST_P(CandidateRights, ToFillSomebodyKnownAreThoseToSeeThem) {
    const std::string hidden = given_job(administrator_, job_of_groups({given_group("theirs")}));
    const std::string candidate = applicant(hidden);
    auto extended = client(colleague("EXTENDED").key);
    const std::string before = administrator_.get(candidate).body;

    const std::string made = given_candidate(extended, kPool, with(person(), "phoneNumber", "1"));

    EXPECT_NE(made, candidate);
    EXPECT_EQ(administrator_.get(candidate).body, before);
}

// A candidate whose last visible application is deleted becomes hidden, except for users who see the talent
// pool.
TEST_P(CandidateRights, EndWithTheLastApplicationInSight) {
    const auto member = colleague("STANDARD");
    auto standard = client(member.key);
    auto extended = client(colleague("EXTENDED").key);
    const std::string job = given_job(standard);
    const std::string candidate = given_candidate(standard, job + "/candidates", person());

    EXPECT_EQ(standard.del(application(candidate, job)).status, 204);

    EXPECT_EQ(refusal(standard.get(candidate)), kNoAccess);
    EXPECT_EQ(extended.get(candidate).status, 200);
}

// --- changes of teams and groups take effect immediately

TEST_P(CandidateRights, ComeAndGoWithAnAccessGroup) {
    const auto extended = colleague("EXTENDED");
    auto caller = client(extended.key);
    const std::string group = given_group("Kitchens");
    const std::string candidate = applicant(given_job(administrator_, job_of_groups({group})));

    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(refusal(caller.get(candidate)), kNoAccess);
        EXPECT_EQ(caller.get(kPool).json().at("totalFound"), 0);
        EXPECT_EQ(caller.get(kPool + "?q=lovelace").json().at("totalFound"), 0);
        join_group(group, extended.id);
        EXPECT_EQ(caller.get(candidate).status, 200);
        EXPECT_THAT(ids(caller.get(kPool)), ElementsAre(last_part(candidate)));
        EXPECT_THAT(ids(caller.get(kPool + "?q=lovelace")), ElementsAre(last_part(candidate)));
        leave_group(group, extended.id);
    }
}

TEST_P(CandidateRights, ComeAndGoWithTheTeam) {
    const auto standard = colleague("STANDARD");
    auto caller = client(standard.key);
    const std::string job = given_job(administrator_);
    const std::string candidate = applicant(job);

    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(refusal(caller.get(candidate)), kNoAccess);
        EXPECT_EQ(caller.get(kPool).json().at("totalFound"), 0);
        join_team(job, standard.id);
        EXPECT_EQ(caller.get(candidate).status, 200);
        EXPECT_THAT(ids(caller.get(kPool)), ElementsAre(last_part(candidate)));
        EXPECT_EQ(put(caller, application(candidate, job) + "/status",
                      status(i % 2 == 0 ? "IN_REVIEW" : "INTERVIEW"))
                      .status,
                  204);
        leave_team(job, standard.id);
    }
}

TEST_P(CandidateRights, ComeAndGoWithTheRole) {
    const auto who = colleague("STANDARD");
    auto caller = client(who.key);
    const std::string candidate = applicant(given_job(administrator_));
    const std::string own_job = given_job(caller);
    const std::string own = applicant(own_job, person("Own"));
    const json::object change{{"phoneNumber", "1"}};

    change_role(who.id, "EXTENDED");
    EXPECT_EQ(caller.get(candidate).status, 200);
    EXPECT_EQ(caller.get(kPool).json().at("totalFound"), 2);
    change_role(who.id, "RESTRICTED");
    EXPECT_EQ(refusal(caller.get(candidate)), kNoAccess);
    EXPECT_EQ(caller.get(own).status, 200);
    EXPECT_EQ(refusal(merge(caller, own, change)), kForbidden);
    change_role(who.id, "EMPLOYEE");
    EXPECT_EQ(refusal(caller.get(own)), kNoAccess);
    EXPECT_EQ(caller.get(kPool).json().at("totalFound"), 0);
    change_role(who.id, "ADMINISTRATOR");
    EXPECT_EQ(caller.get(kPool).json().at("totalFound"), 2);
    EXPECT_EQ(merge(caller, candidate, change).status, 200);
}

// --- consent

TEST_P(CandidateRights, ToAskForConsentAreThoseToChangeCandidates) {
    const json::value body{{"content", json::array{{{"id", last_part(in_pool())}}}}};
    const auto ask = [&](const std::string& role) {
        auto caller = client(colleague(role).key);
        return post(caller, kPool + "/consent-requests", body);
    };
    const auto result = [](const test::Answer& answer) {
        return answer.json().at("results").at(0).at("status");
    };

    EXPECT_EQ(refusal(ask("RESTRICTED")), kForbidden);
    EXPECT_EQ(result(ask("STANDARD")), 403);  // does not see the pool
    EXPECT_EQ(result(ask("EXTENDED")), 202);
}

RUN_ON_EACH_DATABASE(CandidateRights);

}  // namespace
}  // namespace callboard
