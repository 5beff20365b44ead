#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/recorded_company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::create;
using test::EventRow;
using test::given_job;
using test::id_in;
using test::id_of;
using test::ids;
using test::job_input;
using test::job_numbered;
using test::keys;
using test::of_errors;
using test::one;
using test::patch;
using test::put;
using test::RecordedCompany;
using test::repeated;
using test::text;
using testing::AnyOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

json::value reference(std::string_view id) {
    return {{"id", id}};
}

json::object without(json::object object, std::string_view key) {
    object.erase(key);
    return object;
}

json::object with(json::object object, std::string_view key, const json::value& value) {
    object[key] = value;
    return object;
}

class JobChange : public RecordedCompany {
  protected:
    // A job with all fields except department and access groups.
    static json::object whole_job() {
        json::object input = job_numbered("KITCHEN-7");
        input["targetHiringDate"] = "2030-01-31T12:00:00.000Z";
        input["typeOfEmployment"] = reference("permanent");
        input["compensation"] = {{"min", 18.5}, {"max", 24}, {"currency", "USD"}};
        input["location"] = {{"countryCode", "us"}, {"city", "Atlanta"},           {"region", "Georgia"},
                             {"regionCode", "GA"},  {"address", "1 Peachtree St"}, {"postalCode", "30303"},
                             {"remote", true},      {"latitude", "33.749"},        {"longitude", "-84.388"}};
        input["jobAd"] = {{"language", {{"code", "pl"}}},
                          {"sections",
                           {{"companyDescription", {{"title", "We"}, {"text", "<p>We cook.</p>"}}},
                            {"jobDescription", {{"text", "<p>You cook.</p>"}}},
                            {"videos", {{"urls", {"https://video.test/1"}}}}}}};
        return input;
    }
    Answer changed(const std::string& job, std::string_view op, std::string_view path,
                   const json::value& value) {
        return patch(administrator_, job, one(op, path, value));
    }
    json::value seen(const std::string& job) { return administrator_.get(job).json(); }
    std::string department(const std::string& label) {
        return id_of(administrator_.post("/configuration/departments",
                                         json::serialize(json::value{{"label", label}})));
    }
    std::vector<std::string> groups_of(const std::string& job) {
        const auto shown = seen(job);
        std::vector<std::string> found;
        if (const auto* groups = shown.as_object().if_contains("accessGroups"))
            for (const auto& group : groups->as_array()) found.push_back(text(group.at("id")));
        return found;
    }
    json::value default_ad(const std::string& job) {
        const auto ads = administrator_.get(job + "/jobads").json().as_array();
        const auto* const found =
            std::ranges::find_if(ads, [](const auto& ad) { return ad.at("default").as_bool(); });
        EXPECT_NE(found, ads.end());
        return *found;
    }
    json::value ad_named(const std::string& job) {
        const std::string ad = text(default_ad(job).at("id"));
        return {{"id", ad}, {"job_id", id_in(job)}, {"job_ad_id", ad}};
    }
};

// --- PUT

TEST_P(JobChange, AReplacementSaysAnewWhatAJobIs) {
    const std::string job = given_job(administrator_);
    const std::string kitchen = department("Kitchen");
    json::object input = whole_job();
    input["title"] = "Chef";
    input["industry"] = reference("retail");
    input["function"] = reference("consulting");
    input["experienceLevel"] = reference("director");
    input["department"] = reference(kitchen);

    const auto replaced = put(administrator_, job, input);

    ASSERT_EQ(replaced.status, 200) << replaced.body;
    const auto now = replaced.json();
    EXPECT_EQ(text(now.at("id")), id_in(job));
    for (const auto* same : {"title", "refNumber", "targetHiringDate", "compensation"})
        EXPECT_EQ(now.at(same), input.at(same)) << same;
    for (const auto* term : {"industry", "function", "experienceLevel", "typeOfEmployment", "department"})
        EXPECT_EQ(now.at(term).at("id"), input.at(term).at("id")) << term;
    for (const auto& [key, value] : input.at("location").as_object())
        EXPECT_EQ(now.at("location").at(key), value) << key;
    EXPECT_EQ(now.at("jobAd").at("sections"), input.at("jobAd").at("sections"));
    EXPECT_EQ(now.at("jobAd").at("language").at("code"), "pl");
    EXPECT_EQ(administrator_.get(job).body, replaced.body);
}

TEST_P(JobChange, AReplacementWipesWhatItLeavesOut) {
    json::object input = whole_job();
    input["department"] = reference(department("Kitchen"));
    const std::string job = given_job(administrator_, input);

    const auto replaced = put(administrator_, job, job_input());

    ASSERT_EQ(replaced.status, 200) << replaced.body;
    for (const auto* wiped :
         {"targetHiringDate", "department", "typeOfEmployment", "eeoCategory", "compensation"})
        EXPECT_FALSE(replaced.json().as_object().contains(wiped)) << wiped;
    EXPECT_EQ(replaced.json().at("jobAd").at("sections"), json::value(json::object{}));
    for (const auto* wiped : {"region", "regionCode", "address", "postalCode", "latitude", "longitude"})
        EXPECT_FALSE(replaced.json().at("location").as_object().contains(wiped)) << wiped;
    EXPECT_EQ(default_ad(job).at("jobAd"), json::value(json::object{}));
    EXPECT_EQ(administrator_.get(job).body, replaced.body);
}

TEST_P(JobChange, AReplacementWipesTheSectionsThatItsAdLeavesOut) {
    const std::string job = given_job(administrator_, whole_job());
    json::object input = job_input();
    input["jobAd"] = {{"sections", {{"qualifications", {{"text", "Soup."}}}}}};

    const auto replaced = put(administrator_, job, input).json();

    EXPECT_EQ(replaced.at("jobAd").at("sections"), (json::value{{"qualifications", {{"text", "Soup."}}}}));
    input["jobAd"] = {{"language", {{"code", "de"}}}};
    const auto again = put(administrator_, job, input).json();
    EXPECT_EQ(again.at("jobAd").at("sections"), json::value(json::object{}));
    EXPECT_EQ(again.at("jobAd").at("language").at("code"), "de");
}

TEST_P(JobChange, AReplacementKeepsNumberTemplateLanguageAndGroupsThatItLeavesOut) {
    const std::string group = given_group("North");
    json::object input = whole_job();
    input["template"] = true;
    input["accessGroups"] = json::array{reference(group)};
    const std::string job = given_job(administrator_, input);

    const auto replaced = put(administrator_, job, job_input());

    ASSERT_EQ(replaced.status, 200) << replaced.body;
    EXPECT_EQ(replaced.json().at("refNumber"), "KITCHEN-7");
    EXPECT_EQ(replaced.json().at("template"), true);
    EXPECT_EQ(replaced.json().at("jobAd").at("language").at("code"), "pl");
    EXPECT_THAT(groups_of(job), ElementsAre(group));
}

TEST_P(JobChange, AReplacementLeavesAloneWhatIsNotForClientsToSay) {
    const std::string job = given_job(administrator_);
    administrator_.post(job + "/publication", "");
    const auto before = seen(job);
    json::object input = job_input();
    for (const auto* ours : {"id", "status", "postingStatus", "createdOn", "updatedOn", "lastActivityOn",
                             "creator", "actions", "planet"})
        input[ours] = "00000000-0000-7000-8000-000000000000";

    const auto replaced = put(administrator_, job, input);

    ASSERT_EQ(replaced.status, 200) << replaced.body;
    for (const auto* ours : {"id", "status", "postingStatus", "createdOn", "creator", "actions"})
        EXPECT_EQ(replaced.json().at(ours), before.at(ours)) << ours;
    EXPECT_FALSE(replaced.json().as_object().contains("planet"));
}

TEST_P(JobChange, AChangedTitleRenamesTheDefaultAd) {
    const std::string job = given_job(administrator_);

    put(administrator_, job, with(job_input(), "title", "Chef"));
    EXPECT_EQ(default_ad(job).at("title"), "Chef");

    changed(job, "replace", "/title", "Pastry chef");
    EXPECT_EQ(default_ad(job).at("title"), "Pastry chef");
}

TEST_P(JobChange, OtherAdsAreNotTouched) {
    const std::string job = given_job(administrator_);
    const auto ad = administrator_.post(job + "/jobads",
                                        R"({"title":"Koch","jobAd":{"jobDescription":{"text":"Kochen."}}})");
    ASSERT_EQ(ad.status, 200) << ad.body;
    const std::string path = job + "/jobads/" + id_of(ad);

    put(administrator_, job, with(job_input(), "title", "Chef"));

    EXPECT_EQ(administrator_.get(path).json().at("title"), "Koch");
    EXPECT_EQ(administrator_.get(path).json().at("jobAd").at("jobDescription").at("text"), "Kochen.");
}

TEST_P(JobChange, IsSeenAndFoundInLists) {
    const std::string job = given_job(administrator_);
    json::object input = with(job_input(), "title", "Pastry chef");
    input["location"].as_object()["city"] = "Kraków";
    input["department"] = reference(department("Bakery"));
    input["jobAd"] = {{"language", {{"code", "pl"}}}};

    put(administrator_, job, input);

    for (const std::string query : {"q=pastry", "city=Krak%C3%B3w", "department=Bakery", "language=pl"})
        EXPECT_THAT(ids(administrator_.get("/jobs?" + query)), ElementsAre(id_in(job))) << query;
    for (const std::string query : {"q=cook", "city=Atlanta", "language=en"})
        EXPECT_THAT(ids(administrator_.get("/jobs?" + query)), IsEmpty()) << query;
    const auto listed = administrator_.get("/jobs").json().at("content").at(0);
    EXPECT_EQ(listed.at("title"), "Pastry chef");
    EXPECT_EQ(listed.at("department").at("label"), "Bakery");
    EXPECT_FALSE(listed.at("location").as_object().contains("latitude"));
}

TEST_P(JobChange, AReplacementReportsEveryFaultAtOnce) {
    const std::string job = given_job(administrator_, whole_job());
    const std::string before = administrator_.get(job).body;
    const auto replace = [&](const std::string& body) {
        return administrator_.request("PUT", job, body, {{"Content-Type", "application/json"}});
    };
    expect_nothing_written([&] {
        for (const std::string body : {"", "{}"})
            EXPECT_THAT(
                of_errors(replace(body), "dataPath"),
                UnorderedElementsAre("/title", "/industry", "/function", "/experienceLevel", "/location"));

        const auto refused = replace(R"({"title": "", "refNumber": 7, "targetHiringDate": "tomorrow",
            "industry": {}, "function": "production", "department": {"id": ["x"]},
            "location": {"countryCode": "usa", "remote": "yes", "latitude": true}, "template": "no",
            "compensation": {"min": "much", "currency": true}, "properties": [{"id": 7}], "accessGroups": {},
            "jobAd": {"language": {}, "sections": {"qualifications": {"text": 1}, "videos": {"urls": ["ok", 2]}}}})");
        EXPECT_EQ(refused.status, 422);
        EXPECT_THAT(of_errors(refused, "code"), Each("VALIDATION_ERROR"));
        EXPECT_THAT(
            of_errors(refused, "dataPath"),
            UnorderedElementsAre("/title", "/refNumber", "/targetHiringDate", "/industry/id", "/function",
                                 "/department/id", "/experienceLevel", "/location/countryCode",
                                 "/location/city", "/location/remote", "/location/latitude", "/template",
                                 "/compensation/min", "/compensation/currency", "/properties/0/id",
                                 "/properties/0/value", "/accessGroups", "/jobAd/language/code",
                                 "/jobAd/sections/qualifications/text", "/jobAd/sections/videos/urls/1"));
        EXPECT_EQ(refusal(replace("{")), (Refusal{400, "INVALID_JSON"}));
    });
    EXPECT_EQ(administrator_.get(job).body, before);
}

// --- PATCH: operations

TEST_P(JobChange, APatchAdds) {
    const std::string job = given_job(administrator_);

    const auto answer =
        patch(administrator_, job, R"([{"op":"add","path":"/targetHiringDate","value":"2030-01-31T12:00:00Z"},
        {"op":"add","path":"/location/region","value":"Georgia"},
        {"op":"add","path":"/typeOfEmployment","value":{"id":"contract"}},
        {"op":"add","path":"/title","value":"Chef"}])");

    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json().at("targetHiringDate"), "2030-01-31T12:00:00.000Z");
    EXPECT_EQ(answer.json().at("location").at("region"), "Georgia");
    EXPECT_EQ(answer.json().at("typeOfEmployment").at("id"), "contract");
    EXPECT_EQ(answer.json().at("title"), "Chef");
    EXPECT_EQ(administrator_.get(job).body, answer.body);
}

TEST_P(JobChange, APatchRemoves) {
    const std::string job = given_job(administrator_, whole_job());

    const auto answer = patch(administrator_, job, R"([{"op":"remove","path":"/targetHiringDate"},
        {"op":"remove","path":"/typeOfEmployment"},{"op":"remove","path":"/location/region"},
        {"op":"remove","path":"/jobAd/sections/companyDescription"},{"op":"remove","path":"/compensation"}])");

    ASSERT_EQ(answer.status, 200) << answer.body;
    for (const auto* gone : {"targetHiringDate", "typeOfEmployment", "compensation"})
        EXPECT_FALSE(answer.json().as_object().contains(gone)) << gone;
    EXPECT_FALSE(answer.json().at("location").as_object().contains("region"));
    EXPECT_THAT(keys(answer.json().at("jobAd").at("sections")),
                UnorderedElementsAre("jobDescription", "videos"));
    EXPECT_EQ(administrator_.get(job).body, answer.body);
}

TEST_P(JobChange, APatchReplaces) {
    const std::string job = given_job(administrator_, whole_job());

    const auto answer = patch(administrator_, job, R"([{"op":"replace","path":"/title","value":"Chef"},
        {"op":"replace","path":"/industry/id","value":"retail"},
        {"op":"replace","path":"/function","value":{"id":"consulting"}},
        {"op":"replace","path":"/location/city","value":"Athens"},
        {"op":"replace","path":"/jobAd/language/code","value":"de"},
        {"op":"replace","path":"/jobAd/sections/jobDescription/text","value":"Soup."},
        {"op":"replace","path":"/compensation/currency","value":"PLN"},
        {"op":"replace","path":"/refNumber","value":"KITCHEN-8"}])");

    ASSERT_EQ(answer.status, 200) << answer.body;
    const auto now = answer.json();
    EXPECT_EQ(now.at("title"), "Chef");
    EXPECT_EQ(now.at("industry"), (json::value{{"id", "retail"}, {"label", "Retail"}}));
    EXPECT_EQ(now.at("function"), (json::value{{"id", "consulting"}, {"label", "Consulting"}}));
    EXPECT_EQ(now.at("location").at("city"), "Athens");
    EXPECT_EQ(now.at("location").at("region"), "Georgia");
    EXPECT_EQ(now.at("jobAd").at("language").at("code"), "de");
    EXPECT_EQ(now.at("jobAd").at("sections").at("jobDescription").at("text"), "Soup.");
    EXPECT_EQ(now.at("jobAd").at("sections").at("companyDescription").at("title"), "We");
    EXPECT_EQ(now.at("compensation"), (json::value{{"min", 18.5}, {"max", 24}, {"currency", "PLN"}}));
    EXPECT_EQ(now.at("refNumber"), "KITCHEN-8");
    EXPECT_EQ(administrator_.get(job).body, answer.body);
}

TEST_P(JobChange, APatchMovesAndCopies) {
    const std::string job = given_job(administrator_, whole_job());

    const auto answer =
        patch(administrator_, job, R"([{"op":"move","from":"/location/region","path":"/location/city"},
        {"op":"copy","from":"/jobAd/sections/companyDescription","path":"/jobAd/sections/qualifications"},
        {"op":"copy","from":"/compensation/max","path":"/compensation/min"},
        {"op":"copy","from":"/refNumber","path":"/title"}])");

    ASSERT_EQ(answer.status, 200) << answer.body;
    const auto now = answer.json();
    EXPECT_EQ(now.at("location").at("city"), "Georgia");
    EXPECT_FALSE(now.at("location").as_object().contains("region"));
    EXPECT_EQ(now.at("jobAd").at("sections").at("qualifications"),
              now.at("jobAd").at("sections").at("companyDescription"));
    EXPECT_EQ(now.at("compensation").at("min"), now.at("compensation").at("max"));
    EXPECT_EQ(now.at("title"), "KITCHEN-7");
}

TEST_P(JobChange, APatchTestsWhatItFinds) {
    const std::string job = given_job(administrator_, whole_job());

    EXPECT_EQ(patch(administrator_, job, R"([{"op":"test","path":"/title","value":"Cook"},
        {"op":"test","path":"/compensation","value":{"max":24.0,"min":18.5,"currency":"USD"}},
        {"op":"test","path":"/industry/id","value":"restaurants"},
        {"op":"replace","path":"/title","value":"Chef"}])")
                  .json()
                  .at("title"),
              "Chef");
    expect_nothing_written([&] {
        const auto refused = patch(administrator_, job, R"([{"op":"replace","path":"/refNumber","value":"X"},
            {"op":"test","path":"/title","value":"Cook"}])");
        EXPECT_EQ(refusal(refused), (Refusal{409, "CONFLICT"}));
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/1/value"));
    });
    EXPECT_EQ(seen(job).at("refNumber"), "KITCHEN-7");
}

TEST_P(JobChange, APatchReachesEveryFieldOfANewJob) {
    const std::string job = given_job(administrator_);
    const std::vector<std::pair<std::string, json::value>> fields{
        {"/refNumber", "NEW-1"},
        {"/targetHiringDate", "2030-01-31T12:00:00.000Z"},
        {"/department", reference(department("Kitchen"))},
        {"/typeOfEmployment", reference("intern")},
        {"/experienceLevel", reference("executive")},
        {"/location", {{"countryCode", "de"}, {"city", "Berlin"}}},
        {"/template", true},
        {"/compensation", {{"min", 1}}},
        {"/jobAd/language", {{"code", "fr"}}},
        {"/jobAd/sections/additionalInformation", {{"text", "More."}}},
        {"/jobAd/sections/videos", {{"urls", {"https://video.test/9"}}}},
        {"/jobAd/sections/videos/urls/-", "https://video.test/10"},
        {"/properties", json::array{}},
        {"/accessGroups", json::array{reference(given_group("North"))}}};

    for (const auto& [path, value] : fields) {
        const auto answer = changed(job, "add", path, value);
        EXPECT_EQ(answer.status, 200) << path << " " << answer.body;
    }

    const auto now = seen(job);
    EXPECT_EQ(now.at("refNumber"), "NEW-1");
    EXPECT_EQ(now.at("department").at("label"), "Kitchen");
    EXPECT_EQ(now.at("typeOfEmployment").at("id"), "intern");
    EXPECT_EQ(now.at("experienceLevel").at("id"), "executive");
    EXPECT_EQ(now.at("location").at("city"), "Berlin");
    EXPECT_EQ(now.at("template"), true);
    EXPECT_EQ(now.at("compensation"), (json::value{{"min", 1}}));
    EXPECT_EQ(now.at("jobAd").at("language").at("code"), "fr");
    EXPECT_EQ(now.at("jobAd").at("sections"),
              (json::value{{"additionalInformation", {{"text", "More."}}},
                           {"videos", {{"urls", {"https://video.test/9", "https://video.test/10"}}}}}));
    EXPECT_THAT(groups_of(job), SizeIs(1));
}

TEST_P(JobChange, APatchKnowsWhatAJobCouldHave) {
    const std::string job = given_job(administrator_);

    EXPECT_EQ(changed(job, "replace", "/targetHiringDate", "2030-01-31T12:00:00.000Z").status, 200);
    EXPECT_EQ(changed(job, "replace", "/compensation", json::value{{"min", 1}}).status, 200);
    for (const std::string path : {"/targetHiringDate", "/compensation"})
        EXPECT_EQ(patch(administrator_, job, R"([{"op":"remove","path":")" + path + R"("}])").status, 200)
            << path;
    EXPECT_FALSE(seen(job).as_object().contains("compensation"));
}

TEST_P(JobChange, APatchOfAWholeJobIsAReplacement) {
    const std::string job = given_job(administrator_, whole_job());

    const auto answer = changed(job, "replace", "", job_input());

    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_FALSE(answer.json().as_object().contains("compensation"));
    EXPECT_EQ(answer.json().at("refNumber"), "KITCHEN-7");
}

TEST_P(JobChange, APatchTakesNothingAwayThatAJobCannotBeWithout) {
    for (const std::string path :
         {"/refNumber", "/template", "/jobAd", "/jobAd/language", "/jobAd/language/code", "/jobAd/sections",
          "/properties", "/accessGroups"}) {
        const auto job = given_job(administrator_);
        const auto number = seen(job).at("refNumber");

        const auto answer = patch(administrator_, job, R"([{"op":"remove","path":")" + path + R"("}])");

        EXPECT_THAT(answer.status, AnyOf(200, 422)) << path << " " << answer.body;
        EXPECT_EQ(seen(job).at("refNumber"), number) << path;
        EXPECT_EQ(seen(job).at("template"), false) << path;
        EXPECT_EQ(seen(job).at("jobAd").at("language").at("code"), "en") << path;
    }
}

TEST_P(JobChange, APatchThatRemovesTheAccessGroupsRemovesThem) {
    const std::string job = given_job(
        administrator_, with(job_input(), "accessGroups", json::array{reference(given_group("North"))}));

    EXPECT_EQ(patch(administrator_, job, R"([{"op":"remove","path":"/accessGroups"}])").status, 200);

    EXPECT_THAT(groups_of(job), IsEmpty());
}

// --- PATCH: the examples of the reference

TEST_P(JobChange, CompensationIsAddedAndTakenAwayPieceByPiece) {
    const std::string job = given_job(administrator_);

    const auto added = changed(job, "add", "/compensation",
                               json::value{{"min", 10000}, {"max", 20000}, {"currency", "USD"}});
    ASSERT_EQ(added.status, 200) << added.body;
    EXPECT_EQ(added.json().at("compensation"),
              (json::value{{"min", 10000}, {"max", 20000}, {"currency", "USD"}}));
    EXPECT_EQ(changed(job, "add", "/compensation/min", 12000.5).json().at("compensation").at("min"), 12000.5);
    EXPECT_EQ(changed(job, "add", "/compensation/currency", "PLN").json().at("compensation").at("currency"),
              "PLN");
    const auto removed = patch(administrator_, job, R"([{"op":"remove","path":"/compensation/min"}])");
    EXPECT_EQ(removed.status, 200) << removed.body;
    EXPECT_EQ(removed.json().at("compensation"), (json::value{{"max", 20000}, {"currency", "PLN"}}));
    EXPECT_EQ(seen(job).at("compensation"), removed.json().at("compensation"));
}

TEST_P(JobChange, APieceOfCompensationNeedsACompensation) {
    const std::string job = given_job(administrator_);

    expect_nothing_written([&] {
        const auto refused = changed(job, "add", "/compensation/min", 12000);
        EXPECT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"}));
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/0/path"));
    });
}

TEST_P(JobChange, PropertiesThatNobodyKnowsAreIgnored) {
    const std::string job = given_job(administrator_);
    const std::string before = administrator_.get(job).body;
    const std::vector<json::value> values{
        {{"id", "5ec29396d4a5de40e44b1f5a"}, {"value", {{"label", "a text"}}}},
        {{"id", "5ec29396d4a5de40e44b1f5a"}, {"value", {{"id", "one-of-a-list"}}}},
        {{"id", "5ec29396d4a5de40e44b1f5a"}, {"value", {{"id", "null"}}}},
        {{"id", "unheard of"}, {"value", {{"id", "x"}, {"label", "y"}}}}};

    expect_nothing_written([&] {
        for (const auto& value : values) {
            const auto answer = changed(job, "add", "/properties/-", value);
            EXPECT_EQ(answer.status, 200) << answer.body;
            EXPECT_EQ(put(administrator_, job, with(job_input(), "properties", json::array{value})).status,
                      200);
        }
    });

    const auto* const properties = seen(job).as_object().if_contains("properties");
    EXPECT_TRUE(!properties || properties->as_array().empty());
    EXPECT_EQ(administrator_.get(job).body, before);
}

// --- PATCH: refusals

TEST_P(JobChange, APatchThatFailsInTheMiddleAppliesNothing) {
    const std::string job = given_job(administrator_, whole_job());
    const std::string taken = "TAKEN-1";
    given_job(administrator_, job_numbered(taken));
    const std::string before = administrator_.get(job).body;
    const std::string first = R"([{"op":"replace","path":"/title","value":"X"},
        {"op":"replace","path":"/jobAd/sections/jobDescription/text","value":"Y"},)";
    struct Case {
        std::string then;
        int status;
        std::string code;
        std::string place;
    };
    const std::vector<Case> cases{
        {R"({"op":"test","path":"/title","value":"Cook"})", 409, "CONFLICT", "/2/value"},
        {R"({"op":"remove","path":"/nothing"})", 422, "VALIDATION_ERROR", "/2/path"},
        {R"({"op":"add","path":"/location/street/name","value":"x"})", 422, "VALIDATION_ERROR", "/2/path"},
        {R"({"op":"copy","from":"/location/street","path":"/title"})", 422, "VALIDATION_ERROR", "/2/from"},
        {R"({"op":"move","from":"/location","path":"/location/city"})", 422, "VALIDATION_ERROR", "/2/path"},
        {R"({"op":"remove","path":"/location/city"})", 422, "VALIDATION_ERROR", "/location/city"},
        {R"({"op":"replace","path":"/industry/id","value":"unheard_of"})", 400, "INDUSTRY_NOT_FOUND", ""},
        {R"({"op":"replace","path":"/refNumber","value":"TAKEN-1"})", 409, "REF_NUMBER_ALREADY_EXISTS", ""},
        {R"({"op":"replace","path":"/location/countryCode","value":"zz"})", 400, "INVALID_GEO_DATA", ""}};

    expect_nothing_written([&] {
        for (const auto& each : cases) {
            const auto refused = patch(administrator_, job, first + each.then + "]");
            EXPECT_EQ(refusal(refused), (Refusal{each.status, each.code})) << each.then << refused.body;
            if (!each.place.empty())
                EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre(each.place)) << each.then;
        }
    });

    EXPECT_EQ(administrator_.get(job).body, before);
    EXPECT_EQ(default_ad(job).at("title"), "Cook");
}

TEST_P(JobChange, WhatIsNoPatchIsRefused) {
    const std::string job = given_job(administrator_);
    const std::vector<std::pair<std::string, std::string>> cases{
        {R"({"title":"X"})", ""},
        {R"("title")", ""},
        {"null", ""},
        {R"([7])", "/0"},
        {R"([{"op":"fly","path":"/title"}])", "/0/op"},
        {R"([{"op":"REPLACE","path":"/title","value":"X"}])", "/0/op"},
        {R"([{"path":"/title","value":"X"}])", "/0/op"},
        {R"([{"op":"replace","value":"X"}])", "/0/path"},
        {R"([{"op":"replace","path":7,"value":"X"}])", "/0/path"},
        {R"([{"op":"replace","path":"title","value":"X"}])", "/0/path"},
        {R"([{"op":"replace","path":"/ti~tle","value":"X"}])", "/0/path"},
        {R"([{"op":"replace","path":"/title"}])", "/0/value"},
        {R"([{"op":"copy","path":"/title"}])", "/0/from"},
        {R"([{"op":"move","path":"/title","from":"refNumber"}])", "/0/from"}};

    expect_nothing_written([&] {
        for (const auto& [body, place] : cases) {
            const auto refused = patch(administrator_, job, body);
            EXPECT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"})) << body << refused.body;
            if (!place.empty()) EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre(place)) << body;
        }
        EXPECT_THAT(
            of_errors(patch(administrator_, job, R"([7,{"op":"add","path":"x"},{"op":"fly","path":"/a"}])"),
                      "dataPath"),
            UnorderedElementsAre("/0", "/1/path", "/1/value", "/2/op"));
        for (const std::string body : {"[", "[{]", "title"})
            EXPECT_EQ(refusal(patch(administrator_, job, body)), (Refusal{400, "INVALID_JSON"})) << body;
        EXPECT_EQ(administrator_.request("PATCH", job, "[]", {{"Content-Type", "text/plain"}}).status, 415);
    });
    EXPECT_EQ(seen(job).at("title"), "Cook");
}

// A value copied into itself repeatedly, and one moved a thousand times: the result has the limits of a body,
// and patching is fast.
TEST_P(JobChange, APatchThatMakesTooMuchOfALittleIsRefused) {
    const std::string job = given_job(administrator_);
    std::string deep = R"([{"op":"add","path":"/x","value":)" + repeated("[", 50) + repeated("]", 50) + "}";
    for (std::size_t levels = 50; levels < 4'900; levels *= 2)
        deep += R"(,{"op":"copy","from":"/x","path":"/x)" + repeated("/0", levels) + R"("})";
    std::string busy = R"([{"op":"add","path":"/x","value":[)" + repeated("1,", 70'000) + "1]}";
    for (int i = 0; i < 450; ++i)
        busy += R"(,{"op":"move","from":"/x","path":"/y"},{"op":"move","from":"/y","path":"/x"})";
    const std::vector<std::pair<std::string, std::string>> cases{
        {deep + "]", "nests the document deeper than 64 levels"},
        {busy + "]", "is too expensive"},
        {R"([{"op":"add","path":"/x","value":")" + std::string(600'000, 'x') +
             R"("},{"op":"copy","from":"/x","path":"/y"}])",
         "exceeds 1 MiB (1048576 bytes)"}};

    expect_nothing_written([&] {
        for (const auto& [body, message] : cases) {
            ASSERT_LT(body.size(), 1024U * 1024U);
            const auto refused = patch(administrator_, job, body);
            EXPECT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"})) << refused.body;
            EXPECT_THAT(refused.body, HasSubstr(message));
        }
    });
    EXPECT_EQ(seen(job).at("title"), "Cook");
}

TEST_P(JobChange, AnEmptyPatchIsNoChange) {
    const std::string job = given_job(administrator_, whole_job());
    const std::string before = administrator_.get(job).body;

    expect_nothing_written([&] { EXPECT_EQ(patch(administrator_, job, "[]").body, before); });
}

TEST_P(JobChange, WhatAPatchLeavesMustBeAJob) {
    const std::string job = given_job(administrator_, whole_job());
    const std::vector<std::pair<std::string, std::vector<std::string>>> cases{
        {R"([{"op":"remove","path":"/title"}])", {"/title"}},
        {R"([{"op":"replace","path":"/title","value":""}])", {"/title"}},
        {R"([{"op":"replace","path":"/title","value":null}])", {"/title"}},
        {R"([{"op":"replace","path":"/industry","value":{}}])", {"/industry/id"}},
        {R"([{"op":"remove","path":"/location"}])", {"/location"}},
        {R"([{"op":"replace","path":"/location/countryCode","value":"usa"}])", {"/location/countryCode"}},
        {R"([{"op":"replace","path":"/compensation/min","value":"much"}])", {"/compensation/min"}},
        {R"([{"op":"add","path":"/template","value":"yes"}])", {"/template"}},
        {R"([{"op":"add","path":"/location/region","value":"a\u0000b"}])", {"/location/region"}},
        {R"([{"op":"add","path":"/properties/-","value":{"id":"x"}}])", {"/properties/0/value"}},
        {R"([{"op":"add","path":"/jobAd/sections/videos/urls/0","value":7}])",
         {"/jobAd/sections/videos/urls/0"}},
        {R"([{"op":"remove","path":"/title"},{"op":"remove","path":"/industry"},
             {"op":"remove","path":"/location/city"},{"op":"replace","path":"/refNumber","value":7},
             {"op":"replace","path":"/jobAd/sections/jobDescription/text","value":[]}])",
         {"/title", "/industry", "/location/city", "/refNumber", "/jobAd/sections/jobDescription/text"}},
        {R"([{"op":"replace","path":"","value":{}}])",
         {"/title", "/industry", "/function", "/experienceLevel", "/location"}}};
    const std::string before = administrator_.get(job).body;

    expect_nothing_written([&] {
        for (const auto& [body, places] : cases) {
            const auto refused = patch(administrator_, job, body);
            EXPECT_EQ(refused.status, 422) << body << refused.body;
            EXPECT_THAT(of_errors(refused, "code"), Each("VALIDATION_ERROR")) << body;
            EXPECT_THAT(of_errors(refused, "dataPath"), UnorderedElementsAreArray(places)) << body;
        }
    });
    EXPECT_EQ(administrator_.get(job).body, before);
}

TEST_P(JobChange, WhatIsNotForClientsToSayIsNotPatched) {
    const std::string job = given_job(administrator_);
    const std::string before = administrator_.get(job).body;

    expect_nothing_written([&] {
        for (const std::string name :
             {"id", "status", "postingStatus", "createdOn", "creator", "actions", "planet"}) {
            EXPECT_EQ(changed(job, "add", "/" + name, "FILLED").status, 200) << name;
            EXPECT_EQ(changed(job, "replace", "/" + name, "FILLED").status, 422) << name;
        }
    });

    EXPECT_EQ(administrator_.get(job).body, before);
}

// --- limits, references, numbers

TEST_P(JobChange, TextsHaveTheirLimitsInCharacters) {
    const std::vector<std::pair<std::string, std::size_t>> limits{
        {"/title", 256},
        {"/refNumber", 63},
        {"/location/city", 128},
        {"/location/address", 2000},
        {"/jobAd/sections/jobDescription/text", 24'999}};
    const std::string job = given_job(administrator_, whole_job());
    for (const auto& [path, most] : limits) {
        SCOPED_TRACE(path);
        const auto by_patch = [&](const std::string& value) {
            return changed(job, "replace", path, json::value(value));
        };
        const auto by_put = [&](const std::string& value) {
            json::value input = whole_job();
            input.at_pointer(path) = value;
            return put(administrator_, job, input);
        };
        for (const std::string letter : {"x", "é", "🦊"}) {
            const std::string longest = repeated(letter, most);
            const std::string longer = longest + letter;
            for (const auto& accepted : {by_patch(longest), by_put(longest)}) {
                EXPECT_EQ(accepted.status, 200) << letter;
                EXPECT_EQ(text(accepted.json().at_pointer(path)), longest) << letter;
            }
            for (const auto& refused : {by_patch(longer), by_put(longer)}) {
                EXPECT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"})) << letter;
                EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre(path));
            }
        }
        if (!path.ends_with("/text")) {
            EXPECT_EQ(by_patch("").status, 422);
            EXPECT_EQ(by_put("").status, 422);
        }
    }
}

TEST_P(JobChange, EveryUnknownReferenceIsReportedAtOnceUnderItsOwnCode) {
    const std::string job = given_job(administrator_);
    json::object input = job_input();
    for (const auto* field :
         {"department", "industry", "function", "experienceLevel", "typeOfEmployment", "eeoCategory"})
        input[field] = reference("unheard_of");
    input["jobAd"] = {{"language", {{"code", "xx"}}}};
    input["accessGroups"] = json::array{reference("000000000000000000000000")};
    const std::string before = administrator_.get(job).body;

    expect_nothing_written([&] {
        for (const auto& refused : {put(administrator_, job, input), changed(job, "replace", "", input)}) {
            EXPECT_EQ(refused.status, 400);
            EXPECT_THAT(of_errors(refused, "code"),
                        UnorderedElementsAre("DEPARTMENT_NOT_FOUND", "INDUSTRY_NOT_FOUND",
                                             "FUNCTION_NOT_FOUND", "EXPERIENCE_LEVEL_NOT_FOUND",
                                             "TYPE_OF_EMPLOYMENT_NOT_FOUND", "EEO_CATEGORY_NOT_FOUND",
                                             "JOB_AD_LANGUAGE_NOT_FOUND", "ACCESS_GROUP_NOT_FOUND"));
        }
    });
    EXPECT_EQ(administrator_.get(job).body, before);
}

TEST_P(JobChange, WhatBelongsToAnotherCompanyIsUnknown) {
    auto rival = client(company().api_key);
    const auto department = rival.post("/configuration/departments", R"({"label":"Kitchen"})");
    const auto group = rival.post("/configuration/access-groups", R"({"name":"North"})");
    const std::string job = given_job(administrator_);

    expect_nothing_written([&] {
        EXPECT_EQ(
            refusal(put(administrator_, job, with(job_input(), "department", reference(id_of(department))))),
            (Refusal{400, "DEPARTMENT_NOT_FOUND"}));
        EXPECT_EQ(refusal(changed(job, "add", "/department", reference(id_of(department)))),
                  (Refusal{400, "DEPARTMENT_NOT_FOUND"}));
        EXPECT_EQ(refusal(changed(job, "add", "/accessGroups", json::array{reference(id_of(group))})),
                  (Refusal{400, "ACCESS_GROUP_NOT_FOUND"}));
    });
}

TEST_P(JobChange, ANumberStaysThatOfOneJob) {
    auto rival = client(company().api_key);
    given_job(administrator_, job_numbered("TAKEN-1"));
    given_job(rival, job_numbered("FREE-1"));
    const std::string job = given_job(administrator_, job_numbered("MINE-1"));

    expect_nothing_written([&] {
        EXPECT_EQ(refusal(put(administrator_, job, job_numbered("TAKEN-1"))),
                  (Refusal{409, "REF_NUMBER_ALREADY_EXISTS"}));
        EXPECT_EQ(refusal(changed(job, "replace", "/refNumber", "TAKEN-1")),
                  (Refusal{409, "REF_NUMBER_ALREADY_EXISTS"}));
        EXPECT_EQ(put(administrator_, job, job_numbered("MINE-1")).status, 200);
    });
    EXPECT_EQ(seen(job).at("refNumber"), "MINE-1");

    EXPECT_EQ(put(administrator_, job, job_numbered("FREE-1")).json().at("refNumber"), "FREE-1");
    EXPECT_EQ(create(administrator_, job_numbered("MINE-1")).status, 201);
}

TEST_P(JobChange, OfTwoJobsThatWantOneNumberOneGetsIt) {
    std::array<std::string, 4> jobs;
    for (auto& job : jobs) job = given_job(administrator_);
    std::array<int, 4> statuses{};
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < jobs.size(); ++i)
            threads.emplace_back([&, i] {
                auto caller = client(acme_.api_key);
                statuses[i] = i % 2 == 0
                                  ? patch(caller, jobs[i], one("replace", "/refNumber", "WANTED")).status
                                  : put(caller, jobs[i], job_numbered("WANTED")).status;
            });
    }

    EXPECT_THAT(statuses, UnorderedElementsAre(200, 409, 409, 409));
    EXPECT_EQ(
        std::ranges::count_if(jobs, [&](const auto& job) { return seen(job).at("refNumber") == "WANTED"; }),
        1);
}

TEST_P(JobChange, AGeneratedNumberStays) {
    const std::string job = given_job(administrator_);
    const auto number = seen(job).at("refNumber");

    EXPECT_EQ(put(administrator_, job, job_input()).json().at("refNumber"), number);
    EXPECT_EQ(put(administrator_, job, with(job_input(), "refNumber", nullptr)).json().at("refNumber"),
              number);
    EXPECT_EQ(changed(job, "replace", "/title", "Chef").json().at("refNumber"), number);
}

// --- location

TEST_P(JobChange, TheCountryIsNamedByUs) {
    const std::string job = given_job(administrator_);
    json::object input = job_input();
    input["location"].as_object()["country"] = "Freedonia";

    const auto replaced = put(administrator_, job, input).json();
    EXPECT_EQ(replaced.at("location").at("countryCode"), "us");
    EXPECT_EQ(replaced.at("location").at("country"), "United States");

    const auto moved =
        changed(job, "replace", "/location", json::value{{"countryCode", "pl"}, {"city", "Kraków"}}).json();
    EXPECT_EQ(moved.at("location").at("country"), "Poland");
    const auto pretended = changed(job, "add", "/location/country", "Freedonia").json();
    EXPECT_EQ(pretended.at("location").at("country"), "Poland");
    const auto again = changed(job, "replace", "/location/countryCode", "de").json();
    EXPECT_EQ(again.at("location").at("country"), "Germany");
    EXPECT_EQ(seen(job).at("location").at("country"), "Germany");
    const auto upper = changed(job, "replace", "/location/countryCode", "FR").json();
    EXPECT_EQ(upper.at("location").at("country"), "France");
}

TEST_P(JobChange, CoordinatesAreNumbersOrTextsAndShownAsTexts) {
    const std::string job = given_job(administrator_);
    const auto place = [](const json::value& latitude, const json::value& longitude) {
        return json::value{
            {"countryCode", "us"}, {"city", "Atlanta"}, {"latitude", latitude}, {"longitude", longitude}};
    };
    const std::vector<std::pair<json::value, json::value>> pairs{
        {33.749, -84.388}, {"33.749", "-84.388"}, {90, -180}, {-90, 180}, {"-90", "180"}, {0, 0}};
    for (const auto& [latitude, longitude] : pairs) {
        const auto sent = place(latitude, longitude);
        for (const auto& answer : {put(administrator_, job, with(job_input(), "location", sent)),
                                   changed(job, "replace", "/location", sent)}) {
            ASSERT_EQ(answer.status, 200) << sent << answer.body;
            const auto location = answer.json().at("location");
            const auto number = [](const json::value& value) {
                return value.is_string() ? std::stod(text(value)) : value.to_number<double>();
            };
            ASSERT_TRUE(location.at("latitude").is_string()) << location;
            EXPECT_EQ(number(location.at("latitude")), number(latitude));
            EXPECT_EQ(number(location.at("longitude")), number(longitude));
        }
    }
    EXPECT_EQ(
        put(administrator_, job, with(job_input(), "location", place(33.749, -84.388))).json().at("location"),
        put(administrator_, job, with(job_input(), "location", place("33.749", "-84.388")))
            .json()
            .at("location"));
}

TEST_P(JobChange, APlaceThatIsNotOnEarthIsRefused) {
    const std::string job = given_job(administrator_);
    const std::vector<json::object> places{
        {{"countryCode", "zz"}},  {{"countryCode", "??"}},   {{"latitude", 90.001}}, {{"latitude", -90.001}},
        {{"longitude", 180.001}}, {{"longitude", -180.001}}, {{"latitude", "91"}},   {{"longitude", "-181"}},
        {{"latitude", "1e300"}},  {{"longitude", 1e300}}};
    expect_nothing_written([&] {
        for (const auto& each : places) {
            json::object location{
                {"countryCode", "us"}, {"city", "Atlanta"}, {"latitude", 1}, {"longitude", 1}};
            for (const auto& [key, value] : each) location[key] = value;
            for (const auto& refused : {put(administrator_, job, with(job_input(), "location", location)),
                                        changed(job, "replace", "/location", location)})
                EXPECT_EQ(refusal(refused), (Refusal{400, "INVALID_GEO_DATA"})) << location;
        }
        for (const json::value& wrong :
             {json::value{"north"}, json::value{""}, json::value{true}, json::value{"33.7N"},
              json::value{"nan"}, json::value(json::object{})}) {
            const auto refused = changed(job, "add", "/location/latitude", wrong);
            EXPECT_THAT(refused.status, AnyOf(400, 422)) << wrong;
            EXPECT_THAT(refused.error_code(), AnyOf("INVALID_GEO_DATA", "VALIDATION_ERROR")) << wrong;
        }
    });
}

// --- timestamps

TEST_P(JobChange, MovesTheTimesOfTheJobButNotThatOfItsCreation) {
    const std::string job = given_job(administrator_);
    int number = 0;
    const auto moved_by = [&](const auto& change) {
        const auto before = seen(job);
        const auto later = [&] {
            const auto now = change(std::to_string(++number)).json();
            EXPECT_EQ(now.at("createdOn"), before.at("createdOn"));
            return text(now.at("updatedOn")) > text(before.at("updatedOn")) &&
                   text(now.at("lastActivityOn")) > text(before.at("lastActivityOn"));
        };
        for (int i = 0; i < 100; ++i)
            if (later()) return true;
        return false;
    };

    EXPECT_TRUE(moved_by([&](const std::string& title) {
        return put(administrator_, job, with(job_input(), "title", json::value(title)));
    }));
    EXPECT_TRUE(moved_by(
        [&](const std::string& title) { return changed(job, "replace", "/title", json::value(title)); }));
    EXPECT_THAT(ids(administrator_.get("/jobs?updatedAfter=" + text(seen(job).at("createdOn")))),
                ElementsAre(id_in(job)));
}

// --- events and audit records

TEST_P(JobChange, IsRecordedAsThatOfTheJobOrOfItsAd) {
    const std::string kitchen = department("Kitchen");
    const std::string group = given_group("North");
    const std::string job = given_job(administrator_);
    const EventRow of_job{"job.updated", {{"id", id_in(job)}}};
    const EventRow of_ad{"job.ad.updated", ad_named(job)};
    struct Case {
        std::string path;
        json::value value;
        std::vector<EventRow> events;
        std::vector<std::string> audit;
    };
    const std::vector<Case> cases{
        {"/title", "Chef", {of_job, of_ad}, {"JOB_UPDATED", "JOB_AD_UPDATED"}},
        {"/refNumber", "NEW-1", {of_job}, {"JOB_UPDATED"}},
        {"/targetHiringDate", "2030-01-31T12:00:00.000Z", {of_job}, {"JOB_UPDATED"}},
        {"/department", reference(kitchen), {of_job}, {"JOB_UPDATED"}},
        {"/industry", reference("retail"), {of_job}, {"JOB_UPDATED"}},
        {"/function", reference("consulting"), {of_job}, {"JOB_UPDATED"}},
        {"/experienceLevel", reference("director"), {of_job}, {"JOB_UPDATED"}},
        {"/typeOfEmployment", reference("contract"), {of_job}, {"JOB_UPDATED"}},
        {"/location/region", "Georgia", {of_job}, {"JOB_UPDATED"}},
        {"/compensation", {{"min", 1}}, {of_job}, {"JOB_UPDATED"}},
        {"/template", true, {of_job}, {"JOB_UPDATED"}},
        {"/accessGroups", json::array{reference(group)}, {of_job}, {"JOB_UPDATED"}},
        {"/jobAd/language/code", "de", {of_ad}, {"JOB_AD_UPDATED"}},
        {"/jobAd/sections/qualifications", {{"text", "Soup."}}, {of_ad}, {"JOB_AD_UPDATED"}}};

    for (const auto& each : cases) {
        SCOPED_TRACE(each.path);
        const auto written =
            during([&] { EXPECT_EQ(changed(job, "add", each.path, each.value).status, 200); });
        EXPECT_THAT(written.events, UnorderedElementsAreArray(each.events));
        EXPECT_THAT(written.audit_names(), UnorderedElementsAreArray(each.audit));
        expect_nothing_written([&] { EXPECT_EQ(changed(job, "add", each.path, each.value).status, 200); });
    }
}

TEST_P(JobChange, SaysInTheAuditLogWhoChangedWhat) {
    const auto member = colleague("STANDARD");
    const std::string job = given_job(administrator_);
    join_team(job, member.id);
    auto standard = client(member.key);

    const auto written =
        during([&] { EXPECT_EQ(put(standard, job, with(job_input(), "title", "Chef")).status, 200); });

    const auto& of_job = written.record("JOB_UPDATED");
    EXPECT_EQ(of_job.author_id, member.id);
    EXPECT_EQ(of_job.entity_type, "JOB");
    EXPECT_EQ(of_job.entity_id, id_in(job));
    const auto& of_ad = written.record("JOB_AD_UPDATED");
    EXPECT_EQ(of_ad.author_id, member.id);
    EXPECT_EQ(of_ad.entity_type, "JOB_AD");
    EXPECT_EQ(of_ad.entity_id, text(default_ad(job).at("id")));
    ASSERT_THAT(keys(of_ad.context), IsSupersetOf({"previous", "current"}));
    EXPECT_EQ(of_ad.context.at("previous").at("title"), "Cook");
    EXPECT_EQ(of_ad.context.at("current").at("title"), "Chef");
}

TEST_P(JobChange, ThatChangesNothingIsNotRecorded) {
    const std::string group = given_group("North");
    json::object input = whole_job();
    input["department"] = reference(department("Kitchen"));
    input["accessGroups"] = json::array{reference(group)};
    const std::string job = given_job(administrator_, input);

    expect_nothing_written([&] {
        EXPECT_EQ(put(administrator_, job, input).status, 200);
        EXPECT_EQ(put(administrator_, job, without(without(input, "refNumber"), "accessGroups")).status, 200);
        EXPECT_EQ(changed(job, "replace", "/title", "Cook").status, 200);
        EXPECT_EQ(changed(job, "replace", "", input).status, 200);
        EXPECT_EQ(patch(administrator_, job, R"([{"op":"test","path":"/title","value":"Cook"}])").status,
                  200);
        EXPECT_EQ(patch(administrator_, job, R"([{"op":"replace","path":"/title","value":"X"},
                                         {"op":"replace","path":"/title","value":"Cook"}])")
                      .status,
                  200);
    });
}

TEST_P(JobChange, AReplacementIsRecordedOnce) {
    const std::string job = given_job(administrator_);

    const auto written = during([&] { EXPECT_EQ(put(administrator_, job, whole_job()).status, 200); });

    EXPECT_THAT(written.event_names(), UnorderedElementsAre("job.updated", "job.ad.updated"));
    EXPECT_THAT(written.audit_names(), UnorderedElementsAre("JOB_UPDATED", "JOB_AD_UPDATED"));
}

// --- access groups

TEST_P(JobChange, AccessGroupsAreReplacedByThoseThatAreSent) {
    const std::string north = given_group("North");
    const std::string south = given_group("South");
    const std::string job =
        given_job(administrator_, with(job_input(), "accessGroups", json::array{reference(north)}));

    EXPECT_EQ(
        put(administrator_, job, with(job_input(), "accessGroups", json::array{reference(south)})).status,
        200);
    EXPECT_THAT(groups_of(job), ElementsAre(south));
    EXPECT_EQ(changed(job, "add", "/accessGroups/-", reference(north)).status, 200);
    EXPECT_THAT(groups_of(job), UnorderedElementsAre(north, south));
    EXPECT_EQ(changed(job, "replace", "/accessGroups", json::array{}).status, 200);
    EXPECT_THAT(groups_of(job), IsEmpty());
    EXPECT_EQ(put(administrator_, job,
                  with(job_input(), "accessGroups", json::array{reference(north), reference(north)}))
                  .status,
              200);
    EXPECT_THAT(groups_of(job), ElementsAre(north));
}

TEST_P(JobChange, AnAccessGroupHidesAJobFromExtendedUsersOutsideIt) {
    const std::string north = given_group("North");
    const auto inside = colleague("EXTENDED");
    ASSERT_EQ(administrator_
                  .post("/user-api/v201804/access-groups/" + north + "/users", R"([")" + inside.id + R"("])")
                  .status,
              201);
    auto insider = client(inside.key);
    auto outsider = client(colleague("EXTENDED").key);
    const std::string job = given_job(administrator_);
    EXPECT_EQ(put(outsider, job, with(job_input(), "title", "Chef")).status, 200);

    changed(job, "replace", "/accessGroups", json::array{reference(north)});

    EXPECT_EQ(insider.get(job).status, 200);
    EXPECT_EQ(patch(insider, job, one("replace", "/title", "Baker")).status, 200);
    expect_nothing_written([&] {
        EXPECT_EQ(refusal(outsider.get(job)), (Refusal{401, "UNAUTHORIZED_TO_ACCESS_JOB"}));
        EXPECT_EQ(refusal(put(outsider, job, job_input())), (Refusal{401, "UNAUTHORIZED_TO_ACCESS_JOB"}));
    });
    EXPECT_EQ(outsider.get("/jobs").json().at("totalFound"), 0);
}

// --- permissions

TEST_P(JobChange, TemplatesAreManagedByThoseWhoChangeAllJobs) {
    const auto member = colleague("STANDARD");
    auto standard = client(member.key);
    auto extended = client(colleague("EXTENDED").key);
    const std::string job = given_job(standard);
    const Refusal forbidden{403, "JOB_TEMPLATES_MANAGEMENT_FORBIDDEN"};
    const json::object as_template = with(job_input(), "template", true);

    expect_nothing_written([&] {
        EXPECT_EQ(refusal(put(standard, job, as_template)), forbidden);
        EXPECT_EQ(refusal(patch(standard, job, one("replace", "/template", true))), forbidden);
        EXPECT_EQ(put(standard, job, with(job_input(), "template", false)).status, 200);
    });
    EXPECT_EQ(put(extended, job, as_template).json().at("template"), true);
    expect_nothing_written([&] {
        EXPECT_EQ(refusal(put(standard, job, with(job_input(), "template", false))), forbidden);
        EXPECT_EQ(refusal(patch(standard, job, one("replace", "/template", false))), forbidden);
    });
    EXPECT_EQ(patch(administrator_, job, one("replace", "/template", false)).json().at("template"), false);
    EXPECT_EQ(patch(standard, job, one("replace", "/title", "Chef")).status, 200);
}

TEST_P(JobChange, IsForMembersOfTheTeamButNotForRestrictedOnes) {
    const std::string job = given_job(administrator_);
    const auto member = colleague("STANDARD");
    join_team(job, member.id);
    auto standard = client(member.key);
    auto restricted = restricted_member(job);

    EXPECT_EQ(put(standard, job, with(job_input(), "title", "Chef")).status, 200);
    EXPECT_EQ(patch(standard, job, one("replace", "/title", "Baker")).status, 200);
    expect_nothing_written([&] {
        EXPECT_EQ(refusal(put(restricted, job, job_input())), (Refusal{403, "PERMISSION_DENIED"}));
        EXPECT_EQ(refusal(patch(restricted, job, one("replace", "/title", "X"))),
                  (Refusal{403, "PERMISSION_DENIED"}));
        EXPECT_EQ(refusal(patch(restricted, job, "[]")), (Refusal{403, "PERMISSION_DENIED"}));
    });
    EXPECT_EQ(restricted.get(job).json().at("title"), "Baker");
}

TEST_P(JobChange, OfAHiddenJobIsRefused) {
    const std::string job = given_job(administrator_);
    for (const std::string role : {"STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        SCOPED_TRACE(role);
        auto outsider = client(colleague(role).key);
        expect_nothing_written([&] {
            EXPECT_EQ(refusal(put(outsider, job, job_input())), (Refusal{401, "UNAUTHORIZED_TO_ACCESS_JOB"}));
            EXPECT_EQ(refusal(patch(outsider, job, one("replace", "/title", "X"))),
                      (Refusal{401, "UNAUTHORIZED_TO_ACCESS_JOB"}));
        });
    }
}

TEST_P(JobChange, OfAnUnknownJobIsRefused) {
    expect_unknown([&](const std::string& job) { return put(administrator_, job, job_input()); });
    expect_unknown(
        [&](const std::string& job) { return patch(administrator_, job, one("replace", "/title", "X")); });
}

// --- concurrency

TEST_P(JobChange, OfTwoFieldsAtOnceBothSurvive) {
    const std::string job = given_job(administrator_, whole_job());
    for (int round = 0; round < 10; ++round) {
        const std::string value = "round " + std::to_string(round);
        const std::array<std::string, 4> paths{"/title", "/location/city", "/compensation/currency",
                                               "/jobAd/sections/jobDescription/text"};
        std::array<int, 4> statuses{};
        const auto written = during([&] {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < paths.size(); ++i)
                threads.emplace_back([&, i] {
                    auto caller = client(acme_.api_key);
                    statuses[i] = patch(caller, job, one("replace", paths[i], json::value(value))).status;
                });
        });

        EXPECT_THAT(statuses, Each(200));
        const auto now = seen(job);
        for (const auto& path : paths) EXPECT_EQ(text(now.at_pointer(path)), value) << path;
        EXPECT_EQ(std::ranges::count(written.event_names(), "job.updated"), 3);
        EXPECT_EQ(std::ranges::count(written.event_names(), "job.ad.updated"), 2);
    }
}

TEST_P(JobChange, BesideAPublicationAndAStatusTakesNothingBack) {
    for (int round = 0; round < 5; ++round) {
        const std::string job = given_job(administrator_);
        {
            std::vector<std::jthread> threads;
            threads.emplace_back([&] {
                auto caller = client(acme_.api_key);
                EXPECT_EQ(put(caller, job, with(job_input(), "title", "Chef")).status, 200);
            });
            threads.emplace_back([&] {
                auto caller = client(acme_.api_key);
                EXPECT_EQ(caller.post(job + "/publication", "").status, 204);
            });
            threads.emplace_back([&] {
                auto caller = client(acme_.api_key);
                EXPECT_EQ(put(caller, job + "/note", json::value{{"content", "kept"}}).status, 200);
            });
        }
        EXPECT_EQ(seen(job).at("title"), "Chef");
        EXPECT_EQ(seen(job).at("postingStatus"), "PUBLIC");
        EXPECT_EQ(seen(job).at("status"), "SOURCING");
        EXPECT_EQ(administrator_.get(job + "/note").json().at("content"), "kept");
    }
}

RUN_ON_EACH_DATABASE(JobChange);

}  // namespace
}  // namespace callboard
