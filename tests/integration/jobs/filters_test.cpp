#include <algorithm>
#include <cctype>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <string_view>
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
using test::ids;
using test::job_input;
using test::of_errors;
using test::post;
using test::put;
using test::text;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;

std::string encoded(const std::string& text) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0) {
            result += c;
        } else {
            result.append("%").append(1, kHex[byte / 16]).append(1, kHex[byte % 16]);
        }
    }
    return result;
}

json::object titled(const std::string& title) {
    json::object input = job_input();
    input["title"] = title;
    return input;
}

json::object in_city(const std::string& city) {
    json::object input = job_input();
    input["location"].as_object()["city"] = city;
    return input;
}

json::object in_language(const std::string& code) {
    json::object input = job_input();
    input["jobAd"] = {{"language", {{"code", code}}}};
    return input;
}

class ApiJobFilters : public test::CompanyServer {
  protected:
    // The names of the listed jobs, in order.
    std::vector<std::string> found(const std::string& parameters) {
        const auto page = administrator_.get("/jobs?limit=100&" + parameters);
        EXPECT_EQ(page.status, 200) << parameters << ": " << page.body;
        std::vector<std::string> names;
        for (const auto& id : ids(page)) names.push_back(names_[id]);
        EXPECT_EQ(page.json().at("totalFound"), std::ssize(names)) << parameters;
        return names;
    }
    std::string add(const std::string& name, const json::object& input) {
        const std::string path = given_job(administrator_, input);
        names_[path.substr(6)] = name;
        return path;
    }
    std::string given_department(const std::string& label) {
        const auto made = post(administrator_, "/configuration/departments", {{"label", label}});
        EXPECT_EQ(made.status, 201) << made.body;
        return id_of(made);
    }
    static json::object in_department(const std::string& id) {
        json::object input = job_input();
        input["department"] = {{"id", id}};
        return input;
    }
    void set_status(const std::string& job, const std::string& status) {
        EXPECT_EQ(put(administrator_, job + "/status", R"({"status":")" + status + "\"}").status, 201);
    }

  private:
    std::map<std::string, std::string> names_;
};

// --- each filter alone

TEST_P(ApiJobFilters, ByWordsOfTheTitle) {
    add("cook", titled("Line Cook"));
    add("senior", titled("Senior Line-Cook (Night)"));
    add("cooking", titled("Cooking Teacher"));
    add("waiter", titled("Waiter"));

    EXPECT_THAT(found("q=cook"), ElementsAre("senior", "cook"));
    EXPECT_THAT(found("q=COOK"), ElementsAre("senior", "cook"));
    EXPECT_THAT(found("q=cook%20line"), ElementsAre("senior", "cook"));
    EXPECT_THAT(found("q=line+cook+night"), ElementsAre("senior"));
    EXPECT_THAT(found("q=night,senior"), ElementsAre("senior"));
    EXPECT_THAT(found("q=cook+waiter"), IsEmpty());
    EXPECT_THAT(found("q=coo"), IsEmpty());
    EXPECT_THAT(found("q=ook"), IsEmpty());
    EXPECT_THAT(found("q=cook+cook"), ElementsAre("senior", "cook"));
    EXPECT_THAT(found("q=%20cook%20"), ElementsAre("senior", "cook"));
    EXPECT_THAT(found("q=line-cook"), ElementsAre("senior", "cook"));
    EXPECT_THAT(found("q=").size(), 4U);
}

TEST_P(ApiJobFilters, ByWordsInSeveralScripts) {
    add("german", titled("Küchenchef für Süßspeisen"));
    add("russian", titled("Старший Повар"));
    add("greek", titled("ΜΆΓΕΙΡΑΣ Αθήνα"));
    add("polish", titled("Główny Kucharz"));
    add("arabic", titled("طباخ رئيسي"));
    add("swedish", titled("Överkock"));

    EXPECT_THAT(found("q=" + encoded("KÜCHENCHEF")), ElementsAre("german"));
    EXPECT_THAT(found("q=" + encoded("küchenchef für")), ElementsAre("german"));
    EXPECT_THAT(found("q=" + encoded("повар")), ElementsAre("russian"));
    EXPECT_THAT(found("q=" + encoded("ПОВАР СТАРШИЙ")), ElementsAre("russian"));
    EXPECT_THAT(found("q=" + encoded("μάγειρας")), ElementsAre("greek"));
    EXPECT_THAT(found("q=" + encoded("GŁÓWNY")), ElementsAre("polish"));
    EXPECT_THAT(found("q=" + encoded("طباخ")), ElementsAre("arabic"));
    EXPECT_THAT(found("q=" + encoded("öVERKOCK")), ElementsAre("swedish"));
    EXPECT_THAT(found("q=" + encoded("süßspeisen")), ElementsAre("german"));
    EXPECT_THAT(found("q=" + encoded("SÜSSSPEISEN")), ElementsAre("german"));
}

// The same letter as one code point, and as a letter with a combining accent.
TEST_P(ApiJobFilters, ByWordsHoweverTheirAccentsAreWritten) {
    add("composed", titled("Caf\u00e9 Manager"));
    add("decomposed", titled("Cafe\u0301 Waiter"));

    EXPECT_THAT(found("q=" + encoded("caf\u00e9")), UnorderedElementsAre("composed", "decomposed"));
    EXPECT_THAT(found("q=" + encoded("CAFE\u0301")), UnorderedElementsAre("composed", "decomposed"));
}

TEST_P(ApiJobFilters, ByWordsThatNoTitleHas) {
    add("cook", titled("Cook %_ 100%"));

    for (const std::string nothing : {"%25", "_", "*", "'", "%22", "%5C", "c%25", "coo%25", "coo_", "--",
                                      "cook'%20OR%20'1'='1", "%F0%9F%91%A9%E2%80%8D%F0%9F%8D%B3"})
        EXPECT_THAT(found("q=" + nothing), IsEmpty()) << nothing;
    EXPECT_THAT(found("q=100"), ElementsAre("cook"));
}

TEST_P(ApiJobFilters, ByWordsOfTheTitleThatAJobHasNow) {
    const std::string path = add("one", titled("Cook"));

    ASSERT_EQ(put(administrator_, path, titled("Waiter")).status, 200);

    EXPECT_THAT(found("q=cook"), IsEmpty());
    EXPECT_THAT(found("q=waiter"), ElementsAre("one"));
    ASSERT_EQ(
        test::patch(administrator_, path, R"([{"op":"replace","path":"/title","value":"Baker"}])").status,
        200);
    EXPECT_THAT(found("q=waiter"), IsEmpty());
    EXPECT_THAT(found("q=baker"), ElementsAre("one"));
}

TEST_P(ApiJobFilters, ByCityExactly) {
    add("atlanta", in_city("Atlanta"));
    add("york", in_city("New York"));
    add("zurich", in_city("Zürich"));
    add("comma", in_city("Washington, D.C."));

    EXPECT_THAT(found("city=Atlanta"), ElementsAre("atlanta"));
    EXPECT_THAT(found("city=atlanta"), IsEmpty());
    EXPECT_THAT(found("city=Atl"), IsEmpty());
    EXPECT_THAT(found("city=New%20York"), ElementsAre("york"));
    EXPECT_THAT(found("city=New+York"), ElementsAre("york"));
    EXPECT_THAT(found("city=" + encoded("Zürich")), ElementsAre("zurich"));
    EXPECT_THAT(found("city=" + encoded("ZÜRICH")), IsEmpty());
    EXPECT_THAT(found("city=Atlanta&city=New%20York"), ElementsAre("york", "atlanta"));
    EXPECT_THAT(found("city=Atlanta,New%20York"), ElementsAre("york", "atlanta"));
    EXPECT_THAT(found("city=Atlanta&city=Nowhere"), ElementsAre("atlanta"));
    EXPECT_THAT(found("city=").size(), 4U);
    EXPECT_THAT(found("city=&city=Atlanta"), ElementsAre("atlanta"));
}

TEST_P(ApiJobFilters, ByCityThatAJobHasNow) {
    const std::string path = add("one", in_city("Atlanta"));
    ASSERT_EQ(put(administrator_, path, in_city("Boston")).status, 200);

    EXPECT_THAT(found("city=Atlanta"), IsEmpty());
    EXPECT_THAT(found("city=Boston"), ElementsAre("one"));
}

TEST_P(ApiJobFilters, ByDepartmentLabelExactly) {
    const std::string kitchen = given_department("Kitchen");
    const std::string bar = given_department("Bar & Café");
    add("kitchen", in_department(kitchen));
    add("bar", in_department(bar));
    add("none", job_input());

    EXPECT_THAT(found("department=Kitchen"), ElementsAre("kitchen"));
    EXPECT_THAT(found("department=kitchen"), IsEmpty());
    EXPECT_THAT(found("department=" + kitchen), IsEmpty());
    EXPECT_THAT(found("department=" + encoded("Bar & Café")), ElementsAre("bar"));
    EXPECT_THAT(found("department=Kitchen&department=" + encoded("Bar & Café")),
                ElementsAre("bar", "kitchen"));
    EXPECT_THAT(found("department=Kitchen," + encoded("Bar & Café")), ElementsAre("bar", "kitchen"));
    EXPECT_THAT(found("department=Kitchen&department=Cellar"), ElementsAre("kitchen"));
    EXPECT_THAT(found("department=Cellar"), IsEmpty());
    EXPECT_THAT(found("department=").size(), 3U);
}

TEST_P(ApiJobFilters, ByStatus) {
    add("created", job_input());
    set_status(add("filled", job_input()), "FILLED");
    set_status(add("hold", job_input()), "ON_HOLD");

    EXPECT_THAT(found("status=CREATED"), ElementsAre("created"));
    EXPECT_THAT(found("status=OFFER"), IsEmpty());
    EXPECT_THAT(found("statuses=FILLED"), ElementsAre("filled"));
    EXPECT_THAT(found("statuses=FILLED&statuses=ON_HOLD"), ElementsAre("hold", "filled"));
    EXPECT_THAT(found("statuses=FILLED,CREATED"), ElementsAre("filled", "created"));
    EXPECT_THAT(found("status=CREATED&statuses=FILLED"), ElementsAre("filled"));
    EXPECT_THAT(found("status=CREATED&statuses="), ElementsAre("created"));
    EXPECT_THAT(found("status=&statuses=").size(), 3U);
}

TEST_P(ApiJobFilters, ByPostingStatus) {
    add("not", job_input());
    administrator_.post(add("public", job_input()) + "/publication", "");
    administrator_.post(add("internal", job_input()) + "/publication", R"({"visibility":"INTERNAL"})");

    EXPECT_THAT(found("postingStatus=PUBLIC"), ElementsAre("public"));
    EXPECT_THAT(found("postingStatus=INTERNAL"), ElementsAre("internal"));
    EXPECT_THAT(found("postingStatus=NOT_PUBLISHED"), ElementsAre("not"));
    EXPECT_THAT(found("postingStatus=PRIVATE"), IsEmpty());
    EXPECT_THAT(found("postingStatus=").size(), 3U);
}

TEST_P(ApiJobFilters, ByLanguage) {
    add("english", job_input());
    add("german", in_language("de"));
    add("canadian", in_language("fr-CA"));
    add("hebrew", in_language("iw"));

    EXPECT_THAT(found("language=en"), ElementsAre("english"));
    EXPECT_THAT(found("language=de"), ElementsAre("german"));
    EXPECT_THAT(found("language=fr-CA"), ElementsAre("canadian"));
    EXPECT_THAT(found("language=fr"), IsEmpty());
    EXPECT_THAT(found("language=he"), ElementsAre("hebrew"));
    EXPECT_THAT(found("language=pt"), IsEmpty());
    EXPECT_THAT(found("language=").size(), 4U);
}

TEST_P(ApiJobFilters, ByMembersOfTheTeam) {
    const auto ann = colleague("STANDARD");
    const auto bob = colleague("STANDARD");
    join_team(add("ann", job_input()), ann.id);
    join_team(add("bob", job_input()), bob.id);
    const std::string both = add("both", job_input());
    join_team(both, ann.id);
    join_team(both, bob.id);
    add("neither", job_input());
    const std::string parameter = "hiringTeamMemberId=";

    EXPECT_THAT(found(parameter + ann.id), ElementsAre("both", "ann"));
    EXPECT_THAT(found(parameter + ann.id + "&" + parameter + bob.id), ElementsAre("both", "bob", "ann"));
    EXPECT_THAT(found(parameter + ann.id + "," + bob.id), ElementsAre("both", "bob", "ann"));
    EXPECT_THAT(found(parameter + own_id(administrator_)).size(), 4U);
    EXPECT_THAT(found(parameter + "000000000000000000000000"), IsEmpty());
    EXPECT_THAT(found(parameter).size(), 4U);

    leave_team(both, ann.id);
    EXPECT_THAT(found(parameter + ann.id), ElementsAre("ann"));
}

// The creator is not a member after leaving the team.
TEST_P(ApiJobFilters, ByMembersOfTheTeamAndNotByTheCreator) {
    const auto ann = colleague("STANDARD");
    const std::string path = add("one", job_input());
    join_team(path, ann.id);
    leave_team(path, own_id(administrator_));

    EXPECT_THAT(found("hiringTeamMemberId=" + own_id(administrator_)), IsEmpty());
    EXPECT_THAT(found("hiringTeamMemberId=" + ann.id), ElementsAre("one"));
}

TEST_P(ApiJobFilters, ByTheTimeOfTheLastUpdate) {
    const std::string old = add("old", job_input());
    const std::string then = later_than(text(administrator_.get(old).json().at("updatedOn")));
    later_than(then);
    add("new", job_input());
    const auto names = [&](const std::string& parameters) {
        auto list = found(parameters);
        std::erase(list, "");
        return list;
    };

    EXPECT_THAT(names("updatedAfter=" + encoded(then)), ElementsAre("new"));
    EXPECT_THAT(names("updatedAfter=2000-01-01T00:00:00.000Z"), ElementsAre("new", "old"));
    EXPECT_THAT(names("updatedAfter=2000-01-01T00:00:00.000%2B02:00"), ElementsAre("new", "old"));
    EXPECT_THAT(names("updatedAfter=2000-01-01T00:00:00Z"), ElementsAre("new", "old"));
    EXPECT_THAT(names("updatedAfter=2999-01-01T00:00:00.000Z"), IsEmpty());
    EXPECT_THAT(names("updatedAfter="), ElementsAre("new", "old"));

    ASSERT_EQ(put(administrator_, old, titled("Changed")).status, 200);
    EXPECT_THAT(names("updatedAfter=" + encoded(then)), ElementsAre("new", "old"));
}

TEST_P(ApiJobFilters, ByTheTimeOfTheLastActivity) {
    const std::string old = add("old", job_input());
    const std::string idle = add("idle", job_input());
    const std::string then = later_than(text(administrator_.get(idle).json().at("lastActivityOn")));
    later_than(then);

    administrator_.post(old + "/publication", "");

    auto active = found("lastActivityAfter=" + encoded(then));
    std::erase(active, "");
    EXPECT_THAT(active, ElementsAre("old"));
    auto updated = found("updatedAfter=" + encoded(then));
    std::erase(updated, "");
    EXPECT_THAT(updated, IsEmpty());
}

// --- combinations

TEST_P(ApiJobFilters, TogetherAllHaveToHold) {
    const std::string kitchen = given_department("Kitchen");
    const auto ann = colleague("STANDARD");
    const auto input = [&](const std::string& title, const std::string& city, const std::string& language) {
        json::object all = titled(title);
        all["location"].as_object()["city"] = city;
        all["department"] = {{"id", kitchen}};
        all["jobAd"] = {{"language", {{"code", language}}}};
        return all;
    };
    const std::string one = add("one", input("Line Cook", "Atlanta", "de"));
    join_team(one, ann.id);
    administrator_.post(one + "/publication", "");
    add("two", input("Line Cook", "Atlanta", "en"));
    add("three", input("Waiter", "Atlanta", "de"));
    add("four", input("Line Cook", "Boston", "de"));
    const std::vector<std::string> filters{"q=cook+line",
                                           "city=Atlanta,Chicago",
                                           "department=Kitchen&department=Bar",
                                           "language=de",
                                           "statuses=SOURCING,OFFER",
                                           "postingStatus=PUBLIC",
                                           "hiringTeamMemberId=" + ann.id,
                                           "updatedAfter=2000-01-01T00:00:00.000Z",
                                           "lastActivityAfter=2000-01-01T00:00:00.000Z"};
    std::string all = filters.front();
    for (std::size_t i = 1; i < filters.size(); ++i) all += "&" + filters[i];

    EXPECT_THAT(found(all), ElementsAre("one"));
    EXPECT_THAT(found(all + "&sort=job_id"), ElementsAre("one"));
    for (const auto& first : filters)
        for (const auto& second : filters)
            if (first != second) EXPECT_THAT(found(first + "&" + second), testing::Contains("one"));
    EXPECT_THAT(found("q=cook&city=Atlanta&language=de"), ElementsAre("one"));
    EXPECT_THAT(found("q=cook&city=Boston&postingStatus=PUBLIC"), IsEmpty());
    EXPECT_THAT(found(all + "&city=Boston"), ElementsAre("one"));
    EXPECT_THAT(found("q=waiter&" + filters[1]), ElementsAre("three"));
}

// --- invalid values

TEST_P(ApiJobFilters, RefuseWrongValuesAndNameTheParameter) {
    for (const auto& [parameter, value] : std::vector<std::pair<std::string, std::string>>{
             {"updatedAfter", "yesterday"},
             {"updatedAfter", "2026-13-01T00:00:00.000Z"},
             {"updatedAfter", "1700000000000"},
             {"lastActivityAfter", "2026-01-01T25:00:00.000Z"},
             {"lastActivityAfter", "x"},
             {"status", "created"},
             {"status", "OPEN"},
             {"status", "CREATED,FILLED"},
             {"statuses", "FILLED,OPEN"},
             {"statuses", "FILLED&statuses=nothing"},
             {"postingStatus", "PUBLISHED"},
             {"postingStatus", "PUBLIC,INTERNAL"},
             {"language", "xx"},
             {"language", "DE"},
             {"language", "pt-PT"},
             {"hiringTeamMemberId", "x"},
             {"hiringTeamMemberId", "000000000000000000000000,nobody"},
             {"sort", "newest"},
             {"limit", "0"},
             {"offset", "-1"},
         }) {
        const auto refused = administrator_.get("/jobs?" + parameter + "=" + value);
        EXPECT_EQ(refused.status, 400) << parameter << "=" << value << ": " << refused.body;
        EXPECT_EQ(refused.error_code(), "INVALID_PARAMETER") << parameter << "=" << value;
        EXPECT_THAT(of_errors(refused, "message"), ElementsAre(HasSubstr(parameter))) << value;
    }
}

TEST_P(ApiJobFilters, AStatusThatNobodyCanSetIsRefusedAsAFilter) {
    EXPECT_EQ(administrator_.get("/jobs?status=OTHER").error_code(), "INVALID_PARAMETER");
    EXPECT_EQ(administrator_.get("/jobs?statuses=OTHER").error_code(), "INVALID_PARAMETER");
}

TEST_P(ApiJobFilters, RefuseBytesThatAreNoText) {
    given_job(administrator_);
    for (const std::string parameter : {"q", "city", "department"}) {
        const auto refused = administrator_.get("/jobs?" + parameter + "=%FF%FE");
        EXPECT_EQ(refused.status, 400) << parameter;
        const auto nothing = administrator_.get("/jobs?" + parameter + "=a%00b");
        EXPECT_THAT(nothing.status, AnyOf(200, 400)) << parameter;
    }
}

// --- pages

class JobFilterPaging : public ApiJobFilters {
  protected:
    // Two of three jobs match every filter of filters().
    json::object matching() const { return fitted("Line Cook", "Atlanta", kitchen_); }
    json::object other() const { return fitted("Waiter", "Boston", {}); }
    std::string add_matching() {
        const std::string path = given_job(administrator_, matching());
        join_team(path, ann_.id);
        administrator_.post(path + "/publication", "");
        return path.substr(6);
    }
    void add_other() { given_job(administrator_, other()); }
    std::vector<std::string> filters() const {
        return {"q=cook",
                "city=Atlanta",
                "department=Kitchen",
                "language=de",
                "status=SOURCING",
                "statuses=SOURCING,OFFER",
                "postingStatus=PUBLIC",
                "hiringTeamMemberId=" + ann_.id,
                "q=cook&city=Atlanta&department=Kitchen&language=de&statuses=SOURCING&postingStatus=PUBLIC"
                "&hiringTeamMemberId=" +
                    ann_.id + "&updatedAfter=2000-01-01T00:00:00.000Z"};
    }
    static std::string following(const test::Answer& page) {
        const std::string link = page.header("link");
        if (link.empty()) return {};
        EXPECT_THAT(link, MatchesRegex("<[^>]+>; rel=\"next\""));
        return link.substr(1, link.find('>') - 1);
    }
    // By the cursor in the body, or by the URL of the Link header.
    enum class Way { cursor, link };
    std::vector<std::string> walk(const std::string& parameters, Way way,
                                  const std::function<void()>& between) {
        std::vector<std::string> all;
        std::string target = "/jobs?" + parameters;
        while (!target.empty() && all.size() < 1000) {
            const auto page = administrator_.get(target);
            EXPECT_EQ(page.status, 200) << target << page.body;
            if (page.status != 200) break;
            for (const auto& id : ids(page)) all.push_back(id);
            const auto next = page.json().at("nextPageId");
            const std::string url = following(page);
            EXPECT_EQ(next.is_null(), url.empty());
            if (next.is_null()) break;
            EXPECT_TRUE(url.starts_with(public_url() + "/jobs?")) << url;
            target = way == Way::link ? url.substr(public_url().size())
                                      : "/jobs?" + parameters + "&pageId=" + text(next);
            between();
        }
        return all;
    }

  private:
    json::object fitted(const std::string& title, const std::string& city,
                        const std::string& department) const {
        json::object input = titled(title);
        input["location"].as_object()["city"] = city;
        input["jobAd"] = {{"language", {{"code", department.empty() ? "en" : "de"}}}};
        if (!department.empty()) input["department"] = {{"id", department}};
        return input;
    }
    const std::string kitchen_ = given_department("Kitchen");
    const test::Colleague ann_ = colleague("STANDARD");
};

TEST_P(JobFilterPaging, WalksEveryFilterInBothOrdersWhileJobsAreAdded) {
    std::vector<std::string> made;
    for (int i = 0; i < 5; ++i) {
        made.push_back(add_matching());
        add_other();
    }
    for (const auto& filter : filters()) {
        SCOPED_TRACE(filter);
        for (const Way way : {Way::cursor, Way::link}) {
            auto newest_first = made;
            std::ranges::reverse(newest_first);
            bool added = false;
            const auto add_some = [&] {
                add_other();
                if (!added) made.push_back(add_matching());
                added = true;
            };
            EXPECT_EQ(walk("limit=2&" + filter, way, add_some), newest_first);
            added = false;
            const auto by_id = walk("limit=2&sort=job_id&" + filter, way, add_some);
            EXPECT_EQ(by_id, made);
        }
    }
}

TEST_P(JobFilterPaging, FollowsALinkWithEveryCharacterThatAFilterCanHave) {
    const std::string label = "R&D + \"Küche\"; 100% <#1>?/=";
    const std::string department = given_department(label);
    std::vector<std::string> made;
    for (int i = 0; i < 5; ++i) {
        json::object input = in_department(department);
        input["location"].as_object()["city"] = "São Paulo & <Norte>";
        input["title"] = "Повар #1 & co";
        made.push_back(id_of(create(administrator_, input)));
    }
    std::ranges::reverse(made);

    const auto seen =
        walk("limit=2&q=" + encoded("повар #1") + "&city=" + encoded("São Paulo & <Norte>") +
                 "&department=" + encoded(label) + "&updatedAfter=2000-01-01T00:00:00.000%2B02:00",
             Way::link, [] {});

    EXPECT_EQ(seen, made);
}

TEST_P(JobFilterPaging, RefusesACursorWithOtherFilters) {
    for (int i = 0; i < 3; ++i) add_matching();
    const auto next = [&](const std::string& parameters) {
        const json::value cursor = administrator_.get("/jobs?limit=1&" + parameters).json().at("nextPageId");
        return text(cursor);
    };
    const std::string plain = next("");
    for (const auto& filter : filters()) {
        const std::string bound = next(filter);
        for (const std::string& target :
             {"/jobs?limit=1&pageId=" + bound, "/jobs?limit=1&" + filter + "&pageId=" + plain,
              "/jobs?limit=1&sort=job_id&" + filter + "&pageId=" + bound,
              "/jobs?limit=1&" + filter + "&city=Boston&pageId=" + bound}) {
            const auto refused = administrator_.get(target);
            EXPECT_EQ(refused.status, 400) << target;
            EXPECT_EQ(refused.error_code(), "INVALID_PAGE_ID") << target;
        }
        EXPECT_EQ(administrator_.get("/jobs?limit=3&" + filter + "&pageId=" + bound).status, 200) << filter;
    }
}

TEST_P(JobFilterPaging, CountsByOffsetWithinAFilter) {
    std::vector<std::string> made;
    for (int i = 0; i < 5; ++i) {
        made.push_back(add_matching());
        add_other();
    }
    std::ranges::reverse(made);
    for (const auto& filter : filters()) {
        std::vector<std::string> seen;
        for (int offset = 0; offset < 7; offset += 2) {
            const auto page =
                administrator_.get("/jobs?limit=2&offset=" + std::to_string(offset) + "&" + filter);
            EXPECT_EQ(page.json().at("totalFound"), 5) << filter;
            EXPECT_EQ(page.json().at("offset"), offset);
            for (const auto& id : ids(page)) seen.push_back(id);
        }
        EXPECT_EQ(seen, made) << filter;
    }
}

RUN_ON_EACH_DATABASE(ApiJobFilters);
RUN_ON_EACH_DATABASE(JobFilterPaging);

}  // namespace
}  // namespace callboard
