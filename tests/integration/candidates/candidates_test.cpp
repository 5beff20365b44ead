// Creating candidates, in the talent pool and for a job, and reading them.
#include "integration/candidates/candidates.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::CandidateServer;
using test::content;
using test::EventRow;
using test::given_job;
using test::id_in;
using test::id_of;
using test::job_input;
using test::keys;
using test::kJobApplications;
using test::kNoCandidate;
using test::kNoId;
using test::kPool;
using test::kTimeForm;
using test::kUuidForm;
using test::last_part;
using test::of_errors;
using test::person;
using test::post;
using test::text;
using test::whole_person;
using test::with;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSubsetOf;
using testing::IsSupersetOf;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;

const std::set<std::string> kDetails{
    "id",          "internal",   "firstName",         "lastName",  "email",   "web",
    "phoneNumber", "location",   "createdOn",         "updatedOn", "tags",    "averageRating",
    "education",   "experience", "primaryAssignment", "consent",   "actions", "secondaryAssignments"};
const std::set<std::string> kItem{"id",
                                  "internal",
                                  "firstName",
                                  "lastName",
                                  "email",
                                  "createdOn",
                                  "updatedOn",
                                  "location",
                                  "averageRating",
                                  "tags",
                                  "consent",
                                  "primaryAssignment",
                                  "actions",
                                  "secondaryAssignments"};

// Empty if absent.
json::array secondary(const json::value& candidate) {
    const auto* found = candidate.as_object().if_contains("secondaryAssignments");
    return found ? found->as_array() : json::array{};
}

class CandidateCreation : public CandidateServer {
  protected:
    const std::string job_ = given_job(administrator_);

    Answer create(const json::object& input) { return post(administrator_, kPool, input); }
    Answer create_for_job(const json::object& input) {
        return post(administrator_, job_ + "/candidates", input);
    }
};

// --- creating

TEST_P(CandidateCreation, NeedsANameAndAnEmail) {
    const std::string before = to_iso(SystemClock{}.now());
    const auto made = create(person());

    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_THAT(keys(made.json()), IsSupersetOf({"id", "internal", "firstName", "lastName", "email",
                                                 "createdOn", "updatedOn", "actions"}));
    EXPECT_THAT(keys(made.json()), IsSubsetOf(kDetails));
    for (const std::string absent : {"phoneNumber", "location", "web", "averageRating", "primaryAssignment"})
        EXPECT_FALSE(made.json().as_object().contains(absent)) << absent;
    EXPECT_THAT(id_of(made), MatchesRegex(kUuidForm));
    EXPECT_EQ(made.json().at("firstName"), "Ada");
    EXPECT_EQ(made.json().at("lastName"), "Lovelace");
    EXPECT_EQ(made.json().at("email"), "ada@example.com");
    EXPECT_EQ(made.json().at("internal"), false);
    EXPECT_THAT(text(made.json().at("createdOn")), MatchesRegex(kTimeForm));
    EXPECT_EQ(made.json().at("updatedOn"), made.json().at("createdOn"));
    EXPECT_GE(text(made.json().at("createdOn")), before);
    EXPECT_LE(text(made.json().at("createdOn")), to_iso(SystemClock{}.now()));
}

TEST_P(CandidateCreation, AnswersAsTheCandidateIsShown) {
    for (const auto& made : {create(whole_person()), create_for_job(person())}) {
        ASSERT_EQ(made.status, 201) << made.body;
        EXPECT_EQ(administrator_.get(kPool + "/" + id_of(made)).body, made.body);
    }
}

TEST_P(CandidateCreation, KeepsAllThatIsSaid) {
    for (const bool for_job : {false, true}) {
        auto input = with(whole_person(), "email", for_job ? "one@example.com" : "two@example.com");
        const auto made = for_job ? create_for_job(input) : create(input);

        ASSERT_EQ(made.status, 201) << made.body;
        for (const auto& [key, value] : input) EXPECT_EQ(made.json().at(key), value) << key;
    }
}

TEST_P(CandidateCreation, MarksOnesOwnPeople) {
    EXPECT_EQ(create(with(person(), "internal", true)).json().at("internal"), true);
    EXPECT_EQ(create(with(person("Byron"), "internal", false)).json().at("internal"), false);
}

TEST_P(CandidateCreation, IgnoresWhatIsNotForClientsToSay) {
    auto input = with(person(), "id", kNoId);
    input["createdOn"] = "2001-01-01T00:00:00.000Z";
    input["primaryAssignment"] = {{"status", "HIRED"}};
    input["consent"] = {{"status", "ACQUIRED"}};
    input["planet"] = "Mars";

    const auto made = create(input);

    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_NE(id_of(made), kNoId);
    EXPECT_NE(made.json().at("createdOn"), "2001-01-01T00:00:00.000Z");
    EXPECT_FALSE(made.json().as_object().contains("planet"));
    EXPECT_FALSE(made.json().as_object().contains("primaryAssignment"));
}

TEST_P(CandidateCreation, TakesNullAsNotSaid) {
    auto input = person();
    for (const std::string key :
         {"phoneNumber", "location", "web", "tags", "education", "experience", "sourceDetails", "internal"})
        input[key] = nullptr;

    const auto made = create(input);

    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("internal"), false);
    EXPECT_FALSE(made.json().as_object().contains("location"));
}

TEST_P(CandidateCreation, InThePoolGivesNoApplication) {
    const std::string candidate = in_pool();

    EXPECT_FALSE(administrator_.get(candidate).json().as_object().contains("primaryAssignment"));
    EXPECT_THAT(secondary(administrator_.get(candidate).json()), IsEmpty());
    EXPECT_THAT(listed(), IsEmpty());
    EXPECT_EQ(administrator_.get(job_).json().at("status"), "CREATED");
}

TEST_P(CandidateCreation, ForAJobGivesANewApplication) {
    const auto made = create_for_job(person());

    ASSERT_EQ(made.status, 201) << made.body;
    const auto assignment = made.json().at("primaryAssignment");
    EXPECT_THAT(keys(assignment), UnorderedElementsAre("job", "status", "source", "actions"));
    EXPECT_EQ(assignment.at("status"), "NEW");
    EXPECT_EQ(assignment.at("source"), "API");
    EXPECT_EQ(text(assignment.at("job").at("id")), id_in(job_));
    EXPECT_EQ(assignment.at("job").at("title"), "Cook");
    EXPECT_EQ(administrator_.get(path_of(assignment.at("job").at("actions").at("details"))).body,
              administrator_.get(job_).body);
    EXPECT_EQ(administrator_.get(path_of(assignment.at("actions").at("sourceDetails"))).json().at("label"),
              "API");
    EXPECT_THAT(secondary(made.json()), IsEmpty());
    EXPECT_THAT(listed(), ElementsAre(id_of(made)));
}

TEST_P(CandidateCreation, ForAJobIsAnActivityOfTheJob) {
    const std::string before = text(administrator_.get(job_).json().at("lastActivityOn"));
    later_than(before);

    create_for_job(person());

    EXPECT_GT(text(administrator_.get(job_).json().at("lastActivityOn")), before);
}

TEST_P(CandidateCreation, ForAnUnknownJobIsRefused) {
    expect_unknown(
        [&](const std::string& job) { return post(administrator_, job + "/candidates", person()); });
    EXPECT_THAT(listed(), IsEmpty());
}

TEST_P(CandidateCreation, LinksToWhatCanBeFetched) {
    for (const auto& made : {create(person()), create_for_job(person("Byron"))}) {
        const auto actions = made.json().at("actions");
        EXPECT_THAT(keys(actions), IsSupersetOf({"properties", "consent", "consents"}));
        EXPECT_THAT(keys(actions), IsSubsetOf({"properties", "attachments", "consent", "consents"}));
        for (const auto& action : actions.as_object()) {
            EXPECT_EQ(action.value().at("method"), "GET") << action.key();
            EXPECT_EQ(administrator_.get(path_of(action.value())).status, 200) << action.key();
        }
    }
}

// --- in a list

TEST_P(CandidateCreation, ShowsLessInAList) {
    const std::string id = id_of(create_for_job(whole_person()));
    const std::string other_job = given_job(administrator_);
    post(administrator_, other_job + "/candidates", whole_person());

    const auto page = administrator_.get(kPool);

    EXPECT_THAT(keys(page.json()),
                UnorderedElementsAre("limit", "offset", "totalFound", "content", "nextPageId"));
    const auto item = content(page).at(0);
    EXPECT_THAT(keys(item), IsSubsetOf(kItem));
    EXPECT_THAT(keys(item), IsSupersetOf({"id", "internal", "firstName", "lastName", "email", "createdOn",
                                          "updatedOn", "location", "tags", "consent", "primaryAssignment",
                                          "secondaryAssignments", "actions"}));
    EXPECT_EQ(text(item.at("id")), id);
    for (const std::string same : {"firstName", "lastName", "email", "location", "tags"})
        EXPECT_EQ(item.at(same), whole_person().at(same)) << same;
    EXPECT_EQ(item.at("consent"), (json::value{{"status", "REQUIRED"}}));
}

TEST_P(CandidateCreation, ShowsAssignmentsInAList) {
    const std::string candidate = applicant(job_);
    const std::string other_job = given_job(administrator_, with(job_input(), "title", "Waiter"));
    applicant(other_job);
    move(application(candidate, other_job), status("IN_REVIEW", "Phone Screen"));

    const auto item = content(administrator_.get(kPool)).at(0);

    const auto primary = item.at("primaryAssignment");
    EXPECT_THAT(keys(primary), UnorderedElementsAre("job", "status", "subStatus"));
    EXPECT_THAT(keys(primary.at("job")), UnorderedElementsAre("id", "title", "actions"));
    EXPECT_EQ(text(primary.at("job").at("id")), id_in(other_job));
    EXPECT_EQ(primary.at("job").at("title"), "Waiter");
    EXPECT_EQ(primary.at("status"), "IN_REVIEW");
    EXPECT_EQ(primary.at("subStatus"), "Phone Screen");
    ASSERT_EQ(secondary(item).size(), 1U);
    EXPECT_THAT(keys(secondary(item).at(0)), ElementsAre("job"));
    EXPECT_THAT(keys(secondary(item).at(0).at("job")), UnorderedElementsAre("id", "actions"));
    EXPECT_EQ(text(secondary(item).at(0).at("job").at("id")), id_in(job_));
    for (const auto& action : item.at("actions").as_object())
        EXPECT_EQ(administrator_.get(path_of(action.value())).status, 200) << action.key();
    EXPECT_THAT(keys(item.at("actions")), UnorderedElementsAre("details", "properties"));
}

// --- sources

TEST_P(CandidateCreation, TellsTheSourceThatWasChosen) {
    const auto referrer = colleague("STANDARD");
    const auto shown = [&](const std::string& name, const json::object& chosen) {
        const auto made = create_for_job(with(person(name), "sourceDetails", chosen));
        EXPECT_EQ(made.status, 201) << made.body;
        return text(made.json().at("primaryAssignment").at("source"));
    };

    EXPECT_EQ(shown("A", linkedin()), "LinkedIn");
    EXPECT_EQ(shown("B", source("SOCIAL", "linkedin", "SOCIAL_NETWORK")), "LinkedIn");
    EXPECT_EQ(shown("C", source("JOB_BOARD", "indeed", "PREMIUM_JOB_BOARD")), "Indeed (sponsored)");
    EXPECT_EQ(shown("D", source("JOB_BOARD", "monster")), "Monster");
    EXPECT_EQ(shown("E", source("REFERRALS", referrer.id)), "Referred by Robin STANDARD");
}

TEST_P(CandidateCreation, RefusesASourceThatIsNone) {
    const std::vector<std::pair<json::object, Refusal>> cases{
        {source("NEWSPAPER", "times"), {404, "SOURCE_TYPE_NOT_FOUND"}},
        {source("JOB_BOARD", "indeed"), {400, "SUBTYPE_REQUIRED"}},
        {source("JOB_BOARD", "nowhere"), {400, "SOURCE_NOT_FOUND"}},
        {source("JOB_BOARD", "monster", "FREE_JOB_BOARD"), {400, "SOURCE_NOT_FOUND"}},
        {source("JOB_BOARD", "monster", "NEWSPAPER"), {400, "SOURCE_NOT_FOUND"}},
        {source("REFERRALS", "000000000000000000000000"), {400, "SOURCE_NOT_FOUND"}},
        {source("REFERRALS", "nobody"), {400, "SOURCE_NOT_FOUND"}}};
    expect_nothing_written([&] {
        for (const auto& [chosen, expected] : cases) {
            const auto input = with(person(), "sourceDetails", chosen);
            EXPECT_EQ(refusal(create(input)), expected) << json::serialize(chosen);
            EXPECT_EQ(refusal(create_for_job(input)), expected) << json::serialize(chosen);
        }
    });
    EXPECT_THAT(listed(), IsEmpty());
}

TEST_P(CandidateCreation, WantsASourceToBeWhole) {
    for (const auto& [chosen, places] : std::vector<std::pair<json::value, std::vector<std::string>>>{
             {json::object{}, {"/sourceDetails/sourceTypeId", "/sourceDetails/sourceId"}},
             {{{"sourceTypeId", "SOCIAL"}}, {"/sourceDetails/sourceId"}},
             {{{"sourceTypeId", ""}, {"sourceId", ""}},
              {"/sourceDetails/sourceTypeId", "/sourceDetails/sourceId"}},
             {{{"sourceTypeId", 1}, {"sourceId", true}, {"sourceSubTypeId", json::array{}}},
              {"/sourceDetails/sourceTypeId", "/sourceDetails/sourceId", "/sourceDetails/sourceSubTypeId"}},
             {"SOCIAL", {"/sourceDetails"}}}) {
        const auto refused = create(with(person(), "sourceDetails", chosen));
        EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"})) << json::serialize(chosen);
        EXPECT_THAT(of_errors(refused, "dataPath"), testing::UnorderedElementsAreArray(places));
    }
}

// --- events and audit records

TEST_P(CandidateCreation, InThePoolWritesAnEvent) {
    std::string candidate;
    const auto written = during([&] { candidate = in_pool(whole_person()); });

    EXPECT_THAT(written.events, ElementsAre(EventRow{"candidate.created", named(candidate)}));
    for (const auto& record : written.audit) EXPECT_EQ(record.author_id, administrator_id_);
}

TEST_P(CandidateCreation, ForAJobWritesEventsAndAuditRecords) {
    std::string candidate;
    const auto written = during([&] { candidate = applicant(job_); });

    EXPECT_THAT(written.events, UnorderedElementsAre(EventRow{"candidate.created", named(candidate)},
                                                     EventRow{"application.created", named(candidate, job_)},
                                                     EventRow{"job.status.updated", {{"id", id_in(job_)}}}));
    EXPECT_THAT(written.audit_names(), testing::Contains("JOB_STATUS_CHANGED"));
    const auto& record = written.record("JOB_APPLICATION_CREATED");
    EXPECT_EQ(record.author_id, administrator_id_);
    EXPECT_EQ(record.entity_type, "APPLICATION");
    EXPECT_EQ(record.entity_id, application_id(candidate, job_));
    EXPECT_EQ(record.context, (json::object{{"currentStatus", "NEW"}}));
}

TEST_P(CandidateCreation, WithAKeyHappensOnce) {
    const std::string body = json::serialize(person());
    for (const std::string& path : {kPool, job_ + "/candidates"}) {
        const test::Headers key{{"Idempotency-Key", "key-" + std::to_string(path.size())}};
        const auto first = administrator_.post(path, body, key);
        ASSERT_EQ(first.status, 201) << first.body;

        expect_nothing_written([&] { EXPECT_EQ(administrator_.post(path, body, key).body, first.body); });

        EXPECT_EQ(administrator_.post(path, json::serialize(person("Byron")), key).error_code(),
                  "IDEMPOTENCY_KEY_REUSED");
    }
}

// --- other companies

TEST_P(CandidateCreation, IsOfOneCompany) {
    const std::string ours = applicant(job_);
    const std::string application_of_ours = application_id(ours, job_);
    auto rival = client(company().api_key);

    EXPECT_EQ(refusal(rival.get(ours)), (Refusal{404, "CANDIDATE_NOT_FOUND"}));
    EXPECT_EQ(rival.get(kJobApplications + "/" + application_of_ours).status, 404);
    EXPECT_EQ(rival.get(kPool).json().at("totalFound"), 0);
    const std::string theirs = given_candidate(rival, given_job(rival) + "/candidates", person());
    EXPECT_NE(theirs, ours);
    EXPECT_THAT(listed(), ElementsAre(last_part(ours)));
}

TEST_P(CandidateCreation, IsTheOnlyWayToAnId) {
    auto rival = client(company().api_key);
    const std::string foreign = given_candidate(rival, kPool, person());
    const auto unknown = administrator_.get(kNoCandidate);
    EXPECT_EQ(refusal(unknown), (Refusal{404, "CANDIDATE_NOT_FOUND"}));

    for (const std::string& path :
         {foreign, std::string{"/candidates/nonsense"}, std::string{"/candidates/%ff"},
          std::string{"/candidates/65a0f3c2b1d4e5f60718293a"}, foreign + "0",
          "/candidates/%20" + last_part(foreign)}) {
        const auto refused = administrator_.get(path);
        EXPECT_EQ(refused.status, 404) << path;
        EXPECT_EQ(refused.body, unknown.body) << path;
    }
}

RUN_ON_EACH_DATABASE(CandidateCreation);

}  // namespace
}  // namespace callboard
