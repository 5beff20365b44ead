// Reading all pages of the list of candidates.
#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/candidates/candidates.h"
#include "support/eventually.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::at_the_same_time;
using test::CandidateServer;
using test::content;
using test::encoded;
using test::given_job;
using test::id_in;
using test::ids;
using test::kPool;
using test::last_part;
using test::merge;
using test::person;
using test::text;
using testing::AnyOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::SizeIs;

class CandidatePaging : public CandidateServer {
  protected:
    const std::string job_ = given_job(administrator_);

    static json::object matching(int number) {
        json::object input = person("Number " + std::to_string(number));
        input["tags"] = {"cook", "R&D + \"Küche\"; 100% <#1>?/="};
        input["location"] = {{"city", "São Paulo & <Norte>"}};
        return input;
    }
    std::string add() { return last_part(applicant(job_, matching(++number_))); }
    void add_other() {
        applicant(job_, person("Other " + std::to_string(++number_)));
        in_pool(person("Pool " + std::to_string(number_)));
    }
    // Newest first.
    std::vector<std::string> add_some(int how_many) {
        std::vector<std::string> made;
        for (int i = 0; i < how_many; ++i) made.push_back(add());
        std::ranges::reverse(made);
        return made;
    }
    std::vector<std::string> filters() const {
        return {"tag=cook",
                "tag=" + encoded("R&D + \"Küche\"; 100% <#1>?/="),
                "jobId=" + id_in(job_) + "&tag=cook",
                "status=NEW,HIRED&tag=cook",
                "consentStatus=REQUIRED&tag=COOK",
                "updatedAfter=2000-01-01T00:00:00.000%2B02:00&tag=cook",
                "sourceType=API&sourceSubType=API&sourceValueId=api&tag=cook",
                "q=number",
                "q=" + encoded("\"são paulo\" number"),
                "location=" + encoded("são paulo")};
    }
    // By the cursor in the body, or by the URL of the Link header.
    enum class Way { cursor, link };
    std::vector<std::string> walk_by(
        const std::string& parameters, Way way, const std::function<void()>& between = [] {}) {
        std::vector<std::string> all;
        std::string target = kPool + "?" + parameters;
        while (all.size() < 1000) {
            const auto page = administrator_.get(target);
            EXPECT_EQ(page.status, 200) << target << page.body;
            if (page.status != 200) break;
            EXPECT_EQ(page.json().at("offset"), 0);
            for (const auto& id : ids(page)) all.push_back(id);
            const auto next = page.json().at("nextPageId");
            const std::string url = following(page);
            EXPECT_EQ(next.is_null(), url.empty());
            if (next.is_null()) break;
            EXPECT_TRUE(url.starts_with(public_url() + kPool + "?")) << url;
            target = way == Way::link ? url.substr(public_url().size())
                                      : kPool + "?" + parameters + "&pageId=" + encoded(text(next));
            between();
        }
        return all;
    }
    static std::string following(const Answer& page) {
        const std::string link = page.header("link");
        if (link.empty()) return {};
        EXPECT_THAT(link, MatchesRegex("<[^>]+>; rel=\"next\""));
        return link.substr(1, link.find('>') - 1);
    }
    std::string cursor(const std::string& parameters) {
        const json::value next = administrator_.get(kPool + "?" + parameters).json().at("nextPageId");
        return encoded(text(next));
    }
    // Gives all of them the same time of change.
    void make_simultaneous() {
        const std::string at = " = 1700000000000 WHERE company_id = " + company_id();
        // In one transaction: the server may read for 100 ms what it has read after the first statement.
        execute("BEGIN; UPDATE candidate SET updated_at" + at + "; UPDATE job_application SET listed_at" +
                at + "; COMMIT");
        EXPECT_TRUE(test::eventually([&] {
            const auto page = content(administrator_.get(kPool + "?limit=100"));
            return std::ranges::all_of(
                page, [](const auto& item) { return item.at("updatedOn") == "2023-11-14T22:13:20.000Z"; });
        }));
    }

  private:
    int number_ = 0;
};

// --- one page

TEST_P(CandidatePaging, OfAnEmptyListIsOnePage) {
    const auto page = administrator_.get(kPool);

    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(page.json(), (json::value{{"limit", 10},
                                        {"offset", 0},
                                        {"totalFound", 0},
                                        {"nextPageId", nullptr},
                                        {"content", json::array{}}}));
    EXPECT_THAT(page.header("link"), IsEmpty());
}

TEST_P(CandidatePaging, GivesTenUnlessMoreAreWanted) {
    add_some(12);

    const auto page = administrator_.get(kPool);

    EXPECT_EQ(page.json().at("limit"), 10);
    EXPECT_THAT(ids(page), SizeIs(10));
    EXPECT_EQ(page.json().at("totalFound"), 12);
    EXPECT_THAT(ids(administrator_.get(kPool + "?limit=1")), SizeIs(1));
    EXPECT_THAT(ids(administrator_.get(kPool + "?limit=100")), SizeIs(12));
    EXPECT_EQ(administrator_.get(kPool + "?limit=100").json().at("limit"), 100);
    EXPECT_TRUE(administrator_.get(kPool + "?limit=12").json().at("nextPageId").is_null());
    EXPECT_FALSE(administrator_.get(kPool + "?limit=11").json().at("nextPageId").is_null());
}

TEST_P(CandidatePaging, IsInTheOrderOfTheLastChange) {
    const auto newest_first = add_some(4);
    ASSERT_EQ(listed(), newest_first);
    const std::string oldest = kPool + "/" + newest_first.back();
    const std::string second = kPool + "/" + newest_first.at(2);
    later_than(updated_on(oldest));

    merge(administrator_, oldest, json::object{{"phoneNumber", "1"}});
    later_than(updated_on(oldest));
    move(application(second, job_), status("IN_REVIEW"));

    EXPECT_THAT(listed(),
                ElementsAre(last_part(second), last_part(oldest), newest_first.at(0), newest_first.at(1)));
}

// --- all pages

TEST_P(CandidatePaging, WalksEveryFilterWithoutLossOrRepetition) {
    std::vector<std::string> made;
    for (int i = 0; i < 7; ++i) {
        made.push_back(add());
        add_other();
    }
    std::ranges::sort(made);
    for (const auto& filter : filters()) {
        SCOPED_TRACE(filter);
        for (const Way way : {Way::cursor, Way::link})
            for (const std::string limit : {"limit=1&", "limit=3&", "limit=7&", "limit=100&"}) {
                auto seen = walk_by(limit + filter, way);
                std::ranges::sort(seen);
                EXPECT_EQ(seen, made) << limit;
            }
        EXPECT_EQ(total(filter), 7);
    }
}

TEST_P(CandidatePaging, WalksInOrder) {
    const auto newest_first = add_some(9);

    for (const Way way : {Way::cursor, Way::link})
        for (const std::string parameters : {"limit=2", "limit=2&tag=cook", "limit=4&status=NEW"})
            EXPECT_EQ(walk_by(parameters, way), newest_first) << parameters;
}

TEST_P(CandidatePaging, WalksOnWhileOthersAreAdded) {
    add_some(4);
    for (const auto& filter : filters()) {
        SCOPED_TRACE(filter);
        for (const Way way : {Way::cursor, Way::link}) {
            add();
            auto before = walk_by("limit=100&" + filter, way);

            bool added = false;
            auto seen = walk_by("limit=2&" + filter, way, [&] {
                if (!added) add();
                added = true;
            });

            EXPECT_THAT(std::set(seen.begin(), seen.end()), SizeIs(seen.size())) << "repeated";
            std::ranges::sort(before);
            std::ranges::sort(seen);
            EXPECT_TRUE(std::ranges::includes(seen, before)) << "lost";
        }
    }
}

TEST_P(CandidatePaging, WalksThoseThatChangedAtTheSameMoment) {
    auto made = add_some(9);
    make_simultaneous();
    std::ranges::sort(made);

    for (const Way way : {Way::cursor, Way::link})
        for (const std::string parameters : {"limit=1", "limit=2", "limit=3&tag=cook", "limit=4&status=NEW",
                                             "limit=2&consentStatus=REQUIRED"}) {
            auto seen = walk_by(parameters, way);
            const bool ordered = std::ranges::is_sorted(seen) || std::ranges::is_sorted(seen, std::greater{});
            EXPECT_TRUE(ordered) << "the id decides";
            std::ranges::sort(seen);
            EXPECT_EQ(seen, made) << parameters;
        }
    EXPECT_EQ(listed("limit=2"), listed("limit=100"));
}

TEST_P(CandidatePaging, WalksSomebodyWithSeveralApplicationsOnce) {
    const auto newest_first = add_some(5);
    for (int job = 0; job < 3; ++job) {
        const std::string other = given_job(administrator_);
        for (int i = 1; i <= 5; ++i) applicant(other, matching(i));
    }

    for (const std::string parameters :
         {"limit=1", "limit=2", "limit=2&tag=cook", "limit=3&status=NEW", "limit=2&q=number"}) {
        const auto seen = walk_by(parameters, Way::cursor);
        EXPECT_THAT(seen, testing::UnorderedElementsAreArray(newest_first)) << parameters;
        EXPECT_EQ(total(parameters), 5) << parameters;
    }
}

TEST_P(CandidatePaging, EndsWhereThoseWhoAreLeftEnd) {
    const auto newest_first = add_some(6);
    const std::string next = cursor("limit=2");
    for (const std::size_t gone : {1U, 2U, 5U}) administrator_.del(kPool + "/" + newest_first.at(gone));

    const auto rest = administrator_.get(kPool + "?limit=100&pageId=" + next);

    EXPECT_THAT(ids(rest), ElementsAre(newest_first.at(3), newest_first.at(4)));
    EXPECT_TRUE(rest.json().at("nextPageId").is_null());
}

// --- cursors

TEST_P(CandidatePaging, TakesACursorWithAnotherLimit) {
    const auto newest_first = add_some(6);

    const auto rest = administrator_.get(kPool + "?limit=100&pageId=" + cursor("limit=2"));

    EXPECT_EQ(ids(rest), std::vector(newest_first.begin() + 2, newest_first.end()));
}

TEST_P(CandidatePaging, RefusesACursorOfOtherFilters) {
    add_some(3);
    const std::string plain = cursor("limit=1");
    for (const auto& filter : filters()) {
        const std::string bound = cursor("limit=1&" + filter);
        for (const std::string& target :
             {"?limit=1&pageId=" + bound, "?limit=1&" + filter + "&pageId=" + plain,
              "?limit=1&" + filter + "&onboardingStatus=READY_TO_ONBOARD&pageId=" + bound})
            EXPECT_EQ(refusal(administrator_.get(kPool + target)), (Refusal{400, "INVALID_PAGE_ID"}))
                << target;
        EXPECT_EQ(administrator_.get(kPool + "?limit=3&" + filter + "&pageId=" + bound).status, 200)
            << filter;
    }
}

TEST_P(CandidatePaging, RefusesACursorOfAnotherCompany) {
    add_some(3);
    auto rival = client(company().api_key);
    const std::string their_job = given_job(rival);
    for (int i = 0; i < 3; ++i) given_candidate(rival, their_job + "/candidates", matching(i));

    EXPECT_EQ(refusal(rival.get(kPool + "?limit=1&pageId=" + cursor("limit=1"))),
              (Refusal{400, "INVALID_PAGE_ID"}));
}

TEST_P(CandidatePaging, RefusesWhatIsNoCursor) {
    add_some(3);
    const std::string good = text(administrator_.get(kPool + "?limit=1").json().at("nextPageId"));
    given_job(administrator_);
    const std::string of_jobs = text(administrator_.get("/jobs?limit=1").json().at("nextPageId"));
    for (const std::string& wrong : {std::string{"x"}, std::string{"0"}, good + "x", good + good,
                                     good.substr(1), good.substr(0, good.size() - 1), std::string(2000, 'A'),
                                     std::string{"65a0f3c2b1d4e5f60718293a"}, of_jobs})
        EXPECT_EQ(refusal(administrator_.get(kPool + "?limit=1&pageId=" + encoded(wrong))),
                  (Refusal{400, "INVALID_PAGE_ID"}))
            << wrong;
}

// --- totals

TEST_P(CandidatePaging, ByOffsetEndsAtTenThousandAndNamesTheCursor) {
    EXPECT_EQ(administrator_.get(kPool + "?offset=10000").status, 200);
    const auto refused = administrator_.get(kPool + "?offset=10001");
    EXPECT_EQ(refused.status, 400);
    EXPECT_THAT(refused.body, HasSubstr("pageId"));
}

TEST_P(CandidatePaging, CountsTheWholeListOnEveryPage) {
    add_some(5);
    add_other();

    EXPECT_EQ(administrator_.get(kPool + "?limit=2").json().at("totalFound"), 6);
    EXPECT_EQ(administrator_.get(kPool + "?limit=2&pageId=" + cursor("limit=2")).json().at("totalFound"), 6);
    EXPECT_EQ(total("tag=cook&limit=1"), 5);
    EXPECT_EQ(total("q=number&limit=1"), 5);
    add();
    EXPECT_EQ(total(), 7);
    EXPECT_EQ(total("tag=cook"), 6);
}

// --- concurrency limit

TEST_P(CandidatePaging, TellsThatOneListAtATimeIsRead) {
    const auto page = administrator_.get(kPool);

    EXPECT_EQ(page.header("x-ratelimit-concurrent-limit"), "1");
    EXPECT_EQ(page.header("x-ratelimit-concurrent-remaining"), "0");
}

TEST_P(CandidatePaging, IsReadOneListAtATime) {
    add_some(20);

    const auto statuses = at_the_same_time<8>([&](std::size_t) {
        auto caller = client(acme_.api_key);
        for (int i = 0; i < 20; ++i) {
            const auto page = caller.get(kPool + "?limit=100");
            if (page.status == 200) continue;
            EXPECT_EQ(refusal(page), (Refusal{429, "TOO_MANY_REQUESTS"}));
            EXPECT_THAT(page.body, HasSubstr("candidate_list"));
            EXPECT_EQ(page.header("retry-after"), "1");
            return page.status;
        }
        return 200;
    });

    EXPECT_THAT(statuses, Each(AnyOf(200, 429)));
    for (int i = 0; i < 20; ++i) ASSERT_EQ(administrator_.get(kPool).status, 200);
}

TEST_P(CandidatePaging, DoesNotHinderOtherUsersOrOtherCalls) {
    const std::string candidate = kPool + "/" + add_some(3).front();
    std::vector<std::string> own_keys;
    for (int i = 0; i < 4; ++i) own_keys.push_back(colleague("EXTENDED").key);

    const auto statuses = at_the_same_time<8>([&](std::size_t i) {
        auto caller = client(i < 4 ? own_keys[i] : acme_.api_key);
        int status = 200;
        for (int round = 0; round < 20 && status == 200; ++round)
            status = caller.get(i < 4 ? kPool : candidate).status;
        return status;
    });

    EXPECT_THAT(statuses, Each(200));
}

RUN_ON_EACH_DATABASE(CandidatePaging);

}  // namespace
}  // namespace callboard
