// Consent of candidates, and their deletion.
#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/candidates/candidates.h"
#include "support/eventually.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::CandidateServer;
using test::EventRow;
using test::given_job;
using test::id_in;
using test::id_of;
using test::kJobApplications;
using test::kNoCandidate;
using test::kNoId;
using test::kPool;
using test::kTimeForm;
using test::last_part;
using test::merge;
using test::of_errors;
using test::person;
using test::post;
using test::put;
using test::text;
using test::whole_person;
using test::with;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

// --- consent

class CandidateConsent : public CandidateServer {
  protected:
    const std::string candidate_ = in_pool();
    const std::string path_ = "/candidates/consent-requests";

    Answer ask(const std::vector<std::string>& who) {
        json::array items;
        for (const auto& id : who) items.push_back(json::object{{"id", id}});
        return post(administrator_, path_, {{"content", std::move(items)}});
    }
    std::string asked(const std::string& candidate) {
        return text(administrator_.get(candidate + "/consent").json().at("status"));
    }
    json::value decision() {
        const auto decisions = administrator_.get(candidate_ + "/consents").json().at("decisions").as_array();
        EXPECT_EQ(decisions.size(), 1U);
        return decisions.at(0);
    }
};

TEST_P(CandidateConsent, IsRequiredAtFirst) {
    EXPECT_EQ(administrator_.get(candidate_ + "/consent").json(), (json::value{{"status", "REQUIRED"}}));
    EXPECT_EQ(administrator_.get(candidate_ + "/consents").json(),
              (json::value{{"decisions", json::array{{{"status", "required"}, {"scope", "Single"}}}}}));
}

TEST_P(CandidateConsent, IsPendingOnceItWasAskedFor) {
    ask_for_consent(candidate_, "1700000000000");

    ASSERT_TRUE(test::eventually([&] { return asked(candidate_) == "PENDING"; }));
    EXPECT_EQ(administrator_.get(candidate_ + "/consent").json(), (json::value{{"status", "PENDING"}}));
    EXPECT_EQ(decision(), (json::value{{"status", "required"}, {"scope", "Single"}}));
    EXPECT_EQ(administrator_.get(candidate_ + "/consents").json().at("recentPendingRequestCreatedOn"),
              "2023-11-14T22:13:20.000Z");
}

TEST_P(CandidateConsent, IsAskedForByMailThatWaitsForAMailServer) {
    const auto answer = ask({last_part(candidate_), kNoId, "nonsense"});

    EXPECT_EQ(answer.status, 201);
    EXPECT_EQ(answer.json().at("results"),
              (json::array{{{"status", 202}, {"body", {{"location", candidate_ + "/consent"}}}},
                           {{"status", 403}, {"body", false}},
                           {{"status", 403}, {"body", false}}}));
    EXPECT_THAT(answer.header("warning"), HasSubstr("no mail server"));
    EXPECT_EQ(asked(candidate_), "PENDING");
}

TEST_P(CandidateConsent, IsRequiredAgainOnceTheRequestIsRevoked) {
    ask({last_part(candidate_)});
    ASSERT_EQ(asked(candidate_), "PENDING");

    for (int i = 0; i < 2; ++i) EXPECT_EQ(administrator_.del(candidate_ + "/consent-request").status, 204);

    EXPECT_EQ(administrator_.get(candidate_ + "/consents").json(),
              (json::value{{"decisions", json::array{{{"status", "required"}, {"scope", "Single"}}}}}));
    EXPECT_EQ(asked(candidate_), "REQUIRED");
}

TEST_P(CandidateConsent, OnceGivenHasADate) {
    decide(candidate_, "ACQUIRED", "1700000000000");
    ASSERT_TRUE(test::eventually([&] { return asked(candidate_) == "ACQUIRED"; }));
    const std::string given = "2023-11-14T22:13:20.000Z";

    EXPECT_EQ(administrator_.get(candidate_ + "/consent").json(),
              (json::value{{"status", "ACQUIRED"}, {"date", given}}));
    EXPECT_EQ(decision(), (json::value{{"status", "acquired"}, {"scope", "Single"}, {"decidedOn", given}}));
}

TEST_P(CandidateConsent, ThatWasDeclinedIsRequiredAgain) {
    decide(candidate_, "DECLINED", "1700000000000");
    ASSERT_TRUE(test::eventually([&] { return decision().at("status") == "declined"; }));

    EXPECT_EQ(administrator_.get(candidate_ + "/consent").json(), (json::value{{"status", "REQUIRED"}}));
    EXPECT_EQ(text(decision().at("decidedOn")), "2023-11-14T22:13:20.000Z");
}

TEST_P(CandidateConsent, IsShownInLists) {
    applicant(given_job(administrator_));
    ask_for_consent(candidate_, "1700000000000");
    ASSERT_TRUE(test::eventually([&] { return asked(candidate_) == "PENDING"; }));

    EXPECT_EQ(administrator_.get(kPool).json().at("content").at(0).at("consent"),
              (json::value{{"status", "PENDING"}}));
}

TEST_P(CandidateConsent, IsAskedOfAThousandAtATime) {
    EXPECT_EQ(ask(std::vector<std::string>(1000, kNoId)).json().at("results").as_array().size(), 1000U);
    for (const std::size_t wrong : {std::size_t{0}, std::size_t{1001}}) {
        const auto answer = ask(std::vector<std::string>(wrong, kNoId));
        EXPECT_EQ(refusal(answer), (Refusal{400, "VALIDATION_ERROR"})) << wrong;
        EXPECT_THAT(of_errors(answer, "dataPath"), ElementsAre("/content"));
    }
}

TEST_P(CandidateConsent, IsAskedOfThoseWhoAreNamed) {
    for (const auto& [body, place] :
         std::vector<std::pair<std::string, std::string>>{{"{}", "/content"},
                                                          {R"({"content":null})", "/content"},
                                                          {R"({"content":"x"})", "/content"},
                                                          {R"({"content":[{}]})", "/content/0/id"},
                                                          {R"({"content":[{"id":7}]})", "/content/0/id"},
                                                          {R"({"content":["x"]})", "/content/0"}}) {
        const auto answer = administrator_.post(path_, body);
        EXPECT_EQ(refusal(answer), (Refusal{400, "VALIDATION_ERROR"})) << body;
        EXPECT_THAT(of_errors(answer, "dataPath"), ElementsAre(place)) << body;
    }
}

TEST_P(CandidateConsent, OfAnUnknownCandidateIsUnknown) {
    for (const std::string& unknown : {kNoCandidate, std::string{"/candidates/nonsense"}})
        for (const std::string part : {"/consent", "/consents"})
            EXPECT_EQ(refusal(administrator_.get(unknown + part)), (Refusal{404, "CANDIDATE_NOT_FOUND"}));
    EXPECT_EQ(refusal(administrator_.del(kNoCandidate + "/consent-request")),
              (Refusal{404, "CANDIDATE_NOT_FOUND"}));
}

RUN_ON_EACH_DATABASE(CandidateConsent);

// --- deletion

class CandidateDeletion : public CandidateServer {
  protected:
    const std::string job_ = given_job(administrator_);
    const std::string candidate_ = applicant(job_, whole_person());
    const std::string application_ = application(candidate_, job_);

    // Rows of the candidate in every table.
    void add_rows_to_all_tables() {
        const std::string select = property("SINGLE_SELECT");
        move(application_, status("IN_REVIEW", "Phone Screen"));
        put(administrator_, application_ + "/properties",
            json::array{{{"id", select}, {"value", options(select).front()}}});
        put(administrator_, application_ + "/onboardingStatus",
            json::object{{"onboardingStatus", "READY_TO_ONBOARD"}});
        answer(candidate_, job_, "workPermit", "yes");
        post(administrator_, application_ + "/offers", {{"properties", {{"salary", "1"}}}});
    }
    std::vector<std::string> left() const {
        std::vector<std::string> tables;
        for (const std::string table :
             {"candidate_tag", "job_application", "job_application_status_change", "candidate_property_value",
              "screening_answers", "screening_answer_value", "offer"}) {
            if (rows().select("SELECT count(*) FROM " + table + " WHERE candidate_id = '" +
                              last_part(candidate_) + "'") != std::vector<std::string>{"0"})
                tables.push_back(table);
        }
        return tables;
    }
};

TEST_P(CandidateDeletion, MakesTheCandidateUnknown) {
    const std::string id = application_id(candidate_, job_);

    const auto deleted = administrator_.del(candidate_);

    EXPECT_EQ(deleted.status, 204);
    EXPECT_THAT(deleted.body, IsEmpty());
    EXPECT_EQ(administrator_.get(candidate_).body, administrator_.get(kNoCandidate).body);
    EXPECT_EQ(refusal(administrator_.get(kJobApplications + "/" + id)),
              (Refusal{404, "JOB_APPLICATION_NOT_FOUND"}));
    EXPECT_EQ(administrator_.del(kJobApplications + "/" + id).status, 404);
}

TEST_P(CandidateDeletion, LeavesNoOperationThatKnowsThem) {
    const std::string select = property("SINGLE_SELECT");
    administrator_.del(candidate_);

    expect_nothing_written([&] {
        for (const std::string& path :
             {candidate_, application_, application_ + "/status/history", candidate_ + "/status/history",
              candidate_ + "/tags", application_ + "/properties", candidate_ + "/properties",
              application_ + "/screening-answers", application_ + "/onboardingStatus",
              candidate_ + "/onboardingStatus", candidate_ + "/consent", candidate_ + "/consents"})
            EXPECT_EQ(refusal(administrator_.get(path)), (Refusal{404, "CANDIDATE_NOT_FOUND"})) << path;
        const json::object onboarding{{"onboardingStatus", "READY_TO_ONBOARD"}};
        const json::object nothing{};
        for (const auto& refused :
             {administrator_.del(candidate_), administrator_.del(application_),
              administrator_.del(candidate_ + "/tags"),
              merge(administrator_, candidate_, json::object{{"firstName", "X"}}),
              post(administrator_, candidate_ + "/tags", {{"tags", {"a", "b"}}}),
              put(administrator_, candidate_ + "/tags", json::object{{"tags", {"a", "b"}}}),
              put(administrator_, application_ + "/status", status("HIRED")),
              put(administrator_, candidate_ + "/status", status("HIRED")),
              put(administrator_, application_ + "/source", linkedin()),
              put(administrator_, application_ + "/properties",
                  json::array{{{"id", select}, {"value", options(select).front()}}}),
              put(administrator_, application_ + "/properties/" + select, nothing),
              put(administrator_, candidate_ + "/properties/" + select, nothing),
              put(administrator_, application_ + "/onboardingStatus", onboarding),
              put(administrator_, candidate_ + "/onboardingStatus", onboarding)})
            EXPECT_EQ(refusal(refused), (Refusal{404, "CANDIDATE_NOT_FOUND"})) << refused.body;
    });
}

TEST_P(CandidateDeletion, LeavesNothingBehind) {
    add_rows_to_all_tables();
    ASSERT_THAT(left(), testing::SizeIs(7));

    ASSERT_EQ(administrator_.del(candidate_).status, 204);

    EXPECT_THAT(left(), IsEmpty());
    EXPECT_THAT(rows().select("SELECT count(*) FROM candidate WHERE id = '" + last_part(candidate_) + "'"),
                ElementsAre("0"));
    EXPECT_EQ(administrator_.get("/offers").json().at("totalFound"), 0);
}

TEST_P(CandidateDeletion, EmptiesLists) {
    const std::string other = applicant(job_);
    administrator_.del(candidate_);

    EXPECT_THAT(listed(), ElementsAre(last_part(other)));
    EXPECT_EQ(total(), 1);
    EXPECT_EQ(total("q=hopper"), 0);
    EXPECT_EQ(total("location=brooklyn"), 0);
    EXPECT_EQ(total("tag=navy"), 0);
    EXPECT_EQ(total("jobId=" + id_in(job_)), 1);
}

TEST_P(CandidateDeletion, TouchesNobodyElse) {
    const std::string other = applicant(job_, with(whole_person(), "lastName", "Murray"));
    const std::string before = administrator_.get(other).body;
    auto rival = client(company().api_key);
    const std::string foreign = given_candidate(rival, kPool, whole_person());

    administrator_.del(candidate_);

    EXPECT_EQ(administrator_.get(other).body, before);
    EXPECT_EQ(rival.get(foreign).status, 200);
    EXPECT_EQ(administrator_.get(job_).status, 200);
}

TEST_P(CandidateDeletion, LetsTheSamePersonBeginAnew) {
    put(administrator_, candidate_ + "/tags", json::object{{"tags", {"old", "older"}}});
    administrator_.del(candidate_);

    const std::string again = in_pool(with(person("Hopper"), "email", "grace@example.com"));

    EXPECT_NE(again, candidate_);
    EXPECT_FALSE(administrator_.get(again).json().as_object().contains("phoneNumber"));
    EXPECT_FALSE(administrator_.get(again).json().as_object().contains("primaryAssignment"));
    EXPECT_THAT(administrator_.get(again + "/tags").json().at("tags").as_array(), IsEmpty());
}

TEST_P(CandidateDeletion, ForgetsTheAnswersKeptForRepetition) {
    const std::string body = json::serialize(person());
    for (const std::string& path : {kPool, job_ + "/candidates"}) {
        const test::Headers key{{"Idempotency-Key", "key-" + std::to_string(path.size())}};
        const auto first = administrator_.post(path, body, key);
        ASSERT_EQ(first.status, 201) << first.body;
        ASSERT_EQ(administrator_.post(path, body, key).body, first.body);
        administrator_.del(kPool + "/" + id_of(first));

        const auto again = administrator_.post(path, body, key);

        ASSERT_EQ(again.status, 201) << again.body;
        EXPECT_NE(id_of(again), id_of(first));
        EXPECT_EQ(administrator_.get(kPool + "/" + id_of(again)).status, 200);
        administrator_.del(kPool + "/" + id_of(again));
    }
}

TEST_P(CandidateDeletion, KeepsTheAnswersAboutOthers) {
    const test::Headers key{{"Idempotency-Key", "key-1"}};
    const std::string body = json::serialize(person());
    const auto first = administrator_.post(kPool, body, key);

    administrator_.del(candidate_);

    expect_nothing_written([&] { EXPECT_EQ(administrator_.post(kPool, body, key).body, first.body); });
}

TEST_P(CandidateDeletion, WritesEventsAndAuditRecords) {
    const auto written = during([&] { administrator_.del(candidate_); });

    EXPECT_THAT(written.events, ElementsAre(EventRow{"candidate.deleted", named(candidate_)}));
    EXPECT_THAT(written.audit_names(), ElementsAre("CANDIDATE_DELETED"));
    const auto& record = written.record("CANDIDATE_DELETED");
    EXPECT_EQ(record.author_id, administrator_id_);
    EXPECT_EQ(record.entity_type, "CANDIDATE");
    EXPECT_EQ(record.entity_id, last_part(candidate_));
    EXPECT_THAT(record.context, IsEmpty());
}

TEST_P(CandidateDeletion, HappensOnceHoweverManyTry) {
    std::array<int, 8> statuses{};
    const auto written = during([&] {
        std::vector<std::jthread> threads;
        for (int& each : statuses)
            threads.emplace_back([&] { each = client(acme_.api_key).del(candidate_).status; });
    });

    EXPECT_EQ(std::ranges::count(statuses, 204), 1);
    EXPECT_EQ(std::ranges::count(statuses, 404), 7);
    EXPECT_THAT(written.event_names(), ElementsAre("candidate.deleted"));
}

// Whichever commits first: afterwards there is no application without a candidate.
TEST_P(CandidateDeletion, LeavesNothingBehindThoughOthersChangeTheCandidate) {
    std::vector<int> statuses(8);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < statuses.size(); ++i)
            threads.emplace_back([&, i] {
                auto caller = client(acme_.api_key);
                statuses[i] = i == 0 ? caller.del(candidate_).status
                              : i % 2 == 0
                                  ? put(caller, application_ + "/status", status("INTERVIEW")).status
                                  : post(caller, candidate_ + "/tags", {{"tags", {"a", "b"}}}).status;
            });
    }

    EXPECT_EQ(statuses[0], 204);
    EXPECT_THAT(statuses, Each(testing::AnyOf(201, 204, 404, 409)));
    EXPECT_THAT(left(), IsEmpty());
}

TEST_P(CandidateDeletion, OfAnUnknownCandidateIsRefused) {
    auto rival = client(company().api_key);
    const std::string foreign = given_candidate(rival, kPool, person());
    expect_nothing_written([&] {
        for (const std::string& unknown : {kNoCandidate, std::string{"/candidates/nonsense"}, foreign})
            EXPECT_EQ(refusal(administrator_.del(unknown)), (Refusal{404, "CANDIDATE_NOT_FOUND"}));
    });
    EXPECT_EQ(rival.get(foreign).status, 200);
}

RUN_ON_EACH_DATABASE(CandidateDeletion);

}  // namespace
}  // namespace callboard
