// Applications: reading, source, onboarding and deletion.
#include <functional>
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
using test::each;
using test::EventRow;
using test::given_job;
using test::id_in;
using test::job_input;
using test::keys;
using test::kJobApplications;
using test::kNoCandidate;
using test::kNoId;
using test::kNoJob;
using test::kTimeForm;
using test::kUuidForm;
using test::last_part;
using test::of_errors;
using test::person;
using test::put;
using test::put_raw;
using test::text;
using test::with;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

class Applications : public CandidateServer {
  protected:
    const std::string job_ = given_job(administrator_);
    const std::string candidate_ = applicant(job_);
    const std::string application_ = application(candidate_, job_);

    json::value now() { return administrator_.get(application_).json(); }
    json::value primary() { return administrator_.get(candidate_).json().at("primaryAssignment"); }
    std::vector<std::string> secondary() {
        std::vector<std::string> jobs;
        const auto shown = administrator_.get(candidate_).json();
        if (const auto* all = shown.as_object().if_contains("secondaryAssignments"))
            for (const auto& assignment : all->as_array())
                jobs.push_back(text(assignment.at("job").at("id")));
        return jobs;
    }

    // For an unknown candidate, and for jobs without an application of the candidate.
    void expect_unknown_application(const std::string& part, const std::string& absent,
                                    const std::function<Answer(const std::string&)>& call) {
        auto rival = client(company().api_key);
        const std::string their_job = given_job(rival);
        const std::string theirs = given_candidate(rival, their_job + "/candidates", person());
        const std::string other_job = given_job(administrator_);
        expect_nothing_written([&] {
            for (const std::string& unknown : {kNoCandidate, std::string{"/candidates/nonsense"}, theirs})
                for (const std::string& job : {job_, kNoJob, their_job}) {
                    const std::string path = application(unknown, job) + part;
                    EXPECT_EQ(refusal(call(path)), (Refusal{404, "CANDIDATE_NOT_FOUND"})) << path;
                }
            for (const std::string& job : {other_job, kNoJob, their_job, std::string{"/jobs/nonsense"}}) {
                const std::string path = application(candidate_, job) + part;
                EXPECT_EQ(refusal(call(path)), (Refusal{404, absent})) << path;
            }
        });
    }
};

// --- reading

TEST_P(Applications, ShowHowFarTheyAre) {
    const auto shown = administrator_.get(application_);

    EXPECT_EQ(shown.status, 200);
    EXPECT_THAT(keys(shown.json()),
                UnorderedElementsAre("applicationId", "status", "source", "actions", "url"));
    EXPECT_THAT(text(shown.json().at("applicationId")), MatchesRegex(kUuidForm));
    EXPECT_EQ(shown.json().at("status"), "NEW");
    EXPECT_EQ(shown.json().at("source"), "API");
    EXPECT_EQ(administrator_.get(path_of(shown.json())).status, 200);
    EXPECT_EQ(administrator_.get(path_of(shown.json().at("actions").at("sourceDetails"))).json().at("label"),
              "API");
}

TEST_P(Applications, ShowAllThatIsKnown) {
    move(application_, with(status("OFFERED", "Offer Extended"), "startsOn", "2030-03-01T08:30:00.000+0100"));

    EXPECT_EQ(now().at("status"), "OFFERED");
    EXPECT_EQ(now().at("subStatus"), "Offer Extended");
    EXPECT_EQ(now().at("startsOn"), "2030-03-01T07:30:00.000Z");
    for (const std::string same : {"status", "subStatus", "startsOn", "source"})
        EXPECT_EQ(primary().at(same), now().at(same)) << same;
}

TEST_P(Applications, ShowTheReason) {
    const auto rejection = reason("rejection");
    const auto withdrawal = reason("withdrawal");

    move(application_, with(status("REJECTED"), "reason", json::value(rejection)));
    EXPECT_EQ(text(now().at("reasonOfRejection").at("id")), rejection);
    EXPECT_EQ(primary().at("reasonOfRejection"), now().at("reasonOfRejection"));
    EXPECT_FALSE(text(now().at("reasonOfRejection").at("label")).empty());
    EXPECT_FALSE(now().as_object().contains("reasonOfWithdrawal"));

    move(application_, with(status("WITHDRAWN"), "reason", json::value(withdrawal)));
    EXPECT_EQ(text(now().at("reasonOfWithdrawal").at("id")), withdrawal);
    EXPECT_FALSE(now().as_object().contains("reasonOfRejection"));
}

TEST_P(Applications, AreOfOneJobEach) {
    const std::string other_job = given_job(administrator_);
    applicant(other_job);

    move(application(candidate_, other_job), status("INTERVIEW"));

    EXPECT_EQ(now().at("status"), "NEW");
    EXPECT_NE(application_id(candidate_, other_job), application_id(candidate_, job_));
}

TEST_P(Applications, ThatAreNoneAreUnknown) {
    const auto get = [&](const std::string& path) { return administrator_.get(path); };
    expect_unknown_application("", "APPLICATION_NOT_FOUND", get);
    expect_unknown_application("/status/history", "JOB_NOT_FOUND", get);
    expect_unknown_application("/properties", "JOB_NOT_FOUND", get);
    expect_unknown_application("/onboardingStatus", "JOB_NOT_FOUND", get);
    expect_unknown_application("/screening-answers", "APPLICATION_NOT_FOUND", get);
    expect_unknown_application("", "APPLICATION_NOT_FOUND",
                               [&](const std::string& path) { return administrator_.del(path); });
    expect_unknown_application("/status", "APPLICATION_NOT_FOUND", [&](const std::string& path) {
        return put(administrator_, path, status("HIRED"));
    });
    expect_unknown_application("/source", "APPLICATION_NOT_FOUND", [&](const std::string& path) {
        return put(administrator_, path, linkedin());
    });
    expect_unknown_application("/onboardingStatus", "JOB_NOT_FOUND", [&](const std::string& path) {
        return put(administrator_, path, json::object{{"onboardingStatus", "READY_TO_ONBOARD"}});
    });
    const std::string select = property("SINGLE_SELECT");
    expect_unknown_application("/properties", "JOB_NOT_FOUND", [&](const std::string& path) {
        return put(administrator_, path, json::array{{{"id", select}}});
    });
    expect_unknown_application("/properties/" + select, "JOB_NOT_FOUND", [&](const std::string& path) {
        return put(administrator_, path, json::object{});
    });
}

// --- primary application

TEST_P(Applications, ThatChangedLastArePrimary) {
    const std::string waiter = given_job(administrator_, with(job_input(), "title", "Waiter"));
    const std::string driver = given_job(administrator_, with(job_input(), "title", "Driver"));
    applicant(waiter);
    applicant(driver);
    EXPECT_EQ(primary().at("job").at("title"), "Driver");
    EXPECT_THAT(secondary(), UnorderedElementsAre(id_in(job_), id_in(waiter)));

    move(application(candidate_, waiter), status("IN_REVIEW"));
    EXPECT_EQ(primary().at("job").at("title"), "Waiter");
    EXPECT_EQ(primary().at("status"), "IN_REVIEW");
    put(administrator_, application_ + "/source", linkedin());
    EXPECT_EQ(primary().at("job").at("title"), "Cook");
    EXPECT_THAT(secondary(), UnorderedElementsAre(id_in(driver), id_in(waiter)));
}

TEST_P(Applications, ThatAreLeadsAreNotPrimaryWhileThereIsAnother) {
    const std::string waiter = given_job(administrator_, with(job_input(), "title", "Waiter"));
    applicant(waiter);

    move(application(candidate_, waiter), status("LEAD"));
    EXPECT_EQ(primary().at("job").at("title"), "Cook");
    move(application_, status("REJECTED"));
    EXPECT_EQ(primary().at("job").at("title"), "Cook") << "rejected, and yet active";
    move(application_, status("LEAD"));
    EXPECT_EQ(primary().at("job").at("title"), "Cook") << "of leads, the one that changed last";
    put(administrator_, application(candidate_, waiter) + "/source", linkedin());
    EXPECT_EQ(primary().at("job").at("title"), "Waiter");
}

TEST_P(Applications, ThatAreLeftBecomePrimary) {
    const std::string waiter = given_job(administrator_, with(job_input(), "title", "Waiter"));
    applicant(waiter);

    administrator_.del(application(candidate_, waiter));

    EXPECT_EQ(primary().at("job").at("title"), "Cook");
    EXPECT_THAT(secondary(), IsEmpty());
    administrator_.del(application_);
    EXPECT_FALSE(administrator_.get(candidate_).json().as_object().contains("primaryAssignment"));
}

// --- operations without a job

TEST_P(Applications, ThatArePrimaryAreMeantWhenNoJobIsNamed) {
    const std::string other_job = given_job(administrator_);
    const std::string other = application(applicant(other_job), other_job);
    const std::string select = property("SINGLE_SELECT");
    const std::string value = options(select).front();

    EXPECT_EQ(put(administrator_, candidate_ + "/status", status("IN_REVIEW")).status, 204);
    EXPECT_EQ(put(administrator_, candidate_ + "/onboardingStatus",
                  json::object{{"onboardingStatus", "READY_TO_ONBOARD"}})
                  .status,
              204);
    EXPECT_EQ(
        put(administrator_, candidate_ + "/properties/" + select, json::object{{"value", value}}).status,
        204);

    EXPECT_EQ(administrator_.get(other).json().at("status"), "IN_REVIEW");
    EXPECT_EQ(now().at("status"), "NEW");
    for (const std::string part : {"/status/history", "/onboardingStatus", "/properties"}) {
        EXPECT_EQ(administrator_.get(candidate_ + part).json(), administrator_.get(other + part).json())
            << part;
        EXPECT_NE(administrator_.get(candidate_ + part).json(),
                  administrator_.get(application_ + part).json())
            << part;
    }
}

TEST_P(Applications, ThatAreNoneAreNotMeant) {
    const std::string pool = in_pool(person("Pool"));
    for (const auto& refused :
         {put(administrator_, pool + "/status", status("HIRED")),
          administrator_.get(pool + "/status/history"), administrator_.get(pool + "/onboardingStatus"),
          put(administrator_, pool + "/onboardingStatus",
              json::object{{"onboardingStatus", "READY_TO_ONBOARD"}})})
        EXPECT_EQ(refusal(refused), (Refusal{404, "APPLICATION_NOT_FOUND"})) << refused.body;
    for (const auto& refused : {put(administrator_, kNoCandidate + "/status", status("HIRED")),
                                administrator_.get(kNoCandidate + "/status/history"),
                                administrator_.get(kNoCandidate + "/onboardingStatus")})
        EXPECT_EQ(refusal(refused), (Refusal{404, "CANDIDATE_NOT_FOUND"})) << refused.body;
}

TEST_P(Applications, AreMeantWithoutAJobForNotMuchLonger) {
    const std::string select = property("SINGLE_SELECT");
    const json::object onboarding{{"onboardingStatus", "READY_TO_ONBOARD"}};
    const json::object nothing{};
    for (const auto& old :
         {put(administrator_, candidate_ + "/status", status("IN_REVIEW")),
          administrator_.get(candidate_ + "/status/history"), administrator_.get(candidate_ + "/properties"),
          put(administrator_, candidate_ + "/properties/" + select, nothing),
          put(administrator_, application_ + "/properties/" + select, nothing),
          administrator_.get(candidate_ + "/onboardingStatus"),
          put(administrator_, candidate_ + "/onboardingStatus", onboarding),
          administrator_.get(kNoCandidate + "/status/history")}) {
        EXPECT_THAT(old.header("deprecation"), MatchesRegex("@[0-9]+"));
        EXPECT_THAT(old.header("sunset"), MatchesRegex("[A-Z][a-z]{2}, .* GMT"));
    }
    for (const auto& current : {put(administrator_, application_ + "/status", status("INTERVIEW")),
                                administrator_.get(application_ + "/status/history"),
                                administrator_.get(application_ + "/properties"),
                                administrator_.get(application_ + "/onboardingStatus"),
                                put(administrator_, application_ + "/onboardingStatus", onboarding),
                                administrator_.get(candidate_)}) {
        EXPECT_THAT(current.header("deprecation"), IsEmpty());
        EXPECT_THAT(current.header("sunset"), IsEmpty());
    }
}

// --- source

TEST_P(Applications, GetAnotherSource) {
    const auto changed = put(administrator_, application_ + "/source", linkedin());

    EXPECT_EQ(changed.status, 204) << changed.body;
    EXPECT_THAT(changed.body, IsEmpty());
    EXPECT_EQ(now().at("source"), "LinkedIn");
    EXPECT_EQ(primary().at("source"), "LinkedIn");
    const auto details = administrator_.get(path_of(now().at("actions").at("sourceDetails"))).json();
    EXPECT_EQ(details.at("id"), "linkedin");
    EXPECT_EQ(
        put(administrator_, application_ + "/source", source("JOB_BOARD", "indeed", "FREE_JOB_BOARD")).status,
        204);
    EXPECT_EQ(now().at("source"), "Indeed");
}

TEST_P(Applications, AreReferredBySomebody) {
    const auto referrer = colleague("EMPLOYEE");

    EXPECT_EQ(put(administrator_, application_ + "/source", source("REFERRALS", referrer.id)).status, 204);

    EXPECT_EQ(now().at("source"), "Referred by Robin EMPLOYEE");
    EXPECT_EQ(administrator_.get(path_of(now().at("actions").at("sourceDetails"))).status, 200);
}

TEST_P(Applications, GetNoSourceThatIsNone) {
    const std::vector<std::pair<json::object, std::string>> cases{
        {source("NEWSPAPER", "times"), "INVALID_SOURCE_TYPE"},
        {source("JOB_BOARD", "indeed"), "SUBTYPE_REQUIRED"},
        {source("JOB_BOARD", "nowhere"), "INVALID_SOURCE"},
        {source("JOB_BOARD", "monster", "FREE_JOB_BOARD"), "INVALID_SOURCE"},
        {source("REFERRALS", "000000000000000000000000"), "INVALID_SOURCE"}};
    expect_nothing_written([&] {
        for (const auto& [chosen, code] : cases)
            EXPECT_EQ(refusal(put(administrator_, application_ + "/source", chosen)), (Refusal{400, code}));
        for (const auto& [body, places] : std::vector<std::pair<std::string, std::vector<std::string>>>{
                 {"{}", {"/sourceTypeId", "/sourceId"}},
                 {R"({"sourceTypeId":"","sourceId":null})", {"/sourceTypeId", "/sourceId"}},
                 {R"({"sourceTypeId":1,"sourceId":[],"sourceSubTypeId":{}})",
                  {"/sourceTypeId", "/sourceId", "/sourceSubTypeId"}}}) {
            const auto refused = put_raw(administrator_, application_ + "/source", body);
            EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"})) << body;
            EXPECT_THAT(of_errors(refused, "dataPath"), UnorderedElementsAreArray(places)) << body;
        }
    });
    EXPECT_EQ(now().at("source"), "API");
}

TEST_P(Applications, WriteEventsAndAuditRecordsOfANewSource) {
    const auto written = during([&] { put(administrator_, application_ + "/source", linkedin()); });

    EXPECT_THAT(written.events, ElementsAre(EventRow{"application.source.updated", named(candidate_, job_)}));
    EXPECT_THAT(written.audit_names(), ElementsAre("APPLICATION_SOURCE_MODIFIED"));
    const auto& record = written.record("APPLICATION_SOURCE_MODIFIED");
    EXPECT_EQ(record.author_id, administrator_id_);
    EXPECT_EQ(record.entity_type, "APPLICATION");
    EXPECT_EQ(record.entity_id, application_id(candidate_, job_));
    EXPECT_THAT(keys(record.context), UnorderedElementsAre("previousSource", "nextSource"));
    expect_nothing_written(
        [&] { EXPECT_EQ(put(administrator_, application_ + "/source", linkedin()).status, 204); });
    EXPECT_TRUE(moves_update(candidate_,
                             [&] { put(administrator_, application_ + "/source", source("API", "api")); }));
}

// --- onboarding

TEST_P(Applications, HaveNoOnboardingStatusAtFirst) {
    const auto none = administrator_.get(application_ + "/onboardingStatus");

    EXPECT_EQ(none.status, 200);
    EXPECT_EQ(none.json(), (json::object{{"onboardingStatus", nullptr}}));
}

TEST_P(Applications, GetAnOnboardingStatus) {
    for (const std::string each :
         {"READY_TO_ONBOARD", "ONBOARDING_SUCCESSFUL", "ONBOARDING_FAILED", "READY_TO_ONBOARD"}) {
        const json::object body{{"onboardingStatus", each}};
        const auto set = put(administrator_, application_ + "/onboardingStatus", body);
        EXPECT_EQ(set.status, 204) << set.body;
        EXPECT_THAT(set.body, IsEmpty());
        EXPECT_EQ(administrator_.get(application_ + "/onboardingStatus").json(), body);
    }
}

TEST_P(Applications, GetNoOnboardingStatusThatIsNone) {
    expect_nothing_written([&] {
        for (const std::string body :
             {"", "{}", R"({"onboardingStatus":null})", R"({"onboardingStatus":"READY"})",
              R"({"onboardingStatus":3})", R"({"onboardingStatus":""})"}) {
            for (const std::string& path :
                 {application_ + "/onboardingStatus", candidate_ + "/onboardingStatus"}) {
                const auto refused = put_raw(administrator_, path, body);
                EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"})) << body;
                EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/onboardingStatus")) << body;
            }
        }
    });
}

TEST_P(Applications, WriteEventsAndAuditRecordsOfOnboarding) {
    const auto set = [&](const std::string& to) {
        put(administrator_, application_ + "/onboardingStatus", json::object{{"onboardingStatus", to}});
    };
    const auto first = during([&] { set("READY_TO_ONBOARD"); });
    const auto second = during([&] { set("ONBOARDING_FAILED"); });

    for (const auto* written : {&first, &second}) {
        EXPECT_THAT(written->events,
                    ElementsAre(EventRow{"application.onboarding-status.updated", named(candidate_, job_)}));
        EXPECT_THAT(written->audit_names(), ElementsAre("ONBOARDING_STATUS_UPDATED"));
        EXPECT_EQ(written->audit.at(0).entity_type, "APPLICATION");
        EXPECT_EQ(written->audit.at(0).entity_id, application_id(candidate_, job_));
    }
    EXPECT_EQ(first.audit.at(0).context.at("toValueId"), "READY_TO_ONBOARD");
    EXPECT_EQ(second.audit.at(0).context,
              (json::object{{"fromValueId", "READY_TO_ONBOARD"}, {"toValueId", "ONBOARDING_FAILED"}}));
    expect_nothing_written([&] { set("ONBOARDING_FAILED"); });
    EXPECT_TRUE(moves_update(candidate_, [&] { set("ONBOARDING_SUCCESSFUL"); }));
}

// --- deletion

TEST_P(Applications, AreDeletedAndLeaveTheCandidate) {
    const std::string id = application_id(candidate_, job_);

    const auto deleted = administrator_.del(application_);

    EXPECT_EQ(deleted.status, 204);
    EXPECT_THAT(deleted.body, IsEmpty());
    EXPECT_EQ(administrator_.get(candidate_).status, 200);
    EXPECT_THAT(listed(), IsEmpty());
    EXPECT_EQ(refusal(administrator_.get(application_)), (Refusal{404, "APPLICATION_NOT_FOUND"}));
    EXPECT_EQ(refusal(administrator_.del(application_)), (Refusal{404, "APPLICATION_NOT_FOUND"}));
    EXPECT_EQ(refusal(administrator_.get(kJobApplications + "/" + id)),
              (Refusal{404, "JOB_APPLICATION_NOT_FOUND"}));
}

TEST_P(Applications, AreDeletedOneByOne) {
    const std::string other_job = given_job(administrator_);
    applicant(other_job);

    administrator_.del(application_);

    EXPECT_EQ(administrator_.get(application(candidate_, other_job)).status, 200);
    EXPECT_THAT(listed(), ElementsAre(last_part(candidate_)));
    EXPECT_EQ(total("jobId=" + id_in(job_)), 0);
}

TEST_P(Applications, ComeBackAsNewOnes) {
    const std::string id = application_id(candidate_, job_);
    move(application_, status("INTERVIEW"));
    put(administrator_, application_ + "/onboardingStatus",
        json::object{{"onboardingStatus", "ONBOARDING_FAILED"}});
    administrator_.del(application_);

    EXPECT_EQ(applicant(job_), candidate_);

    EXPECT_NE(application_id(candidate_, job_), id);
    EXPECT_EQ(now().at("status"), "NEW");
    EXPECT_EQ(administrator_.get(application_ + "/onboardingStatus").json(),
              (json::object{{"onboardingStatus", nullptr}}));
    EXPECT_EQ(administrator_.get(application_ + "/status/history").json().at("totalFound"), 1);
}

TEST_P(Applications, WriteEventsAndAuditRecordsOfTheirDeletion) {
    for (const bool by_own_id : {false, true}) {
        const std::string id = application_id(candidate_, job_);

        const auto written =
            during([&] { administrator_.del(by_own_id ? kJobApplications + "/" + id : application_); });

        EXPECT_THAT(written.events, ElementsAre(EventRow{"candidate.updated", named(candidate_)}));
        EXPECT_THAT(written.audit_names(), ElementsAre("JOB_APPLICATION_DELETED"));
        const auto& record = written.record("JOB_APPLICATION_DELETED");
        EXPECT_EQ(record.author_id, administrator_id_);
        EXPECT_EQ(record.entity_type, "APPLICATION");
        EXPECT_EQ(record.entity_id, id);
        applicant(job_);
    }
}

// --- by application id

TEST_P(Applications, AreShownByTheirOwnId) {
    const std::string id = application_id(candidate_, job_);
    put(administrator_, application_ + "/source", linkedin());
    move(application_, status("IN_REVIEW", "Phone Screen"));

    const auto shown = administrator_.get(kJobApplications + "/" + id);

    EXPECT_EQ(shown.status, 200) << shown.body;
    EXPECT_THAT(keys(shown.json()), UnorderedElementsAre("status", "subStatus", "sourceIdentifier",
                                                         "createDate", "profileId", "jobId"));
    EXPECT_EQ(shown.json().at("status"), "IN_REVIEW");
    EXPECT_EQ(shown.json().at("subStatus"), "Phone Screen");
    EXPECT_EQ(text(shown.json().at("profileId")), last_part(candidate_));
    EXPECT_EQ(text(shown.json().at("jobId")), id_in(job_));
    EXPECT_THAT(text(shown.json().at("createDate")), MatchesRegex(kTimeForm));
    const std::string source_id = text(shown.json().at("sourceIdentifier"));
    EXPECT_EQ(administrator_.get("/configuration/sources/" + source_id).json().at("label"), "LinkedIn");
}

TEST_P(Applications, AreDeletedByTheirOwnId) {
    const std::string path = kJobApplications + "/" + application_id(candidate_, job_);

    EXPECT_EQ(administrator_.del(path).status, 204);

    EXPECT_EQ(administrator_.get(candidate_).status, 200);
    EXPECT_EQ(administrator_.get(application_).status, 404);
    EXPECT_EQ(refusal(administrator_.del(path)), (Refusal{404, "JOB_APPLICATION_NOT_FOUND"}));
}

TEST_P(Applications, AreNotKnownByOtherIds) {
    auto rival = client(company().api_key);
    const std::string path = kJobApplications + "/" + application_id(candidate_, job_);

    EXPECT_EQ(refusal(rival.get(path)), (Refusal{404, "JOB_APPLICATION_NOT_FOUND"}));
    EXPECT_EQ(refusal(rival.del(path)), (Refusal{404, "JOB_APPLICATION_NOT_FOUND"}));
    EXPECT_EQ(refusal(administrator_.get(kJobApplications + "/" + kNoId)),
              (Refusal{404, "JOB_APPLICATION_NOT_FOUND"}));
    EXPECT_EQ(refusal(administrator_.get(kJobApplications + "/" + last_part(candidate_))),
              (Refusal{404, "JOB_APPLICATION_NOT_FOUND"}));
    for (const std::string malformed : {"nonsense", "1", "65a0f3c2b1d4e5f60718293a", "%ff"})
        EXPECT_EQ(refusal(administrator_.get(kJobApplications + "/" + malformed)),
                  (Refusal{404, "JOB_APPLICATION_NOT_FOUND"}))
            << malformed;
    EXPECT_EQ(administrator_.get(path).status, 200);
}

RUN_ON_EACH_DATABASE(Applications);

}  // namespace
}  // namespace callboard
