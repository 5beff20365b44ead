#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/digest.h"
#include "base/encoding.h"
#include "integration/shared_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::create;
using test::given_job;
using test::id_of;
using test::ids;
using test::job_input;
using test::keys;
using test::of_errors;
using test::repeated;
using test::SharedServer;
using test::text;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;

class ApiJobLists : public SharedServer {
  protected:
    std::string public_url() const { return "http://127.0.0.1:" + std::to_string(here().server.port()); }
};

// --- listing

TEST_P(ApiJobLists, AnEmptyListHasItsShape) {
    auto caller = client(company().api_key);

    const auto page = caller.get("/jobs");

    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(page.json(), (json::value{{"limit", 10},
                                        {"offset", 0},
                                        {"nextPageId", nullptr},
                                        {"totalFound", 0},
                                        {"content", json::array{}}}));
    EXPECT_EQ(page.header("link"), "");
}

TEST_P(ApiJobLists, AListedJobHasTheFieldsOfTheApiAndNoOthers) {
    auto caller = client(company().api_key);
    const auto department = caller.post("/configuration/departments", R"({"label":"Kitchen"})");
    json::object input = job_input();
    input["department"] = {{"id", id_of(department)}};
    input["compensation"] = {{"min", 1}};
    const auto made = create(caller, input);

    const auto listed = caller.get("/jobs").json().at("content").at(0);

    EXPECT_THAT(keys(listed), UnorderedElementsAre("id", "title", "refNumber", "createdOn", "updatedOn",
                                                   "lastActivityOn", "department", "location", "status",
                                                   "postingStatus", "language", "actions"));
    for (const auto& [key, value] : listed.as_object()) {
        if (key != "language" && key != "actions") EXPECT_EQ(value, made.json().at(key)) << key;
    }
    EXPECT_EQ(keys(listed.at("actions")), std::set<std::string>{"details"});
    EXPECT_EQ(listed.at("actions").at("details"), made.json().at("actions").at("details"));
    EXPECT_EQ(listed.at("language"), made.json().at("jobAd").at("language"));
}

TEST_P(ApiJobLists, LocationsInListsHaveNoCoordinates) {
    auto caller = client(company().api_key);
    json::object input = job_input();
    input["location"].as_object()["latitude"] = "33.749";
    input["location"].as_object()["longitude"] = "-84.388";
    const std::string path = given_job(caller, input);

    const auto listed = caller.get("/jobs").json().at("content").at(0);

    EXPECT_FALSE(listed.at("location").as_object().contains("latitude"));
    EXPECT_FALSE(listed.at("location").as_object().contains("longitude"));
    EXPECT_EQ(caller.get(path).json().at("location").at("latitude"), "33.749");
}

class JobPaging : public ApiJobLists {
  protected:
    static std::vector<std::string> given_jobs(test::Client& caller, int count) {
        std::vector<std::string> made;
        for (int i = 0; i < count; ++i) made.push_back(id_of(create(caller, job_input())));
        return made;
    }
    static std::optional<std::string> next(const test::Answer& page) {
        const json::value cursor = page.json().at("nextPageId");
        if (cursor.is_null()) return std::nullopt;
        return text(cursor);
    }
    // The ids of all pages.
    static std::vector<std::string> walk(
        test::Client& caller, const std::string& parameters, const std::function<void()>& between = [] {}) {
        std::vector<std::string> all;
        std::optional<std::string> cursor;
        do {
            const auto page = caller.get("/jobs?" + parameters + (cursor ? "&pageId=" + *cursor : ""));
            EXPECT_EQ(page.status, 200) << page.body;
            std::ranges::copy(ids(page), std::back_inserter(all));
            cursor = next(page);
            between();
        } while (cursor && all.size() < 1000);
        return all;
    }
    static std::vector<std::string> reversed(std::vector<std::string> list) {
        std::ranges::reverse(list);
        return list;
    }
};

TEST_P(JobPaging, ByCursorShowsEveryJobOnceNewestFirst) {
    auto caller = client(company().api_key);
    const auto made = given_jobs(caller, 23);

    EXPECT_EQ(walk(caller, "limit=5"), reversed(made));
    EXPECT_EQ(walk(caller, "limit=5&sort=default"), reversed(made));
    EXPECT_EQ(walk(caller, "limit=1"), reversed(made));
}

TEST_P(JobPaging, ByCursorAndIdShowsEveryJobOnceOldestFirst) {
    auto caller = client(company().api_key);
    const auto made = given_jobs(caller, 23);

    EXPECT_EQ(walk(caller, "limit=5&sort=job_id"), made);
    EXPECT_EQ(walk(caller, "limit=7&sort=job_id"), made);
}

TEST_P(JobPaging, EndsWithoutACursorAlsoWhenTheLastPageIsFull) {
    auto caller = client(company().api_key);
    given_jobs(caller, 10);

    const auto first = caller.get("/jobs?limit=5");
    const auto second = caller.get("/jobs?limit=5&pageId=" + next(first).value());
    const auto whole = caller.get("/jobs");

    EXPECT_EQ(ids(second).size(), 5U);
    EXPECT_TRUE(second.json().at("nextPageId").is_null());
    EXPECT_EQ(second.header("link"), "");
    EXPECT_EQ(ids(whole).size(), 10U);
    EXPECT_TRUE(whole.json().at("nextPageId").is_null());
}

TEST_P(JobPaging, CountsAllJobsOnEveryPage) {
    auto caller = client(company().api_key);
    given_jobs(caller, 12);

    const auto first = caller.get("/jobs?limit=5");
    const auto second = caller.get("/jobs?limit=5&pageId=" + next(first).value());

    EXPECT_EQ(first.json().at("limit"), 5);
    EXPECT_EQ(first.json().at("totalFound"), 12);
    EXPECT_EQ(second.json().at("totalFound"), 12);
}

TEST_P(JobPaging, NeitherLosesNorRepeatsAJobWhileOthersAreAdded) {
    auto caller = client(company().api_key);
    const auto made = given_jobs(caller, 12);
    std::vector<std::string> added;
    const auto add = [&] {
        if (added.size() < 8) std::ranges::copy(given_jobs(caller, 2), std::back_inserter(added));
    };

    const auto newest_first = walk(caller, "limit=4", add);
    EXPECT_EQ(newest_first, reversed(made));

    std::vector<std::string> all = made;
    all.insert(all.end(), added.begin(), added.end());
    added.clear();
    const auto by_id = walk(caller, "limit=4&sort=job_id", add);
    all.insert(all.end(), added.begin(), added.end());
    EXPECT_EQ(by_id, all);
}

TEST_P(JobPaging, GivesTheNextPageAsALink) {
    auto caller = client(company().api_key);
    const auto made = given_jobs(caller, 5);

    for (const std::string sort : {"default", "job_id"}) {
        const auto first = caller.get("/jobs?limit=2&sort=" + sort);
        const std::string link = first.header("link");
        ASSERT_THAT(link, MatchesRegex("<[^>]+>; rel=\"next\""));
        const std::string url = link.substr(1, link.find('>') - 1);
        ASSERT_TRUE(url.starts_with(public_url() + "/jobs?")) << url;
        EXPECT_THAT(url, HasSubstr("pageId=" + next(first).value()));

        const auto followed = caller.get(url.substr(public_url().size()));
        const auto asked = caller.get("/jobs?limit=2&sort=" + sort + "&pageId=" + next(first).value());

        EXPECT_EQ(followed.body, asked.body);
        EXPECT_EQ(ids(followed).size(), 2U);
    }
}

TEST_P(JobPaging, RefusesACursorOfAnotherCompany) {
    auto caller = client(company().api_key);
    auto rival = client(company().api_key);
    given_jobs(caller, 3);
    given_jobs(rival, 3);

    const std::string cursor = next(caller.get("/jobs?limit=1")).value();
    const auto refused = rival.get("/jobs?limit=1&pageId=" + cursor);

    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(refused.error_code(), "INVALID_PAGE_ID");
}

TEST_P(JobPaging, RefusesACursorOfTheOtherOrder) {
    auto caller = client(company().api_key);
    given_jobs(caller, 3);
    const std::string newest = next(caller.get("/jobs?limit=1")).value();
    const std::string by_id = next(caller.get("/jobs?limit=1&sort=job_id")).value();

    EXPECT_EQ(caller.get("/jobs?sort=job_id&pageId=" + newest).error_code(), "INVALID_PAGE_ID");
    EXPECT_EQ(caller.get("/jobs?sort=default&pageId=" + by_id).error_code(), "INVALID_PAGE_ID");
    EXPECT_EQ(caller.get("/jobs?pageId=" + by_id).status, 400);
}

TEST_P(JobPaging, RefusesACursorWithAnyCharacterChanged) {
    auto caller = client(company().api_key);
    given_jobs(caller, 2);
    const std::string cursor = next(caller.get("/jobs?limit=1")).value();

    for (std::size_t at = 0; at < cursor.size(); ++at) {
        std::string tampered = cursor;
        tampered[at] = tampered[at] == 'A' ? 'B' : 'A';
        const auto refused = caller.get("/jobs?pageId=" + tampered);
        ASSERT_EQ(refused.status, 400) << tampered;
        EXPECT_EQ(refused.error_code(), "INVALID_PAGE_ID");
    }
}

TEST_P(JobPaging, RefusesWhatIsNoCursor) {
    auto caller = client(company().api_key);
    given_jobs(caller, 2);
    const std::string cursor = next(caller.get("/jobs?limit=1")).value();

    for (const std::string& wrong :
         {std::string{"x"}, std::string{"nonsense"}, cursor + "A", cursor.substr(1), cursor + "=",
          cursor + cursor, cursor.substr(0, cursor.size() - 1), std::string{"%00"},
          std::string{"%F0%9F%A6%8A"}, std::string{"null"}, std::string{"../../etc/passwd"},
          repeated("A", 4000), std::string{"5ec29396d4a5de40e44b1f5a"}}) {
        const auto refused = caller.get("/jobs?pageId=" + wrong);
        EXPECT_EQ(refused.status, 400) << wrong;
        EXPECT_THAT(refused.error_code(), AnyOf("INVALID_PAGE_ID", "INVALID_PARAMETER")) << wrong;
    }
}

TEST_P(JobPaging, RefusesACursorThatAClientMadeUp) {
    const std::string name = "forger" + std::to_string(++here().names);
    const std::string company_id =
        command({"company", "add", "--name", name, "--identifier", name}).text("company_id");
    command({"user", "add", "--company", name, "--email", name + "@forger.test", "--first-name", "Ada",
             "--last-name", "Admin", "--role", "ADMINISTRATOR", "--password-stdin"});
    const auto key = command({"credential", "create", "--company", name, "--kind", "api-key"});
    wait_until_known(key.text("api_key"));
    auto caller = client(key.text("api_key"));
    given_jobs(caller, 2);

    for (const std::string& position :
         {"1," + repeated("z", 250), repeated("x", 60), std::string{","}, std::string{"1,\xff\xfe"}}) {
        for (const std::string order : {"default", "job_id"}) {
            const std::string bound = company_id + (order == "job_id" ? "/jobs/id" : "/jobs/newest");
            const Sha256 digest = sha256(position + '\0' + bound);
            const std::string forged =
                to_base64url(std::string{digest.begin(), digest.begin() + 9} + position);

            const auto refused = caller.get("/jobs?sort=" + order + "&pageId=" + forged);

            EXPECT_EQ(refused.status, 400) << refused.body;
        }
    }
}

TEST_P(JobPaging, ByOffsetShowsEveryJobOnce) {
    auto caller = client(company().api_key);
    const auto made = reversed(given_jobs(caller, 7));
    std::vector<std::string> seen;

    for (int offset = 0; offset < 9; offset += 3) {
        const auto page = caller.get("/jobs?limit=3&offset=" + std::to_string(offset));
        EXPECT_EQ(page.json().at("offset"), offset);
        EXPECT_EQ(page.json().at("totalFound"), 7);
        std::ranges::copy(ids(page), std::back_inserter(seen));
    }

    EXPECT_EQ(seen, made);
}

TEST_P(JobPaging, BeyondTheEndIsEmpty) {
    auto caller = client(company().api_key);
    given_jobs(caller, 2);

    for (const std::string offset : {"2", "3", "10000000"}) {
        const auto page = caller.get("/jobs?offset=" + offset);
        EXPECT_EQ(page.status, 200);
        EXPECT_THAT(ids(page), IsEmpty());
        EXPECT_TRUE(page.json().at("nextPageId").is_null());
        EXPECT_EQ(page.json().at("totalFound"), 2);
    }
}

TEST_P(JobPaging, GoesOnByCursorFromAnOffset) {
    auto caller = client(company().api_key);
    const auto made = reversed(given_jobs(caller, 6));

    const auto page = caller.get("/jobs?limit=2&offset=2");
    const auto following = caller.get("/jobs?limit=2&pageId=" + next(page).value());

    EXPECT_THAT(ids(page), ElementsAre(made[2], made[3]));
    EXPECT_THAT(ids(following), ElementsAre(made[4], made[5]));
}

TEST_P(JobPaging, HasTenJobsAPageUnlessAskedOtherwise) {
    auto caller = client(company().api_key);
    given_jobs(caller, 12);

    EXPECT_EQ(ids(caller.get("/jobs")).size(), 10U);
    EXPECT_EQ(ids(caller.get("/jobs?limit=")).size(), 10U);
    EXPECT_EQ(ids(caller.get("/jobs?limit=1")).size(), 1U);
    EXPECT_EQ(ids(caller.get("/jobs?limit=100")).size(), 12U);
    EXPECT_EQ(ids(caller.get("/jobs?limit=3&limit=4")).size(), 4U);
}

TEST_P(JobPaging, RefusesParametersOutOfTheirBounds) {
    auto caller = client(company().api_key);
    for (const std::string wrong :
         {"limit=0", "limit=101", "limit=-1", "limit=ten", "limit=1.5", "limit=+5", "limit=5%20", "limit=0x5",
          "limit=99999999999999999999", "offset=-1", "offset=10000001", "offset=x", "sort=title",
          "sort=DEFAULT", "sort=job_id,default", "limit=%"}) {
        const auto refused = caller.get("/jobs?" + wrong);
        EXPECT_EQ(refused.status, 400) << wrong;
        EXPECT_EQ(refused.error_code(), "INVALID_PARAMETER") << wrong;
    }
}

TEST_P(JobPaging, ReportsEveryWrongParameterAtOnceByItsName) {
    auto caller = client(company().api_key);

    const auto refused = caller.get("/jobs?limit=0&offset=-1&sort=x");

    EXPECT_THAT(of_errors(refused, "message"),
                UnorderedElementsAre(HasSubstr("limit"), HasSubstr("offset"), HasSubstr("sort")));
}

TEST_P(JobPaging, IgnoresParametersThatItDoesNotKnow) {
    auto caller = client(company().api_key);
    given_jobs(caller, 1);

    EXPECT_EQ(ids(caller.get("/jobs?unheardOf=1&Limit=0&&=&a&b=")).size(), 1U);
}

RUN_ON_EACH_DATABASE(ApiJobLists);
RUN_ON_EACH_DATABASE(JobPaging);

}  // namespace
}  // namespace callboard
