#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/configuration/read_configuration.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::content;
using test::ids;
using test::keys;
using test::ReadConfiguration;
using test::text;
using testing::Contains;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

constexpr auto kApi = "01990000-0004-7000-8000-00000000000f";
constexpr auto kUnknown = "01890000-0000-7000-8000-000000000000";
const std::string kSources = "/configuration/sources";
const std::string kJobBoards = "/configuration/sources/JOB_BOARD/values";
const std::string kReferrals = "/configuration/sources/REFERRALS/values";

class Sources : public ReadConfiguration {};

// --- types

TEST_P(Sources, ComeInTypes) {
    const auto answer = administrator_.get(kSources);

    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_THAT(ids(answer),
                ElementsAre("JOB_BOARD", "SOCIAL", "CAREER_SITE", "AGENCY", "SOURCED", "API", "REFERRALS"));
    EXPECT_EQ(answer.json().at("totalFound"), 7);
    EXPECT_EQ(content(answer).front(),
              (json::value{{"id", "JOB_BOARD"},
                           {"label", "Job board"},
                           {"subtypes", {{{"id", "FREE_JOB_BOARD"}}, {{"id", "PREMIUM_JOB_BOARD"}}}},
                           {"actions", {{"values", link(kJobBoards)}}}}));
}

TEST_P(Sources, OfEveryTypeHaveValuesOfItsSubtypes) {
    const json::array types = content(administrator_.get(kSources));
    for (const json::value& type : types) {
        std::vector<std::string> sub_types;
        for (const auto& sub_type : type.at("subtypes").as_array())
            sub_types.push_back(text(sub_type.at("id")));
        const auto values = follow(type.at("actions").at("values"));
        ASSERT_EQ(values.status, 200) << values.body;
        EXPECT_FALSE(content(values).empty()) << values.body;
        for (const auto& value : content(values))
            EXPECT_THAT(sub_types, Contains(text(value.at("sourceSubType").at("id"))));
    }
}

// --- values

TEST_P(Sources, AreListedWithLinksThatLeadToThem) {
    const auto answer = administrator_.get(kJobBoards);

    EXPECT_THAT(keys(answer.json()), UnorderedElementsAre("totalFound", "limit", "offset", "content"));
    EXPECT_EQ(answer.json().at("totalFound"), 6);
    EXPECT_EQ(answer.json().at("limit"), 100);
    EXPECT_EQ(answer.json().at("offset"), 0);
    const json::array values = content(answer);
    EXPECT_EQ(
        values[3],
        (json::value{
            {"id", "indeed"},
            {"label", "Indeed (sponsored)"},
            {"sourceSubType", {{"id", "PREMIUM_JOB_BOARD"}}},
            {"identifier", "01990000-0004-7000-8000-000000000004"},
            {"actions", {{"sourceDetails", link(kJobBoards + "/indeed?sourceSubType=PREMIUM_JOB_BOARD")}}}}));
    for (const auto& value : values) EXPECT_EQ(follow(value.at("actions").at("sourceDetails")).json(), value);
}

TEST_P(Sources, AreListedOfOneSubtype) {
    const auto answer = administrator_.get(kJobBoards + "?sourceSubType=FREE_JOB_BOARD");

    EXPECT_EQ(answer.json().at("totalFound"), 3);
    EXPECT_THAT(ids(answer), ElementsAre("glassdoor", "google-jobs", "indeed"));
    for (const std::string sub_type : {"REFERRALS", "free_job_board", "%20"})
        expect_refused(kJobBoards + "?sourceSubType=" + sub_type, 400, "SOURCE_TYPE_AND_SUBTYPE_INVALID");
}

TEST_P(Sources, AreListedInPages) {
    const auto answer = administrator_.get(kJobBoards + "?limit=2&offset=1");

    EXPECT_THAT(ids(answer), ElementsAre("google-jobs", "indeed"));
    EXPECT_EQ(answer.json().at("totalFound"), 6);
    EXPECT_EQ(answer.json().at("limit"), 2);
    EXPECT_EQ(answer.json().at("offset"), 1);
    EXPECT_TRUE(content(administrator_.get(kJobBoards + "?offset=6")).empty());
    for (const std::string query : {"?limit=0", "?limit=101", "?limit=x", "?offset=-1", "?offset=1.5"})
        expect_refused(kJobBoards + query, 400, "INVALID_PARAMETER");
}

TEST_P(Sources, OfAnUnknownTypeAreNotFound) {
    for (const std::string type : {"NOTHING", "job_board", kUnknown, "%00", "%ff"})
        expect_refused(kSources + "/" + type + "/values", 404, "SOURCE_TYPE_NOT_FOUND");
}

// --- one value

TEST_P(Sources, NeedASubtypeOnlyWhereSeveralHaveTheValue) {
    expect_refused(kJobBoards + "/indeed", 400, "SUBTYPE_REQUIRED");
    EXPECT_EQ(
        text(administrator_.get(kJobBoards + "/indeed?sourceSubType=FREE_JOB_BOARD").json().at("label")),
        "Indeed");
    EXPECT_EQ(administrator_.get(kJobBoards + "/monster").body,
              administrator_.get(kJobBoards + "/monster?sourceSubType=PREMIUM_JOB_BOARD").body);
}

TEST_P(Sources, ThatDoNotExistAreNotFound) {
    expect_refused(kSources + "/NOTHING/values/indeed", 400, "SOURCE_TYPE_INVALID");
    expect_refused(kJobBoards + "/indeed?sourceSubType=REFERRALS", 400, "SOURCE_TYPE_AND_SUBTYPE_INVALID");
    expect_refused(kJobBoards + "/monster?sourceSubType=FREE_JOB_BOARD", 404, "SOURCE_NOT_FOUND");
    for (const std::string id : {"nothing", "Monster", "linkedin", "%00", "%ff"})
        expect_refused(kJobBoards + "/" + id, 404, "SOURCE_NOT_FOUND");
}

// --- by identifier

TEST_P(Sources, AreFoundByTheirIdentifier) {
    const auto answer = administrator_.get(kSources + "/" + kApi);

    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json(),
              (json::value{{"label", "API"}, {"type", {{"id", "API"}}}, {"subType", {{"id", "API"}}}}));
    expect_refused(kSources + "/" + kUnknown, 404, "SOURCE_NOT_FOUND");
    for (const std::string identifier : {"x", "API", "JOB_BOARD", "01990000", "%00", "%ff"})
        expect_refused(kSources + "/" + identifier, 404, "SOURCE_NOT_FOUND");
}

// --- referrals

TEST_P(Sources, OfRecruitersAreFoundByTheirNameOrCreated) {
    const std::string resolve = kSources + "/recruiters/resolve";
    const std::string agencies = kSources + "/AGENCY/values";
    const auto before = content(administrator_.get(agencies)).size();

    const auto known = administrator_.request("PUT", resolve + "?sourceName=recruiting%20AGENCY", "", {});
    const auto made = administrator_.request("PUT", resolve + "?sourceName=Top%20Cooks", "", {});

    ASSERT_EQ(known.status, 200) << known.body;
    EXPECT_EQ(text(known.json().at("id")), "recruiting-agency");
    ASSERT_EQ(made.status, 200) << made.body;
    EXPECT_EQ(text(made.json().at("label")), "Top Cooks");
    EXPECT_EQ(made.json().at("type"), (json::value{{"id", "AGENCY"}}));
    EXPECT_EQ(administrator_.request("PUT", resolve + "?sourceName=top+cooks%20", "", {}).json(),
              made.json());
    EXPECT_EQ(content(administrator_.get(agencies)).size(), before + 1);
    for (const char* const query : {"", "?sourceName=", "?sourceName=%20", "?sourceName=a%0Ab"}) {
        const auto refused = administrator_.request("PUT", resolve + query, "", {});
        EXPECT_EQ(refused.status, 400) << query;
        EXPECT_EQ(refused.error_code(), "INVALID_PARAMETER") << query;
    }
    EXPECT_EQ(administrator_.get(kSources + "/recruiters/values").status, 404);
}

TEST_P(Sources, ThatAreReferralsAreTheUsersOfTheCompany) {
    const auto robin = colleague("EMPLOYEE");
    auto rival = client(company().api_key);
    const std::string administrator = own_id(administrator_);
    const std::string foreign = own_id(rival);

    const auto answer = administrator_.get(kReferrals);

    EXPECT_THAT(ids(answer), ElementsAre(administrator, robin.id));
    EXPECT_EQ(answer.json().at("totalFound"), 2);
    EXPECT_EQ(
        content(answer)[1],
        (json::value{{"id", robin.id},
                     {"label", "Referred by Robin EMPLOYEE"},
                     {"sourceSubType", {{"id", "REFERRALS"}}},
                     {"actions",
                      {{"sourceDetails", link(kReferrals + "/" + robin.id + "?sourceSubType=REFERRALS")}}}}));
    for (const auto& value : content(answer))
        EXPECT_EQ(follow(value.at("actions").at("sourceDetails")).json(), value);
    EXPECT_THAT(ids(administrator_.get(kReferrals + "?sourceSubType=REFERRALS&limit=1&offset=1")),
                ElementsAre(robin.id));
    for (const std::string& id : {foreign, std::string{"00000000000000000000000f"}, std::string{"x"}})
        expect_refused(kReferrals + "/" + id, 404, "SOURCE_NOT_FOUND");
}

TEST_P(Sources, ThatAreReferralsFollowTheNamesOfUsers) {
    const auto robin = colleague("STANDARD");
    const std::string path = kReferrals + "/" + robin.id;

    test::patch(administrator_, test::kUsersApi + "/users/" + robin.id,
                R"([{"op":"replace","path":"/lastName","value":"Żółw 🐢"}])");

    EXPECT_EQ(text(administrator_.get(path).json().at("label")), "Referred by Robin Żółw 🐢");
}

// --- permissions

TEST_P(Sources, AreReadByEveryRoleButEmployees) {
    const std::vector<std::string> paths{kSources, kJobBoards, kJobBoards + "/monster", kReferrals,
                                         kSources + "/" + kApi};
    const std::vector<std::string> roles{"EXTENDED", "STANDARD", "RESTRICTED"};
    std::vector<std::string> callers;
    for (const auto& role : roles) callers.push_back(colleague(role).key);

    auto employee = client(colleague("EMPLOYEE").key);

    for (const auto& path : paths) {
        for (const auto& key : callers)
            EXPECT_EQ(client(key).get(path).body, administrator_.get(path).body) << path;
        const auto refused = employee.get(path);
        EXPECT_EQ(refused.status, 403) << path;
        EXPECT_EQ(refused.error_code(), "PERMISSION_DENIED") << path;
    }
}

RUN_ON_EACH_DATABASE(Sources);

}  // namespace
}  // namespace callboard
