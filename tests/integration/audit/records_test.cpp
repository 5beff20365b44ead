#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::create;
using test::given_job;
using test::id_of;
using test::job_input;
using test::job_numbered;
using test::text;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::UnorderedElementsAre;

constexpr auto kUuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

class ApiRecords : public test::CompanyServer {
  protected:
    test::Client& caller_ = administrator_;
};

TEST_P(ApiRecords, OfANewJobAreWrittenOnce) {
    const std::string id = id_of(create(caller_, job_input()));

    EXPECT_THAT(events(), ElementsAre("job.created", "job.ad.created"));
    EXPECT_THAT(audit(), UnorderedElementsAre("JOB_CREATED", "JOB_AD_CREATED"));
    const auto payloads = recorded("event", "payload");
    EXPECT_EQ(json::parse(payloads.at(0)), (json::value{{"id", id}}));
    const auto ad = json::parse(payloads.at(1));
    EXPECT_EQ(text(ad.at("job_id")), id);
    EXPECT_THAT(text(ad.at("job_ad_id")), MatchesRegex(kUuid));
    EXPECT_EQ(ad.at("id"), ad.at("job_ad_id"));
}

TEST_P(ApiRecords, SayWhoDidItFromWhereInWhichRequest) {
    const auto made = caller_.post("/jobs", json::serialize(job_input()), {{"X-Request-Id", "my-request-1"}});

    const auto records =
        recorded("audit_record", "event_name, author_type, author_id, entity_type, entity_id, context");
    const std::string expected =
        "JOB_CREATED USER " + text(made.json().at("creator").at("id")) + " JOB " + id_of(made) + " ";
    const auto found =
        std::ranges::find_if(records, [&](const auto& row) { return row.starts_with(expected); });
    ASSERT_NE(found, records.end()) << testing::PrintToString(records);
    const auto context = json::parse(found->substr(expected.size()));
    EXPECT_EQ(context.at("clientAddress"), "127.0.0.1");
    EXPECT_EQ(context.at("requestId"), "my-request-1");
}

TEST_P(ApiRecords, OfAPublicationAreWrittenOnceHoweverOftenItIsRepeated) {
    const std::string path = given_job(caller_) + "/publication";

    for (int i = 0; i < 3; ++i) caller_.post(path, "");
    for (int i = 0; i < 3; ++i) caller_.del(path);

    EXPECT_THAT(events(), UnorderedElementsAre("job.created", "job.ad.created", "job.ad.postings.updated",
                                               "job.status.updated", "job.ad.postings.updated"));
    EXPECT_THAT(audit(), UnorderedElementsAre("JOB_CREATED", "JOB_AD_CREATED", "JOB_PUBLISHED",
                                              "JOB_STATUS_CHANGED", "JOB_UNPUBLISHED"));
}

TEST_P(ApiRecords, OfAMoveBetweenAudiencesAreWritten) {
    const std::string path = given_job(caller_) + "/publication";

    caller_.post(path, R"({"visibility":"INTERNAL"})");
    caller_.post(path, R"({"visibility":"PUBLIC"})");

    EXPECT_EQ(count(events(), "job.ad.postings.updated"), 2);
    EXPECT_EQ(count(events(), "job.status.updated"), 1);
    EXPECT_EQ(count(audit(), "JOB_PUBLISHED"), 2);
}

TEST_P(ApiRecords, AreNotWrittenForCallsThatFail) {
    auto rival = client(company().api_key);
    const std::string path = given_job(caller_, job_numbered("TAKEN-1"));
    const auto events_before = events();
    const auto audit_before = audit();
    json::object unknown = job_input();
    unknown["industry"] = {{"id", "unheard_of"}};

    EXPECT_EQ(create(caller_, job_numbered("TAKEN-1")).status, 409);
    EXPECT_EQ(create(caller_, unknown).status, 400);
    EXPECT_EQ(caller_.post("/jobs", "{}").status, 422);
    EXPECT_EQ(caller_.post("/jobs", "{").status, 400);
    EXPECT_EQ(caller_.post(path + "/publication", R"({"visibility":"PRIVATE"})").status, 422);
    EXPECT_EQ(rival.post(path + "/publication", "").status, 404);
    EXPECT_EQ(caller_.get(path).status, 200);
    EXPECT_EQ(caller_.get("/jobs").status, 200);

    EXPECT_EQ(events(), events_before);
    EXPECT_EQ(audit(), audit_before);
    EXPECT_EQ(recorded("job", "id").size(), 1U);
    EXPECT_EQ(
        rows().select("SELECT count(*) FROM job_ad a WHERE NOT EXISTS (SELECT 1 FROM job j WHERE j.id = "
                      "a.job_id)"),
        std::vector<std::string>{"0"});
}

TEST_P(ApiRecords, OfManyWhoPublishOneJobAreWrittenOnce) {
    const std::string path = given_job(caller_);
    std::array<int, 8> statuses{};
    {
        std::vector<std::jthread> threads;
        for (int& status : statuses)
            threads.emplace_back(
                [&] { status = client(acme_.api_key).post(path + "/publication", "").status; });
    }

    EXPECT_THAT(statuses, Each(204));
    EXPECT_EQ(caller_.get(path).json().at("postingStatus"), "PUBLIC");
    EXPECT_EQ(count(events(), "job.ad.postings.updated"), 1);
    EXPECT_EQ(count(events(), "job.status.updated"), 1);
    EXPECT_EQ(count(audit(), "JOB_PUBLISHED"), 1);
    EXPECT_EQ(count(audit(), "JOB_STATUS_CHANGED"), 1);
}

TEST_P(ApiRecords, AreAsManyAsTheMovesOfAJobThatSeveralPublishAndTakeBack) {
    const std::string path = given_job(caller_);
    std::atomic<int> odd{0};
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 6; ++thread)
            threads.emplace_back([&, thread] {
                auto caller = client(acme_.api_key);
                for (int i = 0; i < 10; ++i) {
                    const int status = thread % 2 == 0 ? caller.post(path + "/publication", "").status
                                                       : caller.del(path + "/publication").status;
                    if (status != 204 && status != 409) ++odd;
                }
            });
    }

    EXPECT_EQ(odd, 0);
    const auto published = count(audit(), "JOB_PUBLISHED");
    const auto taken_back = count(audit(), "JOB_UNPUBLISHED");
    EXPECT_EQ(count(events(), "job.ad.postings.updated"), published + taken_back);
    EXPECT_EQ(count(events(), "job.status.updated"), 1);
    const bool is_public = caller_.get(path).json().at("postingStatus") == "PUBLIC";
    EXPECT_EQ(published - taken_back, is_public ? 1 : 0);
    EXPECT_THAT(rows().select("SELECT count(*) FROM job j WHERE (j.posting <> 'NOT_PUBLISHED') <> EXISTS "
                              "(SELECT 1 FROM publication p WHERE p.job_ad_id = j.default_ad_id AND "
                              "p.unpublished_at IS NULL)"),
                ElementsAre("0"));
}

TEST_P(ApiRecords, KeepTheHistoryOfAJobsStatus) {
    const std::string path = given_job(caller_);
    caller_.post(path + "/publication", "");

    EXPECT_THAT(rows().select("SELECT status FROM job_status_change WHERE job_id = '" + path.substr(6) +
                              "' ORDER BY id"),
                ElementsAre("CREATED", "SOURCING"));
}

TEST_P(ApiRecords, OfADepartmentAreWrittenOnceAndNotWhenItIsRefused) {
    const auto made = caller_.post("/configuration/departments", R"({"label":"Kitchen","id":"42"})");
    ASSERT_EQ(made.status, 201);

    EXPECT_EQ(caller_.post("/configuration/departments", R"({"label":"kitchen"})").status, 400);
    EXPECT_EQ(caller_.post("/configuration/departments", R"({"label":"Bar","id":"42"})").status, 409);
    EXPECT_EQ(caller_.post("/configuration/departments", R"({"label":""})").status, 422);

    EXPECT_THAT(audit(), ElementsAre("DEPARTMENT_CREATED"));
    EXPECT_THAT(events(), IsEmpty());
}

TEST_P(ApiRecords, OfTheCommandLineNameNoUserAndNoSecret) {
    ASSERT_EQ(command({"credential", "revoke", acme_.credential_id}).code, 0);

    const auto records =
        recorded("audit_record", "event_name, author_type, author_id, entity_type, entity_id, context");

    EXPECT_THAT(records, testing::Contains(testing::StartsWith("CREDENTIALS_CREATED SYSTEM  CREDENTIAL " +
                                                               acme_.credential_id)));
    EXPECT_THAT(records, testing::Contains(testing::StartsWith("CREDENTIALS_REVOKED SYSTEM  CREDENTIAL " +
                                                               acme_.credential_id)));
    EXPECT_THAT(records, testing::Contains(testing::StartsWith("USER_ACCOUNT_CREATED SYSTEM  USER ")));
    EXPECT_THAT(records, Each(Not(HasSubstr(acme_.api_key))));
    EXPECT_THAT(records.front(), HasSubstr("USER_ACCOUNT_CREATED"));
    EXPECT_EQ(records.size(), 3U);
}

TEST_P(ApiRecords, OfACredentialSayItsKind) {
    const auto contexts =
        rows().select("SELECT context FROM audit_record WHERE entity_id = '" + acme_.credential_id + "'");

    ASSERT_EQ(contexts.size(), 1U);
    EXPECT_TRUE(json::parse(contexts.at(0)).as_object().contains("credentialType"));
}

RUN_ON_EACH_DATABASE(ApiRecords);

}  // namespace
}  // namespace callboard
