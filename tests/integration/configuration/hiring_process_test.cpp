#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/configuration/read_configuration.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::content;
using test::each;
using test::ids;
using test::keys;
using test::ReadConfiguration;
using test::text;
using testing::Contains;
using testing::ElementsAre;
using testing::MatchesRegex;
using testing::Not;
using testing::UnorderedElementsAre;

constexpr auto kUuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
constexpr auto kUnknown = "01890000-0000-7000-8000-000000000000";
const std::string kConfiguration = "/configuration/";
const std::string kProcesses = "/configuration/hiring-processes";
const std::string kProperties = "/configuration/candidate-properties";

class HiringConfiguration : public ReadConfiguration {
  protected:
    json::value property(const std::string& label) {
        const json::array definitions = content(administrator_.get(kProperties));
        for (const auto& definition : definitions)
            if (text(definition.at("label")) == label) return definition;
        ADD_FAILURE() << label;
        return {};
    }
    std::string property_path(const std::string& label) {
        return kProperties + "/" + text(property(label).at("id"));
    }
};

// --- hiring processes

TEST_P(HiringConfiguration, ThereIsADefaultProcessWithItsSteps) {
    const auto answer = administrator_.get(kProcesses);

    ASSERT_EQ(answer.status, 200) << answer.body;
    ASSERT_EQ(answer.json().at("totalFound"), 1);
    const json::value process = content(answer).front();
    EXPECT_THAT(text(process.at("id")), MatchesRegex(kUuid));
    EXPECT_EQ(process,
              (json::value{
                  {"id", process.at("id")},
                  {"name", "Default"},
                  {"active", true},
                  {"default", true},
                  {"requiredSubStatuses",
                   {{"IN_REVIEW", json::array{}}, {"INTERVIEW", json::array{}}, {"OFFERED", json::array{}}}},
                  {"subStatuses",
                   {{"IN_REVIEW", {"Resume Review", "Phone Screen"}},
                    {"INTERVIEW", {"Hiring Manager Interview", "Team Interview", "Final Interview"}},
                    {"OFFERED", json::array{"Offer Extended", "Offer Accepted"}}}}}));
}

TEST_P(HiringConfiguration, AProcessIsFoundByItsId) {
    const json::value process = content(administrator_.get(kProcesses)).front();

    const auto answer = administrator_.get(kProcesses + "/" + text(process.at("id")));

    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.json(), process);
    for (const std::string id : {kUnknown, "Default", "x", "%00", "%ff"})
        expect_refused(kProcesses + "/" + id, 404, "HIRING_PROCESS_NOT_FOUND");
}

// --- reasons

TEST_P(HiringConfiguration, ReasonsHaveIdsAndLabels) {
    for (const std::string kind : {"rejection-reasons", "withdrawal-reasons"}) {
        const auto answer = administrator_.get(kConfiguration + kind);
        ASSERT_EQ(answer.status, 200) << answer.body;
        EXPECT_THAT(keys(answer.json()), UnorderedElementsAre("totalFound", "content"));
        const auto reasons = content(answer);
        EXPECT_EQ(answer.json().at("totalFound"), reasons.size());
        EXPECT_GE(reasons.size(), 6U);
        for (const auto& reason : reasons) {
            EXPECT_THAT(keys(reason), UnorderedElementsAre("id", "label"));
            EXPECT_THAT(text(reason.at("id")), MatchesRegex(kUuid));
        }
    }
}

TEST_P(HiringConfiguration, ReasonsOfRejectionAndWithdrawalAreDifferentOnes) {
    const auto rejections = administrator_.get("/configuration/rejection-reasons");
    const auto withdrawals = administrator_.get("/configuration/withdrawal-reasons");

    EXPECT_THAT(each(rejections, "content", "label"), Contains("Not enough experience"));
    EXPECT_THAT(each(withdrawals, "content", "label"), Contains("Accepted another offer"));
    for (const auto& id : ids(withdrawals)) EXPECT_THAT(ids(rejections), Not(Contains(id)));
}

// --- candidate properties

TEST_P(HiringConfiguration, PropertiesOfCandidatesSayWhatTheyAreAndWhereTheyAreAskedFor) {
    const auto answer = administrator_.get(kProperties);

    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json().at("totalFound"), content(answer).size());
    const json::value bonus = property("Target bonus");
    const std::string path = kProperties + "/" + text(bonus.at("id"));
    EXPECT_EQ(bonus, (json::value{{"id", bonus.at("id")},
                                  {"key", "targetBonus"},
                                  {"label", "Target bonus"},
                                  {"type", "PERCENT"},
                                  {"availability",
                                   {{"toUsers", "FULL_ACCESS"},
                                    {"context", json::array{"OFFER_FORM", "OFFER_APPROVAL_FORM"}},
                                    {"forOrgFields", json::array{}}}},
                                  {"actions", {{"details", link(path)}}}}));
    EXPECT_EQ(property("Mentor").at("availability").at("toUsers"), "ALL");
}

TEST_P(HiringConfiguration, PropertiesOfCandidatesAreOfEveryType) {
    const auto types = each(administrator_.get(kProperties), "content", "type");

    EXPECT_EQ((std::set<std::string>{types.begin(), types.end()}),
              (std::set<std::string>{"BOOLEAN", "COUNTRY", "CURRENCY", "DATE", "NUMBER", "PERCENT", "REGION",
                                     "SINGLE_SELECT", "TEXT", "USER"}));
}

TEST_P(HiringConfiguration, LinksOfAPropertyLeadToItAndToItsValues) {
    int selects = 0;
    const json::array definitions = content(administrator_.get(kProperties));
    for (const json::value& definition : definitions) {
        const json::object actions = definition.at("actions").as_object();
        EXPECT_EQ(follow(actions.at("details")).json(), definition);
        const bool select = definition.at("type") == "SINGLE_SELECT";
        EXPECT_EQ(actions.contains("values"), select);
        if (!select) continue;
        ++selects;
        const auto values = follow(actions.at("values"));
        EXPECT_EQ(values.status, 200) << values.body;
        EXPECT_GE(content(values).size(), 3U);
    }
    EXPECT_EQ(selects, 2);
}

TEST_P(HiringConfiguration, AnUnknownPropertyIsNotFound) {
    for (const std::string id : {kUnknown, "x", "Mentor", "%00", "%ff"}) {
        for (const std::string tail : {"", "/values", "/values/office"})
            expect_refused(kProperties + "/" + id + tail, 404, "CANDIDATE_PROPERTY_NOT_FOUND");
    }
}

TEST_P(HiringConfiguration, ASingleSelectHasValues) {
    const std::string path = property_path("Workplace") + "/values";

    const auto answer = administrator_.get(path);

    EXPECT_EQ(answer.json(), (json::value{{"totalFound", 3},
                                          {"content",
                                           {{{"id", "office"}, {"label", "Office"}},
                                            {{"id", "hybrid"}, {"label", "Hybrid"}},
                                            {{"id", "remote"}, {"label", "Remote"}}}}}));
    EXPECT_EQ(administrator_.get(path + "/hybrid").json(),
              (json::value{{"id", "hybrid"}, {"label", "Hybrid"}}));
    for (const std::string id : {"nothing", "Hybrid", "two-weeks", "%00"})
        expect_refused(path + "/" + id, 404, "CANDIDATE_PROPERTY_VALUE_NOT_FOUND");
}

TEST_P(HiringConfiguration, OtherPropertiesHaveNoValues) {
    const std::string path = property_path("Mentor") + "/values";

    expect_refused(path, 400, "CANDIDATE_PROPERTY_NOT_SINGLE_SELECT");
    expect_refused(path + "/office", 400, "CANDIDATE_PROPERTY_NOT_SINGLE_SELECT");
}

// --- offer properties

TEST_P(HiringConfiguration, PropertiesOfOffersComeInCategories) {
    const auto answer = administrator_.get("/configuration/offer-properties");

    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_THAT(each(answer, "categories", "id"), ElementsAre("COMPENSATION", "START"));
    const json::array categories = answer.json().at("categories").as_array();
    EXPECT_EQ(
        categories[0].at("properties").at(0),
        (json::value{{"key", "salary"}, {"label", "Salary"}, {"required", false}, {"type", "CURRENCY"}}));
    for (const auto& category : categories)
        for (const auto& property : category.at("properties").as_array())
            EXPECT_THAT(keys(property), UnorderedElementsAre("key", "label", "required", "type"));
}

// --- permissions

TEST_P(HiringConfiguration, EveryRoleButEmployeesReadsIt) {
    const std::string process = kProcesses + "/" + ids(administrator_.get(kProcesses)).front();
    const std::string workplace = property_path("Workplace");
    const std::vector<std::string> paths{kProcesses,
                                         process,
                                         "/configuration/rejection-reasons",
                                         "/configuration/withdrawal-reasons",
                                         kProperties,
                                         workplace,
                                         workplace + "/values",
                                         workplace + "/values/office"};

    for (const std::string role : {"EXTENDED", "STANDARD", "RESTRICTED"}) {
        auto caller = client(colleague(role).key);
        for (const auto& path : paths) EXPECT_EQ(caller.get(path).body, administrator_.get(path).body);
        EXPECT_EQ(caller.get("/configuration/offer-properties").status, 200) << role;
    }
    auto employee = client(colleague("EMPLOYEE").key);
    for (const auto& path : paths) {
        const auto refused = employee.get(path);
        EXPECT_EQ(refused.status, 403) << path;
        EXPECT_EQ(refused.error_code(), "PERMISSION_DENIED") << path;
    }
    const auto refused = employee.get("/configuration/offer-properties");
    EXPECT_EQ(refused.status, 403);
    EXPECT_EQ(refused.error_code(), "NO_ACCESS_TO_OFFERS");
}

RUN_ON_EACH_DATABASE(HiringConfiguration);

}  // namespace
}  // namespace callboard
