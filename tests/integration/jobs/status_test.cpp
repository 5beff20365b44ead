#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "integration/recorded_company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::each;
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
using test::text;
using testing::Each;
using testing::ElementsAre;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;

constexpr std::array kStatuses{"CREATED", "SOURCING", "FILLED", "INTERVIEW", "OFFER", "CANCELLED", "ON_HOLD"};
constexpr auto kTime = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z";

class JobStatus : public RecordedCompany {
  protected:
    const std::string job_ = given_job(administrator_);

    static json::value status(const std::string& name) { return {{"status", name}}; }
    Answer move(const std::string& name) { return put(administrator_, job_ + "/status", status(name)); }
    std::string now() { return text(administrator_.get(job_).json().at("status")); }
    std::string posting() { return text(administrator_.get(job_).json().at("postingStatus")); }
    std::vector<std::string> history() {
        return each(administrator_.get(job_ + "/status/history"), "content", "status");
    }
};

TEST_P(JobStatus, IsSetToEveryOneOfTheApiFromEveryOne) {
    for (const std::string from : kStatuses) {
        for (const std::string to : kStatuses) {
            EXPECT_EQ(move(from).status, 201);

            const auto moved = move(to);

            EXPECT_EQ(moved.status, 201) << from << " to " << to;
            EXPECT_EQ(moved.json(), status(to));
            EXPECT_EQ(now(), to);
        }
    }
}

TEST_P(JobStatus, IsSeenInListsAndFoundByThem) {
    given_job(administrator_);
    move("ON_HOLD");

    EXPECT_THAT(ids(administrator_.get("/jobs?statuses=ON_HOLD")), ElementsAre(id_in(job_)));
    EXPECT_THAT(ids(administrator_.get("/jobs?status=ON_HOLD")), ElementsAre(id_in(job_)));
    EXPECT_EQ(administrator_.get("/jobs?status=ON_HOLD").json().at("content").at(0).at("status"), "ON_HOLD");
    EXPECT_EQ(administrator_.get("/jobs?status=CREATED").json().at("totalFound"), 1);
}

TEST_P(JobStatus, IsNoneThatTheApiDoesNotKnow) {
    expect_nothing_written([&] {
        for (const std::string body :
             {R"({"status":"OTHER"})", R"({"status":"HIRED"})", R"({"status":"created"})",
              R"({"status":" FILLED"})", R"({"status":""})", R"({"status":null})", R"({"status":3})",
              R"({"status":["FILLED"]})", R"({"status":{"id":"FILLED"}})", R"({"state":"FILLED"})", "{}",
              ""}) {
            const auto refused =
                administrator_.request("PUT", job_ + "/status", body, {{"Content-Type", "application/json"}});
            EXPECT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"})) << body;
            EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/status")) << body;
        }
        const auto broken =
            administrator_.request("PUT", job_ + "/status", "FILLED", {{"Content-Type", "application/json"}});
        EXPECT_EQ(refusal(broken), (Refusal{400, "INVALID_JSON"}));
    });
    EXPECT_EQ(now(), "CREATED");
    EXPECT_THAT(history(), ElementsAre("CREATED"));
}

// --- history

TEST_P(JobStatus, BeginsItsHistoryWithTheJob) {
    const auto history = administrator_.get(job_ + "/status/history");

    EXPECT_EQ(history.status, 200);
    EXPECT_THAT(keys(history.json()), UnorderedElementsAre("totalFound", "content"));
    EXPECT_EQ(history.json().at("totalFound"), 1);
    EXPECT_EQ(history.json().at("content").at(0).at("status"), "CREATED");
    EXPECT_EQ(history.json().at("content").at(0).at("changedOn"),
              administrator_.get(job_).json().at("createdOn"));
}

TEST_P(JobStatus, HasAHistoryOldestFirst) {
    for (const std::string name : {"SOURCING", "INTERVIEW", "ON_HOLD", "SOURCING", "CREATED", "FILLED"})
        move(name);

    const auto history = administrator_.get(job_ + "/status/history");

    EXPECT_EQ(history.json().at("totalFound"), 7);
    EXPECT_THAT(each(history, "content", "status"),
                ElementsAre("CREATED", "SOURCING", "INTERVIEW", "ON_HOLD", "SOURCING", "CREATED", "FILLED"));
    const auto times = each(history, "content", "changedOn");
    EXPECT_THAT(times, Each(MatchesRegex(kTime)));
    EXPECT_TRUE(std::ranges::is_sorted(times)) << testing::PrintToString(times);
}

TEST_P(JobStatus, TellsWhenItWasChangedAndByWhom) {
    const auto member = colleague("STANDARD");
    join_team(job_, member.id);
    auto standard = client(member.key);
    const std::string before = to_iso(SystemClock{}.now());
    put(standard, job_ + "/status", status("OFFER"));

    const auto changes = administrator_.get(job_ + "/status/history").json().at("content");

    const auto& last = changes.at(1);
    EXPECT_THAT(keys(last), UnorderedElementsAre("changedOn", "status", "actions"));
    EXPECT_GE(text(last.at("changedOn")), before);
    EXPECT_LE(text(last.at("changedOn")), to_iso(SystemClock{}.now()));
    const auto who = [&](const json::value& change) {
        const auto& action = change.at("actions").at("user");
        EXPECT_EQ(action.at("method"), "GET");
        const std::string base = public_url();
        const std::string url = text(action.at("url"));
        EXPECT_TRUE(url.starts_with(base + "/")) << url;
        return id_of(administrator_.get(url.substr(base.size())));
    };
    EXPECT_EQ(who(changes.at(0)), administrator_id_);
    EXPECT_EQ(who(last), member.id);
}

TEST_P(JobStatus, SetAgainAddsNothing) {
    move("SOURCING");

    expect_nothing_written([&] {
        for (int i = 0; i < 3; ++i) {
            const auto again = move("SOURCING");
            EXPECT_EQ(again.status, 201);
            EXPECT_EQ(again.json(), status("SOURCING"));
        }
    });

    EXPECT_THAT(history(), ElementsAre("CREATED", "SOURCING"));
}

TEST_P(JobStatus, OfOneJobIsNotThatOfAnother) {
    const std::string other = given_job(administrator_);

    move("FILLED");

    EXPECT_EQ(administrator_.get(other).json().at("status"), "CREATED");
    EXPECT_EQ(administrator_.get(other + "/status/history").json().at("totalFound"), 1);
}

TEST_P(JobStatus, IsNotWhatAReplacementOrAPatchOfTheJobSets) {
    move("INTERVIEW");
    json::object input = job_input();
    input["status"] = "FILLED";

    EXPECT_EQ(put(administrator_, job_, input).status, 200);

    EXPECT_EQ(now(), "INTERVIEW");
    EXPECT_THAT(history(), ElementsAre("CREATED", "INTERVIEW"));
}

// --- publication

TEST_P(JobStatus, BecomesSourcingWithTheFirstPublication) {
    const auto written =
        during([&] { EXPECT_EQ(administrator_.post(job_ + "/publication", "").status, 204); });

    EXPECT_EQ(now(), "SOURCING");
    EXPECT_THAT(history(), ElementsAre("CREATED", "SOURCING"));
    EXPECT_THAT(written.event_names(), UnorderedElementsAre("job.ad.postings.updated", "job.status.updated"));
    EXPECT_EQ(written.record("JOB_STATUS_CHANGED").entity_id, id_in(job_));
    administrator_.del(job_ + "/publication");
    administrator_.post(job_ + "/publication", "");
    EXPECT_THAT(history(), ElementsAre("CREATED", "SOURCING"));
}

TEST_P(JobStatus, IsLeftAloneByAPublicationOnceItIsAnother) {
    for (const std::string name : {"FILLED", "INTERVIEW", "OFFER", "CANCELLED", "ON_HOLD"}) {
        const std::string job = given_job(administrator_);
        put(administrator_, job + "/status", status(name));

        EXPECT_EQ(administrator_.post(job + "/publication", "").status, 204) << name;

        EXPECT_EQ(text(administrator_.get(job).json().at("status")), name);
        EXPECT_EQ(administrator_.get(job).json().at("postingStatus"), "PUBLIC");
        EXPECT_THAT(each(administrator_.get(job + "/status/history"), "content", "status"),
                    ElementsAre("CREATED", name));
    }
}

TEST_P(JobStatus, DoesNotTouchThePublication) {
    for (const std::string name : kStatuses) {
        move(name);
        EXPECT_EQ(posting(), "NOT_PUBLISHED") << name;
    }
    administrator_.post(job_ + "/publication", R"({"visibility":"INTERNAL"})");
    for (const std::string name : kStatuses) {
        const auto written = during([&] { move(name); });
        EXPECT_EQ(posting(), "INTERNAL") << name;
        EXPECT_THAT(written.event_names(), Each("job.status.updated"));
    }
    EXPECT_FALSE(administrator_.get(job_ + "/publication").json().at("content").as_array().empty());
}

// --- events and audit records

TEST_P(JobStatus, IsRecordedWhenItChanges) {
    const auto written = during([&] { move("CANCELLED"); });

    EXPECT_THAT(written.events, ElementsAre(EventRow{"job.status.updated", {{"id", id_in(job_)}}}));
    EXPECT_THAT(written.audit_names(), ElementsAre("JOB_STATUS_CHANGED"));
    EXPECT_EQ(written.audit.at(0).entity_type, "JOB");
    EXPECT_EQ(written.audit.at(0).entity_id, id_in(job_));
    EXPECT_EQ(written.audit.at(0).author_id, administrator_id_);
}

TEST_P(JobStatus, SetByManyAtOnceChangesOnce) {
    std::array<int, 8> statuses{};
    const auto written = during([&] {
        std::vector<std::jthread> threads;
        for (int& each : statuses)
            threads.emplace_back([&] {
                auto caller = client(acme_.api_key);
                each = put(caller, job_ + "/status", status("OFFER")).status;
            });
    });

    EXPECT_THAT(statuses, Each(201));
    EXPECT_THAT(history(), ElementsAre("CREATED", "OFFER"));
    EXPECT_THAT(written.event_names(), ElementsAre("job.status.updated"));
    EXPECT_THAT(written.audit_names(), ElementsAre("JOB_STATUS_CHANGED"));
}

TEST_P(JobStatus, HasAHistoryWithoutRepeatsHoweverManyChangeIt) {
    const auto written = during([&] {
        std::vector<std::jthread> threads;
        for (std::size_t thread = 0; thread < 4; ++thread)
            threads.emplace_back([&, thread] {
                auto caller = client(acme_.api_key);
                for (std::size_t i = 0; i < 10; ++i)
                    EXPECT_THAT(
                        put(caller, job_ + "/status", status(kStatuses.at((thread + i) % 3 + 1))).status,
                        testing::AnyOf(201, 409));
            });
    });

    const auto seen = history();
    EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end()) << testing::PrintToString(seen);
    EXPECT_EQ(seen.back(), now());
    EXPECT_EQ(written.events.size(), seen.size() - 1);
    EXPECT_EQ(written.audit.size(), seen.size() - 1);
}

// --- permissions

TEST_P(JobStatus, IsChangedByMembersOfTheTeamButNotByRestrictedOnes) {
    const auto member = colleague("STANDARD");
    join_team(job_, member.id);
    auto standard = client(member.key);
    auto restricted = restricted_member(job_);

    EXPECT_EQ(put(standard, job_ + "/status", status("OFFER")).status, 201);
    expect_nothing_written([&] {
        EXPECT_EQ(refusal(put(restricted, job_ + "/status", status("FILLED"))),
                  (Refusal{403, "PERMISSION_DENIED"}));
    });

    EXPECT_EQ(restricted.get(job_ + "/status/history").json().at("totalFound"), 2);
    EXPECT_EQ(now(), "OFFER");
}

TEST_P(JobStatus, OfAHiddenJobIsHidden) {
    for (const std::string role : {"STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        SCOPED_TRACE(role);
        auto outsider = client(colleague(role).key);
        expect_nothing_written([&] {
            EXPECT_EQ(refusal(put(outsider, job_ + "/status", status("FILLED"))),
                      (Refusal{403, "PERMISSION_DENIED"}));
            EXPECT_EQ(refusal(outsider.get(job_ + "/status/history")),
                      (Refusal{401, "UNAUTHORIZED_TO_ACCESS_JOB"}));
        });
    }
    EXPECT_EQ(now(), "CREATED");
}

TEST_P(JobStatus, OfAnUnknownJobIsUnknown) {
    expect_unknown(
        [&](const std::string& job) { return put(administrator_, job + "/status", status("FILLED")); });
    expect_unknown([&](const std::string& job) { return administrator_.get(job + "/status/history"); });
}

RUN_ON_EACH_DATABASE(JobStatus);

}  // namespace
}  // namespace callboard
