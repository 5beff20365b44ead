// Status changes of applications, and their effects: history, job status, positions.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "integration/candidates/candidates.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::at_the_same_time;
using test::CandidateServer;
using test::content;
using test::each;
using test::EventRow;
using test::given_job;
using test::id_in;
using test::id_of;
using test::keys;
using test::kNoId;
using test::kTimeForm;
using test::of_errors;
using test::person;
using test::post;
using test::put;
using test::put_raw;
using test::text;
using test::with;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSubsetOf;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

constexpr std::array kStatuses{"LEAD",  "NEW",      "IN_REVIEW", "INTERVIEW",  "OFFERED",
                               "HIRED", "REJECTED", "WITHDRAWN", "TRANSFERRED"};

class ApplicationStatus : public CandidateServer {
  protected:
    const std::string job_ = given_job(administrator_);
    const std::string candidate_ = applicant(job_);
    const std::string application_ = application(candidate_, job_);

    Answer set(const json::object& to) { return put(administrator_, application_ + "/status", to); }
    json::value now() { return administrator_.get(application_).json(); }
    std::vector<std::string> history() {
        return each(administrator_.get(application_ + "/status/history"), "content", "status");
    }
};

// --- statuses

TEST_P(ApplicationStatus, IsSetToEveryOneFromEveryOne) {
    for (const std::string from : kStatuses) {
        for (const std::string to : kStatuses) {
            set(status(from));

            const auto moved = set(status(to));

            EXPECT_EQ(moved.status, 204) << from << " to " << to << moved.body;
            EXPECT_THAT(moved.body, IsEmpty());
            EXPECT_EQ(text(now().at("status")), to) << from;
        }
    }
}

TEST_P(ApplicationStatus, IsNoneThatTheApiDoesNotKnow) {
    const std::vector<std::pair<std::string, std::vector<std::string>>> cases{
        {"", {"/status"}},
        {"{}", {"/status"}},
        {R"({"status":null})", {"/status"}},
        {R"({"status":"hired"})", {"/status"}},
        {R"({"status":"OFFER"})", {"/status"}},
        {R"({"status":3,"subStatus":[],"startsOn":"tomorrow","reason":{}})",
         {"/status", "/subStatus", "/startsOn", "/reason"}},
        {R"({"status":"HIRED","startsOn":"2030-02-30T00:00:00Z"})", {"/startsOn"}},
        {R"({"status":"HIRED","startsOn":1700000000})", {"/startsOn"}}};
    expect_nothing_written([&] {
        for (const auto& [body, places] : cases) {
            for (const std::string& path : {application_ + "/status", candidate_ + "/status"}) {
                const auto refused = put_raw(administrator_, path, body);
                EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"})) << body;
                if (refused.status == 400)
                    EXPECT_THAT(of_errors(refused, "dataPath"), UnorderedElementsAreArray(places)) << body;
            }
        }
        EXPECT_EQ(refusal(put_raw(administrator_, application_ + "/status", "HIRED")),
                  (Refusal{400, "INVALID_JSON"}));
    });
    EXPECT_EQ(now().at("status"), "NEW");
}

// --- steps

TEST_P(ApplicationStatus, HasTheStepsOfTheHiringProcess) {
    const auto process = content(administrator_.get("/configuration/hiring-processes")).at(0);
    for (const std::string stage : {"IN_REVIEW", "INTERVIEW", "OFFERED"}) {
        const json::array steps = process.at("subStatuses").at(stage).as_array();
        ASSERT_FALSE(steps.empty()) << stage;
        for (const auto& step : steps) {
            EXPECT_EQ(set(status(stage, text(step))).status, 204);
            EXPECT_EQ(now().at("subStatus"), step);
        }
        EXPECT_EQ(set(status(stage)).status, 204);
        EXPECT_FALSE(now().as_object().contains("subStatus"));
    }
}

TEST_P(ApplicationStatus, HasNoOtherSteps) {
    expect_nothing_written([&] {
        for (const auto& wrong :
             {status("IN_REVIEW", "Nothing"), status("IN_REVIEW", "Team Interview"),
              status("INTERVIEW", "Phone Screen"), status("OFFERED", "Phone Screen"),
              status("NEW", "Phone Screen"), status("LEAD", "x"), status("HIRED", "Offer Accepted"),
              status("REJECTED", "Phone Screen"), status("WITHDRAWN", "x"), status("TRANSFERRED", "x")})
            EXPECT_EQ(refusal(set(wrong)), (Refusal{400, "SUB_STATUS_NOT_FOUND"})) << json::serialize(wrong);
    });
    EXPECT_EQ(now().at("status"), "NEW");
}

TEST_P(ApplicationStatus, LosesItsStepWithTheStage) {
    set(status("IN_REVIEW", "Phone Screen"));

    set(status("INTERVIEW"));

    EXPECT_FALSE(now().as_object().contains("subStatus"));
}

TEST_P(ApplicationStatus, MayGoBackAndSkipSteps) {
    for (const auto& to : {status("OFFERED", "Offer Accepted"), status("IN_REVIEW", "Resume Review"),
                           status("INTERVIEW", "Final Interview"), status("NEW"), status("HIRED")})
        EXPECT_EQ(set(to).status, 204) << json::serialize(to);
}

// --- reasons

TEST_P(ApplicationStatus, HasAReasonOnlyWhenItEnds) {
    const std::string rejection = reason("rejection");
    expect_nothing_written([&] {
        for (const std::string each :
             {"LEAD", "NEW", "IN_REVIEW", "INTERVIEW", "OFFERED", "HIRED", "TRANSFERRED"})
            EXPECT_EQ(refusal(set(with(status(each), "reason", json::value(rejection)))),
                      (Refusal{400, "NO_REASON_SUPPORT_FOR_STATUS"}))
                << each;
    });
}

TEST_P(ApplicationStatus, HasAReasonOfItsKind) {
    const std::string rejection = reason("rejection");
    const std::string withdrawal = reason("withdrawal");
    expect_nothing_written([&] {
        for (const auto& [name, wrong] :
             std::vector<std::pair<std::string, std::string>>{{"REJECTED", withdrawal},
                                                              {"WITHDRAWN", rejection},
                                                              {"REJECTED", kNoId},
                                                              {"WITHDRAWN", "nonsense"}})
            EXPECT_EQ(refusal(set(with(status(name), "reason", json::value(wrong)))),
                      (Refusal{400, "REASON_NOT_FOUND"}))
                << name << wrong;
    });
    EXPECT_EQ(set(status("REJECTED")).status, 204) << "none is needed";
    EXPECT_FALSE(now().as_object().contains("reasonOfRejection"));
    EXPECT_EQ(set(with(status("REJECTED"), "reason", json::value(rejection))).status, 204);
    EXPECT_EQ(text(now().at("reasonOfRejection").at("id")), rejection);
}

TEST_P(ApplicationStatus, DropsItsReasonWhenItGoesOn) {
    set(with(status("REJECTED"), "reason", json::value(reason("rejection"))));

    set(status("IN_REVIEW"));
    EXPECT_FALSE(now().as_object().contains("reasonOfRejection"));
    set(status("REJECTED"));
    EXPECT_FALSE(now().as_object().contains("reasonOfRejection"));
}

TEST_P(ApplicationStatus, KeepsTheFirstDayUntilItIsSaidAnew) {
    set(with(status("OFFERED"), "startsOn", "2030-03-01T00:00:00.000Z"));
    set(status("HIRED"));
    EXPECT_EQ(now().at("startsOn"), "2030-03-01T00:00:00.000Z");

    set(with(status("HIRED"), "startsOn", "2030-04-01T00:00:00.000Z"));
    EXPECT_EQ(now().at("startsOn"), "2030-04-01T00:00:00.000Z");
    EXPECT_THAT(history(), ElementsAre("NEW", "OFFERED", "HIRED"));
}

// --- history

TEST_P(ApplicationStatus, BeginsItsHistoryWithTheApplication) {
    const auto first = administrator_.get(application_ + "/status/history");

    EXPECT_EQ(first.status, 200);
    EXPECT_THAT(keys(first.json()), UnorderedElementsAre("totalFound", "content"));
    EXPECT_EQ(first.json().at("totalFound"), 1);
    EXPECT_THAT(keys(content(first).at(0)), IsSubsetOf({"changedOn", "status", "actions"}));
    EXPECT_EQ(content(first).at(0).at("status"), "NEW");
    EXPECT_THAT(text(content(first).at(0).at("changedOn")), MatchesRegex(kTimeForm));
}

TEST_P(ApplicationStatus, HasAHistoryOldestFirst) {
    const std::string before = to_iso(SystemClock{}.now());
    set(status("IN_REVIEW", "Resume Review"));
    set(status("IN_REVIEW", "Phone Screen"));
    set(status("IN_REVIEW"));
    set(status("REJECTED"));
    set(status("NEW"));

    const auto all = administrator_.get(application_ + "/status/history");

    EXPECT_EQ(all.json().at("totalFound"), 6);
    EXPECT_THAT(each(all, "content", "status"),
                ElementsAre("NEW", "IN_REVIEW", "IN_REVIEW", "IN_REVIEW", "REJECTED", "NEW"));
    EXPECT_EQ(content(all).at(1).at("subStatus"), "Resume Review");
    EXPECT_EQ(content(all).at(2).at("subStatus"), "Phone Screen");
    EXPECT_FALSE(content(all).at(3).as_object().contains("subStatus"));
    const auto times = each(all, "content", "changedOn");
    EXPECT_TRUE(std::ranges::is_sorted(times)) << testing::PrintToString(times);
    EXPECT_GE(times.back(), before);
    EXPECT_EQ(administrator_.get(candidate_ + "/status/history").json(), all.json());
}

TEST_P(ApplicationStatus, OfOneJobHasAHistoryOfItsOwn) {
    const std::string other_job = given_job(administrator_);
    const std::string other = application(applicant(other_job), other_job);
    move(other, status("INTERVIEW"));

    EXPECT_THAT(history(), ElementsAre("NEW"));
    EXPECT_THAT(each(administrator_.get(candidate_ + "/status/history"), "content", "status"),
                ElementsAre("NEW", "INTERVIEW"));
}

// --- events and audit records

TEST_P(ApplicationStatus, WritesEventsAndAuditRecords) {
    set(status("IN_REVIEW", "Phone Screen"));

    const auto written = during([&] { set(status("IN_REVIEW", "Resume Review")); });
    const auto without_steps = during([&] { set(status("NEW")); });

    for (const auto* each : {&written, &without_steps}) {
        EXPECT_THAT(each->events,
                    ElementsAre(EventRow{"application.status.updated", named(candidate_, job_)}));
        EXPECT_THAT(each->audit_names(), ElementsAre("JOB_APPLICATION_STATE_MODIFIED"));
        EXPECT_EQ(each->audit.at(0).author_id, administrator_id_);
        EXPECT_EQ(each->audit.at(0).entity_type, "APPLICATION");
        EXPECT_EQ(each->audit.at(0).entity_id, application_id(candidate_, job_));
    }
    EXPECT_EQ(written.audit.at(0).context, (json::object{{"currentStatus", "IN_REVIEW"},
                                                         {"currentStep", "Resume Review"},
                                                         {"previousStatus", "IN_REVIEW"},
                                                         {"previousStep", "Phone Screen"}}));
    EXPECT_EQ(without_steps.audit.at(0).context, (json::object{{"currentStatus", "NEW"},
                                                               {"previousStatus", "IN_REVIEW"},
                                                               {"previousStep", "Resume Review"}}));
}

TEST_P(ApplicationStatus, SetAgainAddsNothing) {
    const auto rejected = with(status("REJECTED"), "reason", json::value(reason("rejection")));
    const auto hired = with(status("HIRED"), "startsOn", "2030-03-01T00:00:00.000Z");
    for (const auto& to : {status("IN_REVIEW", "Phone Screen"), rejected, hired}) {
        set(to);
        const std::string before = administrator_.get(candidate_).body;
        const auto lines = history();

        expect_nothing_written([&] {
            EXPECT_EQ(set(to).status, 204);
            EXPECT_EQ(put(administrator_, candidate_ + "/status", to).status, 204);
        });

        EXPECT_EQ(administrator_.get(candidate_).body, before);
        EXPECT_EQ(history(), lines);
    }
}

TEST_P(ApplicationStatus, WithAnotherReasonOrFirstDayCausesAnEventButNoLineOfTheHistory) {
    set(status("REJECTED"));
    const auto reasoned =
        during([&] { set(with(status("REJECTED"), "reason", json::value(reason("rejection")))); });
    EXPECT_THAT(history(), ElementsAre("NEW", "REJECTED"));
    set(status("HIRED"));
    const auto dated = during([&] { set(with(status("HIRED"), "startsOn", "2030-03-01T00:00:00.000Z")); });
    EXPECT_THAT(history(), ElementsAre("NEW", "REJECTED", "HIRED"));

    for (const auto* written : {&reasoned, &dated})
        EXPECT_THAT(written->events,
                    ElementsAre(EventRow{"application.status.updated", named(candidate_, job_)}));
    EXPECT_TRUE(moves_update(candidate_,
                             [&] { set(with(status("HIRED"), "startsOn", "2031-03-01T00:00:00.000Z")); }));
}

TEST_P(ApplicationStatus, MovesTheCandidate) {
    EXPECT_TRUE(moves_update(candidate_, [&] { set(status("IN_REVIEW")); }));
}

TEST_P(ApplicationStatus, SetByManyAtOnceChangesOnce) {
    const auto written = during([&] {
        const auto statuses = at_the_same_time<8>([&](std::size_t) {
            auto caller = client(acme_.api_key);
            return put(caller, application_ + "/status", status("REJECTED")).status;
        });
        EXPECT_THAT(statuses, Each(204));
    });

    EXPECT_THAT(history(), ElementsAre("NEW", "REJECTED"));
    EXPECT_THAT(written.event_names(), ElementsAre("application.status.updated"));
}

TEST_P(ApplicationStatus, HasAHistoryWithoutRepeatsHoweverManyChangeIt) {
    const auto written = during([&] {
        at_the_same_time<4>([&](std::size_t thread) {
            auto caller = client(acme_.api_key);
            for (std::size_t i = 0; i < 10; ++i)
                EXPECT_THAT(
                    put(caller, application_ + "/status", status(kStatuses.at(6 + (thread + i) % 3))).status,
                    testing::AnyOf(204, 409));
            return 0;
        });
    });

    const auto seen = history();
    EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end()) << testing::PrintToString(seen);
    EXPECT_EQ(seen.back(), text(now().at("status")));
    EXPECT_EQ(written.events.size(), seen.size() - 1);
}

RUN_ON_EACH_DATABASE(ApplicationStatus);

// --- status of the job

class JobThatFollows : public CandidateServer {
  protected:
    const std::string job_ = given_job(administrator_);

    std::string job_status() { return text(administrator_.get(job_).json().at("status")); }
    std::vector<std::string> job_history() {
        return each(administrator_.get(job_ + "/status/history"), "content", "status");
    }
    std::string given_application(const std::string& name = "Lovelace") {
        return application(applicant(job_, person(name)), job_);
    }
    std::string open_position() {
        const auto made = post(administrator_, job_ + "/positions",
                               {{"type", "NEW"},
                                {"positionOpenDate", "2030-01-01T00:00:00.000Z"},
                                {"targetStartDate", "2030-03-01T00:00:00.000Z"}});
        EXPECT_EQ(made.status, 201) << made.body;
        return id_of(made);
    }
    std::string position(const std::string& id) {
        return text(administrator_.get(job_ + "/positions/" + id).json().at("status"));
    }
};

TEST_P(JobThatFollows, BecomesSourcingWithTheFirstApplication) {
    const auto written = during([&] { given_application(); });

    EXPECT_EQ(job_status(), "SOURCING");
    EXPECT_THAT(written.event_names(),
                UnorderedElementsAre("candidate.created", "application.created", "job.status.updated"));
    EXPECT_EQ(written.record("JOB_STATUS_CHANGED").entity_id, id_in(job_));
    given_application("Byron");
    EXPECT_THAT(job_history(), ElementsAre("CREATED", "SOURCING"));
}

TEST_P(JobThatFollows, GoesWithItsFurthestCandidate) {
    const std::string application = given_application();
    move(application, status("IN_REVIEW"));
    EXPECT_EQ(job_status(), "SOURCING");

    const auto interview = during([&] { move(application, status("INTERVIEW")); });
    EXPECT_EQ(job_status(), "INTERVIEW");
    const auto offer = during([&] { move(application, status("OFFERED")); });
    EXPECT_EQ(job_status(), "OFFER");
    move(application, status("HIRED"));
    EXPECT_EQ(job_status(), "OFFER") << "hiring does not fill a job";

    for (const auto* written : {&interview, &offer}) {
        EXPECT_THAT(written->event_names(),
                    UnorderedElementsAre("application.status.updated", "job.status.updated"));
        EXPECT_THAT(written->audit_names(),
                    UnorderedElementsAre("JOB_APPLICATION_STATE_MODIFIED", "JOB_STATUS_CHANGED"));
    }
    EXPECT_THAT(job_history(), ElementsAre("CREATED", "SOURCING", "INTERVIEW", "OFFER"));
}

TEST_P(JobThatFollows, GoesToOfferWithAHireFromTheStart) {
    move(given_application(), status("HIRED"));

    EXPECT_THAT(job_history(), ElementsAre("CREATED", "SOURCING", "OFFER"));
}

TEST_P(JobThatFollows, NeverGoesBack) {
    const std::string application = given_application();
    move(application, status("OFFERED"));

    for (const std::string back : {"INTERVIEW", "NEW", "LEAD", "REJECTED", "WITHDRAWN", "TRANSFERRED"}) {
        move(application, status(back));
        EXPECT_EQ(job_status(), "OFFER") << back;
    }
    given_application("Byron");
    administrator_.del(application);
    EXPECT_THAT(job_history(), ElementsAre("CREATED", "SOURCING", "OFFER"));
}

TEST_P(JobThatFollows, FollowsNobodyOnceItIsOverOrWaits) {
    for (const std::string quiet : {"FILLED", "CANCELLED", "ON_HOLD"}) {
        const std::string application = given_application("of " + quiet);
        put(administrator_, job_ + "/status", status(quiet));

        for (const std::string to : {"INTERVIEW", "OFFERED", "HIRED"}) move(application, status(to));
        given_application("another of " + quiet);

        EXPECT_EQ(job_status(), quiet);
    }
}

TEST_P(JobThatFollows, FollowsAgainAfterItWasSetBack) {
    const std::string application = given_application();
    move(application, status("INTERVIEW"));
    put(administrator_, job_ + "/status", status("CREATED"));

    move(application, status("OFFERED"));

    EXPECT_EQ(job_status(), "OFFER");
}

TEST_P(JobThatFollows, FollowsManyAtOnceAsOne) {
    std::vector<std::string> applications;
    for (int i = 0; i < 8; ++i) applications.push_back(given_application("Number " + std::to_string(i)));

    const auto statuses = at_the_same_time<8>([&](std::size_t i) {
        auto caller = client(acme_.api_key);
        return put(caller, applications[i] + "/status", status(i % 2 == 0 ? "INTERVIEW" : "OFFERED")).status;
    });

    EXPECT_THAT(statuses, Each(204));
    EXPECT_EQ(job_status(), "OFFER");
    const auto seen = job_history();
    EXPECT_TRUE(
        std::ranges::equal(seen, std::vector<std::string>{"CREATED", "SOURCING", "OFFER"}) ||
        std::ranges::equal(seen, std::vector<std::string>{"CREATED", "SOURCING", "INTERVIEW", "OFFER"}))
        << testing::PrintToString(seen);
}

// --- positions

TEST_P(JobThatFollows, FillsItsOldestOpenPositionWithAHire) {
    const std::string first = open_position();
    const std::string second = open_position();
    const std::string application = given_application();
    move(application, status("OFFERED"));
    EXPECT_EQ(position(first), "OPEN");

    const auto written = during([&] { move(application, status("HIRED")); });

    EXPECT_EQ(position(first), "FILLED");
    EXPECT_EQ(position(second), "OPEN");
    EXPECT_THAT(written.events,
                testing::Contains(EventRow{
                    "position.updated", {{"id", first}, {"job_id", id_in(job_)}, {"position_id", first}}}));
    EXPECT_THAT(written.event_names(),
                UnorderedElementsAre("application.status.updated", "position.updated"));
    const auto& record = written.record("POSITION_ASSIGNED");
    EXPECT_EQ(record.entity_type, "JOB");
    EXPECT_EQ(record.entity_id, id_in(job_));
    EXPECT_EQ(record.context.at("previous").at("status"), "OPEN");
    EXPECT_EQ(record.context.at("current").at("status"), "FILLED");
    EXPECT_EQ(text(record.context.at("current").at("id")), first);
}

TEST_P(JobThatFollows, FillsOnePositionForEachHire) {
    const std::string first = open_position();
    const std::string second = open_position();
    const std::string ada = given_application("Ada");
    move(ada, status("HIRED"));

    EXPECT_THAT(during([&] {
                    move(ada, with(status("HIRED"), "startsOn", "2030-03-01T00:00:00.000Z"));
                }).event_names(),
                ElementsAre("application.status.updated"));
    EXPECT_EQ(position(second), "OPEN");
    move(given_application("Grace"), status("HIRED"));
    EXPECT_EQ(position(second), "FILLED");
    const auto written = during([&] { move(given_application("Third"), status("HIRED")); });
    EXPECT_EQ(count(written.event_names(), "position.updated"), 0);
    EXPECT_EQ(position(first), "FILLED");
}

TEST_P(JobThatFollows, FillsAsManyPositionsAsAreHiredAtOnce) {
    std::vector<std::string> positions;
    std::vector<std::string> applications;
    for (int i = 0; i < 4; ++i) positions.push_back(open_position());
    for (int i = 0; i < 8; ++i) applications.push_back(given_application("Number " + std::to_string(i)));

    const auto written = during([&] {
        at_the_same_time<3>([&](std::size_t i) {
            auto caller = client(acme_.api_key);
            return put(caller, applications[i] + "/status", status("HIRED")).status;
        });
    });

    EXPECT_EQ(count(written.event_names(), "position.updated"), 3);
    EXPECT_EQ(std::ranges::count_if(positions, [&](const auto& id) { return position(id) == "FILLED"; }), 3);
    EXPECT_EQ(position(positions.back()), "OPEN");
}

RUN_ON_EACH_DATABASE(JobThatFollows);

}  // namespace
}  // namespace callboard
