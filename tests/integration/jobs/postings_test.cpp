#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::array_of;
using test::at_the_same_time;
using test::content;
using test::given_job;
using test::id_of;
using test::job_input;
using test::keys;
using test::of_errors;
using test::post;
using test::put;
using test::text;
using testing::AnyOf;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;

constexpr auto kInternal = R"({"visibility":"INTERNAL"})";
constexpr auto kWithoutBoards = R"({"aggregators":false})";

class ApiJobPostings : public test::CompanyServer {
  protected:
    static std::string ads_of(const std::string& job) { return job + "/jobads/"; }
    std::string default_ad(const std::string& job) {
        for (const auto& ad : array_of(administrator_.get(job + "/jobads")))
            if (ad.at("default").as_bool()) return ads_of(job) + text(ad.at("id"));
        ADD_FAILURE() << "no default ad";
        return {};
    }
    std::string given_ad(const std::string& job) {
        const auto made = post(administrator_, job + "/jobads", {{"title", "Koch"}});
        EXPECT_EQ(made.status, 200) << made.body;
        return ads_of(job) + id_of(made);
    }
    void publish(const std::string& job, const std::string& body = "") {
        EXPECT_EQ(administrator_.post(job + "/publication", body).status, 204);
    }
    void post_ad(const std::string& ad, const std::string& body = "") {
        EXPECT_EQ(administrator_.post(ad + "/postings", body).status, 202);
    }
    std::string state_of(const std::string& ad) {
        return text(administrator_.get(ad).json().at("postingStatus"));
    }
    std::string posting_of(const std::string& job) {
        return text(administrator_.get(job).json().at("postingStatus"));
    }
    json::array postings(const std::string& ad) { return content(administrator_.get(ad + "/postings")); }
    json::array all_postings(const std::string& ad) {
        return content(administrator_.get(ad + "/postings?activeOnly=false"));
    }
    json::array publications(const std::string& job) {
        return content(administrator_.get(job + "/publication"));
    }
    json::array all_publications(const std::string& job) {
        return content(administrator_.get(job + "/publication?activeOnly=false"));
    }
    // The channel types of the listed publications.
    static std::vector<std::string> types(const json::array& list) {
        std::vector<std::string> found;
        for (const auto& each : list) found.push_back(text(each.at("type")));
        return found;
    }
    static std::int64_t ended(const json::array& list) {
        return std::ranges::count_if(
            list, [](const json::value& each) { return each.as_object().contains("unpublishedOn"); });
    }
    std::int64_t moves() const { return count(events(), "job.ad.postings.updated"); }
    static std::string quoted(const std::string& id) { return "'" + id + "'"; }
    static std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }
    // The postings of the ad that have not ended.
    std::vector<std::string> active_rows(const std::string& ad) const {
        return rows().select(
            "SELECT audience FROM publication WHERE unpublished_at IS NULL AND job_ad_id = " +
            quoted(last_part(ad)));
    }
};

// --- operations on one ad

TEST_P(ApiJobPostings, TheDefaultAdIsPostedAndItsJobIsPublic) {
    const std::string job = given_job(administrator_);
    const std::string ad = default_ad(job);

    const auto posted = administrator_.post(ad + "/postings", "");

    EXPECT_EQ(posted.status, 202);
    EXPECT_EQ(posted.json(), (json::value{{"postingStatus", "PENDING"}}));
    EXPECT_EQ(state_of(ad), "PUBLISHED");
    EXPECT_EQ(posting_of(job), "PUBLIC");
    EXPECT_EQ(administrator_.get(job).json().at("status"), "SOURCING");
    EXPECT_EQ(postings(ad), publications(job));
}

TEST_P(ApiJobPostings, TheDefaultAdIsTakenDown) {
    const std::string job = given_job(administrator_);
    const std::string ad = default_ad(job);
    publish(job);

    const auto taken_down = administrator_.del(ad + "/postings");

    EXPECT_EQ(taken_down.status, 202);
    EXPECT_EQ(taken_down.json(), (json::value{{"unpostingStatus", "PENDING"}}));
    EXPECT_EQ(state_of(ad), "NOT_PUBLISHED");
    EXPECT_EQ(posting_of(job), "NOT_PUBLISHED");
    EXPECT_THAT(publications(job), IsEmpty());
}

TEST_P(ApiJobPostings, AnotherAdWaitsForTheDefaultOne) {
    const std::string job = given_job(administrator_);
    const std::string ad = given_ad(job);

    const auto refused = administrator_.post(ad + "/postings", "");

    EXPECT_EQ(refused.status, 403);
    EXPECT_EQ(refused.error_code(), "JOB_NOT_POSTED");
    EXPECT_EQ(state_of(ad), "NOT_PUBLISHED");
    EXPECT_EQ(moves(), 0);

    publish(job);
    EXPECT_EQ(state_of(ad), "NOT_PUBLISHED");
    post_ad(ad);
    EXPECT_EQ(state_of(ad), "PUBLISHED");
    EXPECT_EQ(types(postings(ad)).size(), 2U);
}

TEST_P(ApiJobPostings, AnotherAdComesDownAlone) {
    const std::string job = given_job(administrator_);
    const std::string ad = given_ad(job);
    const std::string third = given_ad(job);
    publish(job);
    post_ad(ad);
    post_ad(third);

    EXPECT_EQ(administrator_.del(ad + "/postings").status, 202);

    EXPECT_EQ(state_of(ad), "NOT_PUBLISHED");
    EXPECT_EQ(state_of(third), "PUBLISHED");
    EXPECT_EQ(state_of(default_ad(job)), "PUBLISHED");
    EXPECT_EQ(posting_of(job), "PUBLIC");
    EXPECT_THAT(postings(ad), IsEmpty());
    EXPECT_EQ(ended(all_postings(ad)), std::ssize(all_postings(ad)));
}

TEST_P(ApiJobPostings, EveryAdComesDownWithTheDefaultOne) {
    for (const bool by_publication : {true, false}) {
        const std::string job = given_job(administrator_);
        const std::vector<std::string> ads{default_ad(job), given_ad(job), given_ad(job)};
        const std::string never = given_ad(job);
        publish(job);
        post_ad(ads[1]);
        post_ad(ads[2], kInternal);
        const auto before = moves();

        const auto taken_down =
            administrator_.del(by_publication ? job + "/publication" : ads[0] + "/postings");

        EXPECT_EQ(taken_down.status, by_publication ? 204 : 202);
        for (const std::string& ad : ads) {
            EXPECT_EQ(state_of(ad), "NOT_PUBLISHED");
            EXPECT_THAT(postings(ad), IsEmpty());
            EXPECT_THAT(all_postings(ad), testing::Not(IsEmpty()));
            EXPECT_EQ(ended(all_postings(ad)), std::ssize(all_postings(ad)));
            EXPECT_THAT(active_rows(ad), IsEmpty());
        }
        EXPECT_THAT(all_postings(never), IsEmpty());
        EXPECT_EQ(moves() - before, 3);
        EXPECT_EQ(administrator_.post(ads[1] + "/postings", "").error_code(), "JOB_NOT_POSTED");
        publish(job);
        EXPECT_EQ(state_of(ads[1]), "NOT_PUBLISHED");
    }
}

TEST_P(ApiJobPostings, AnAdThatIsNotUpIsTakenDownInVain) {
    const std::string job = given_job(administrator_);
    const std::string ad = given_ad(job);
    const auto events_before = events();
    const auto audit_before = audit();

    EXPECT_EQ(administrator_.del(ad + "/postings").status, 202);
    EXPECT_EQ(administrator_.del(default_ad(job) + "/postings").status, 202);
    EXPECT_EQ(administrator_.del(job + "/publication").status, 204);

    EXPECT_EQ(events(), events_before);
    EXPECT_EQ(audit(), audit_before);
}

TEST_P(ApiJobPostings, AnAdHasItsOwnVisibility) {
    const std::string job = given_job(administrator_);
    const std::string ad = given_ad(job);
    publish(job);

    post_ad(ad, kInternal);

    EXPECT_EQ(administrator_.get(ad).json().at("visibility"), "INTERNAL");
    EXPECT_EQ(administrator_.get(default_ad(job)).json().at("visibility"), "PUBLIC");
    EXPECT_EQ(posting_of(job), "PUBLIC");
    EXPECT_THAT(types(postings(ad)), ElementsAre("INTERNAL"));
}

TEST_P(ApiJobPostings, RefuseABodyThatIsNone) {
    const std::string job = given_job(administrator_);
    publish(job);
    const std::string ad = given_ad(job);

    for (const std::string body : {R"({"visibility":"PRIVATE"})", R"({"visibility":1})",
                                   R"({"aggregators":"false"})", R"({"aggregators":0})"}) {
        const auto refused = administrator_.post(ad + "/postings", body);
        EXPECT_EQ(refused.status, 422) << body;
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre(AnyOf("/visibility", "/aggregators")));
    }
    EXPECT_EQ(state_of(ad), "NOT_PUBLISHED");
}

TEST_P(ApiJobPostings, OfAnAdThatIsNoneAreNotFound) {
    const std::string job = given_job(administrator_);
    publish(job);
    for (const std::string wrong : {"x", "00000000-0000-7000-8000-000000000000"}) {
        const std::string path = ads_of(job) + wrong + "/postings";
        for (const auto& refused :
             {administrator_.get(path), administrator_.post(path, ""), administrator_.del(path)}) {
            EXPECT_EQ(refused.status, 404);
            EXPECT_EQ(refused.error_code(), "JOBAD_NOT_FOUND");
        }
        const std::string jobless =
            "/jobs/00000000-0000-7000-8000-000000000000/jobads/" + wrong + "/postings";
        for (const auto& refused :
             {administrator_.get(jobless), administrator_.post(jobless, ""), administrator_.del(jobless)})
            EXPECT_THAT(refused.error_code(), AnyOf("JOB_NOT_FOUND", "JOBAD_NOT_FOUND"));
    }
}

// --- lists

TEST_P(ApiJobPostings, ListEveryChannelAndSinceWhen) {
    const std::string job = given_job(administrator_);
    EXPECT_EQ(administrator_.get(job + "/publication").json(), json::parse(R"({"content":[]})"));
    publish(job);

    const auto listed = publications(job);

    EXPECT_THAT(types(listed), UnorderedElementsAre("INTERNAL", "FREE"));
    for (const auto& each : listed) {
        EXPECT_THAT(keys(each), UnorderedElementsAre("sourceName", "type", "publishedOn"));
        EXPECT_FALSE(text(each.at("sourceName")).empty());
        EXPECT_THAT(text(each.at("publishedOn")),
                    MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z"));
        EXPECT_EQ(each.at("publishedOn"), listed.at(0).at("publishedOn"));
    }
    EXPECT_NE(listed.at(0).at("sourceName"), listed.at(1).at("sourceName"));
    EXPECT_GE(text(listed.at(0).at("publishedOn")), text(administrator_.get(job).json().at("createdOn")));
}

TEST_P(ApiJobPostings, ReachNoBoardsWithoutAggregatorsOrForColleagues) {
    const std::string public_only = given_job(administrator_);
    const std::string internal = given_job(administrator_);
    publish(public_only, kWithoutBoards);
    publish(internal, R"({"visibility":"INTERNAL","aggregators":true})");

    EXPECT_THAT(types(publications(public_only)), ElementsAre("INTERNAL"));
    EXPECT_EQ(posting_of(public_only), "PUBLIC");
    EXPECT_THAT(types(publications(internal)), ElementsAre("INTERNAL"));
    EXPECT_EQ(posting_of(internal), "INTERNAL");
    EXPECT_NE(publications(public_only).at(0).at("sourceName"),
              publications(internal).at(0).at("sourceName"));
}

TEST_P(ApiJobPostings, ListWhatHasEndedWhenAsked) {
    const std::string job = given_job(administrator_);
    publish(job);
    administrator_.del(job + "/publication");

    EXPECT_THAT(publications(job), IsEmpty());
    EXPECT_THAT(content(administrator_.get(job + "/publication?activeOnly=true")), IsEmpty());
    EXPECT_THAT(content(administrator_.get(job + "/publication?activeOnly=")), IsEmpty());
    const auto all = all_publications(job);
    EXPECT_EQ(all.size(), 2U);
    EXPECT_EQ(ended(all), 2);
    for (const auto& each : all) EXPECT_GE(text(each.at("unpublishedOn")), text(each.at("publishedOn")));

    publish(job, kInternal);
    EXPECT_EQ(publications(job).size(), 1U);
    EXPECT_EQ(all_publications(job).size(), 3U);
    EXPECT_EQ(ended(all_publications(job)), 2);
}

TEST_P(ApiJobPostings, KnowYesAndNo) {
    const std::string job = given_job(administrator_);
    const std::string job_publications = job + "/publication";
    const std::string ad_postings = default_ad(job) + "/postings";
    for (const std::string wrong : {"maybe", "1", "false,true", "null"}) {
        const std::string query = "?activeOnly=" + wrong;
        for (const auto& refused :
             {administrator_.get(job_publications + query), administrator_.get(ad_postings + query)}) {
            EXPECT_EQ(refused.status, 400) << wrong;
            EXPECT_EQ(refused.error_code(), "INVALID_PARAMETER") << wrong;
            EXPECT_THAT(of_errors(refused, "message"), ElementsAre(testing::HasSubstr("activeOnly")));
        }
    }
}

TEST_P(ApiJobPostings, OfAJobAreThoseOfItsDefaultAd) {
    const std::string job = given_job(administrator_);
    const std::string ad = given_ad(job);
    publish(job);
    post_ad(ad, kInternal);

    EXPECT_EQ(publications(job), postings(default_ad(job)));
    EXPECT_EQ(publications(job).size(), 2U);
    EXPECT_EQ(postings(ad).size(), 1U);
}

// --- publishing again

TEST_P(ApiJobPostings, AgainChangeNothingWhenNothingHasChanged) {
    const std::string job = given_job(administrator_);
    const std::string ad = given_ad(job);
    publish(job);
    post_ad(ad, kWithoutBoards);
    const auto events_before = events();
    const auto audit_before = audit();
    const auto before = all_publications(job);
    const auto before_of_ad = all_postings(ad);
    const auto activity = administrator_.get(job).json().at("lastActivityOn");

    for (int i = 0; i < 3; ++i) {
        publish(job);
        post_ad(default_ad(job));
        post_ad(ad, kWithoutBoards);
    }

    EXPECT_EQ(events(), events_before);
    EXPECT_EQ(audit(), audit_before);
    EXPECT_EQ(all_publications(job), before);
    EXPECT_EQ(all_postings(ad), before_of_ad);
    EXPECT_EQ(administrator_.get(job).json().at("lastActivityOn"), activity);
}

TEST_P(ApiJobPostings, AgainAreNewForAnotherAudience) {
    const std::string job = given_job(administrator_);
    publish(job);
    publish(job, kWithoutBoards);
    publish(job, kInternal);
    publish(job);

    EXPECT_THAT(types(publications(job)), UnorderedElementsAre("INTERNAL", "FREE"));
    EXPECT_EQ(all_publications(job).size(), 6U);
    EXPECT_EQ(ended(all_publications(job)), 4);
    EXPECT_EQ(moves(), 4);
    EXPECT_EQ(count(audit(), "JOB_PUBLISHED"), 4);
    EXPECT_EQ(active_rows(default_ad(job)).size(), 1U);
}

TEST_P(ApiJobPostings, AgainAreNewWhenTheAdHasChanged) {
    const std::string job = given_job(administrator_);
    const std::string ad = given_ad(job);
    publish(job);
    post_ad(ad);
    ASSERT_EQ(moves(), 2);

    ASSERT_EQ(put(administrator_, ad, R"({"title":"Chef"})").status, 200);
    post_ad(ad);
    EXPECT_EQ(moves(), 3);
    EXPECT_EQ(all_postings(ad).size(), 4U);
    EXPECT_EQ(ended(all_postings(ad)), 2);
    EXPECT_EQ(all_publications(job).size(), 2U);

    ASSERT_EQ(put(administrator_, default_ad(job),
                  R"({"title":"Cook","jobAd":{"qualifications":{"text":"A knife"}}})")
                  .status,
              200);
    publish(job);
    EXPECT_EQ(moves(), 4);
    EXPECT_EQ(all_publications(job).size(), 4U);

    json::object input = job_input();
    input["jobAd"] = {{"sections", {{"jobDescription", {{"text", "Anew"}}}}}};
    ASSERT_EQ(put(administrator_, job, input).status, 200);
    publish(job);
    EXPECT_EQ(moves(), 5);
    EXPECT_EQ(ended(all_publications(job)), 4);
    EXPECT_EQ(publications(job).size(), 2U);
}

// Also within one millisecond: an ad that was changed after its publication is published again.
TEST_P(ApiJobPostings, AgainAreNewAfterEveryChange) {
    constexpr int kTimes = 60;
    const std::string job = given_job(administrator_);
    const std::string ad = default_ad(job);
    publish(job, kInternal);

    for (int i = 0; i < kTimes; ++i) {
        ASSERT_EQ(put(administrator_, ad, R"({"title":"Cook )" + std::to_string(i) + R"("})").status, 200);
        publish(job, kInternal);
    }

    EXPECT_EQ(moves(), 1 + kTimes);
    EXPECT_EQ(std::ssize(all_publications(job)), 1 + kTimes);
    EXPECT_EQ(active_rows(ad).size(), 1U);
}

TEST_P(ApiJobPostings, AgainAreNotNewForWhatIsNotInTheAd) {
    const std::string job = given_job(administrator_);
    publish(job);
    ASSERT_EQ(put(administrator_, job + "/note", R"({"content":"Call them"})").status, 200);
    ASSERT_EQ(put(administrator_, job + "/status", R"({"status":"INTERVIEW"})").status, 201);
    ASSERT_EQ(post(administrator_, job + "/positions",
                   {{"type", "NEW"},
                    {"positionOpenDate", "2026-01-01T00:00:00.000Z"},
                    {"targetStartDate", "2026-02-01T00:00:00.000Z"}})
                  .status,
              201);
    given_ad(job);

    publish(job);

    EXPECT_EQ(moves(), 1);
    EXPECT_EQ(all_publications(job).size(), 2U);
    EXPECT_EQ(administrator_.get(job).json().at("status"), "INTERVIEW");
}

TEST_P(ApiJobPostings, MakeOnlyAJobThatWasCreatedSourcing) {
    for (const std::string status : {"FILLED", "CANCELLED", "ON_HOLD", "OFFER"}) {
        const std::string job = given_job(administrator_);
        ASSERT_EQ(put(administrator_, job + "/status", R"({"status":")" + status + "\"}").status, 201);
        publish(job);
        EXPECT_EQ(text(administrator_.get(job).json().at("status")), status);
        EXPECT_EQ(posting_of(job), "PUBLIC");
    }
}

TEST_P(ApiJobPostings, StayWhenAJobIsCancelled) {
    const std::string job = given_job(administrator_);
    publish(job);

    ASSERT_EQ(put(administrator_, job + "/status", R"({"status":"CANCELLED"})").status, 201);

    EXPECT_EQ(posting_of(job), "PUBLIC");
    EXPECT_EQ(publications(job).size(), 2U);
}

// --- concurrency

TEST_P(ApiJobPostings, OfManyAtTheSameTimeLeaveOneActive) {
    const std::string job = given_job(administrator_);
    const std::string ad = default_ad(job);
    const std::array<std::string, 3> bodies{"", kInternal, kWithoutBoards};

    for (int round = 0; round < 5; ++round) {
        const auto statuses = at_the_same_time<8>([&](std::size_t i) {
            auto caller = client(acme_.api_key);
            return i % 2 == 0 ? caller.post(job + "/publication", bodies.at(i % 3)).status
                              : caller.post(ad + "/postings", bodies.at(i % 3)).status;
        });

        EXPECT_THAT(statuses, Each(AnyOf(204, 202, 409)));
        const auto active = active_rows(ad);
        ASSERT_EQ(active.size(), 1U) << testing::PrintToString(active);
        EXPECT_EQ(posting_of(job), active.front() == "COLLEAGUES" ? "INTERNAL" : "PUBLIC");
        EXPECT_EQ(count(audit(), "JOB_PUBLISHED"), moves());
        EXPECT_THAT(
            rows().select("SELECT count(*) FROM publication WHERE job_ad_id = " + quoted(last_part(ad))),
            ElementsAre(std::to_string(moves())));
    }
}

TEST_P(ApiJobPostings, OfOneAdByManyAtTheSameTimeAreOne) {
    const std::string job = given_job(administrator_);
    const std::string ad = given_ad(job);
    publish(job);

    const auto statuses = at_the_same_time<8>(
        [&](std::size_t) { return client(acme_.api_key).post(ad + "/postings", "").status; });

    EXPECT_THAT(statuses, Each(202));
    EXPECT_EQ(active_rows(ad).size(), 1U);
    EXPECT_EQ(all_postings(ad).size(), 2U);
    EXPECT_EQ(moves(), 2);
    EXPECT_EQ(count(audit(), "JOB_PUBLISHED"), 2);
}

TEST_P(ApiJobPostings, OfSeveralAdsAtTheSameTimeAllHappen) {
    const std::string job = given_job(administrator_);
    std::vector<std::string> ads;
    ads.reserve(8);
    for (int i = 0; i < 8; ++i) ads.push_back(given_ad(job));
    publish(job);

    const auto statuses = at_the_same_time<8>(
        [&](std::size_t i) { return client(acme_.api_key).post(ads.at(i) + "/postings", "").status; });

    EXPECT_THAT(statuses, Each(202));
    for (const auto& ad : ads) EXPECT_EQ(state_of(ad), "PUBLISHED");
    EXPECT_EQ(moves(), 9);
}

TEST_P(ApiJobPostings, NeverLeaveAnAdUpWhoseDefaultAdIsDown) {
    const std::string job = given_job(administrator_);
    const std::vector<std::string> ads{given_ad(job), given_ad(job), given_ad(job)};

    for (int round = 0; round < 20; ++round) {
        publish(job);
        const auto statuses = at_the_same_time<4>([&](std::size_t i) {
            auto caller = client(acme_.api_key);
            return i == 3 ? caller.del(job + "/publication").status
                          : caller.post(ads.at(i) + "/postings", "").status;
        });

        EXPECT_THAT(statuses, Each(AnyOf(202, 204, 403, 409)));
        if (statuses.back() != 204) continue;
        ASSERT_EQ(posting_of(job), "NOT_PUBLISHED");
        for (const auto& ad : ads) {
            ASSERT_EQ(state_of(ad), "NOT_PUBLISHED") << "in round " << round;
            ASSERT_THAT(postings(ad), IsEmpty());
        }
    }
}

RUN_ON_EACH_DATABASE(ApiJobPostings);

}  // namespace
}  // namespace callboard
