#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "integration/company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::create;
using test::given_job;
using test::id_of;
using test::job_input;
using test::job_numbered;
using test::keys;
using test::of_errors;
using test::repeated;
using test::SharedServer;
using test::text;
using testing::AnyOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::UnorderedElementsAre;

constexpr auto kUuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
constexpr auto kTime = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z";

// Sets the value at a JSON pointer; creates missing objects.
void put(json::object& into, std::string_view pointer, const json::value& value) {
    const auto end = pointer.find('/', 1);
    const auto key = pointer.substr(1, end - 1);
    if (end == std::string_view::npos) {
        into[key] = value;
        return;
    }
    if (!into.contains(key)) into[key] = json::object{};
    put(into[key].as_object(), pointer.substr(end), value);
}

bool has_null(const json::value& value) {
    if (value.is_object())
        return std::ranges::any_of(value.as_object(),
                                   [](const auto& each) { return has_null(each.value()); });
    if (value.is_array()) return std::ranges::any_of(value.as_array(), has_null);
    return value.is_null();
}

class ApiJobs : public SharedServer {
  protected:
    std::string public_url() const { return "http://127.0.0.1:" + std::to_string(here().server.port()); }
    static json::value with(const std::string& key, const std::string& value) { return {{key, value}}; }
};

// --- creating

TEST_P(ApiJobs, AJobIsMadeWithTheLeastThatIsNeeded) {
    auto caller = client(company().api_key);

    const auto made = create(caller, job_input());

    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.header("content-type"), "application/json");
    const auto job = made.json();
    EXPECT_THAT(text(job.at("id")), MatchesRegex(kUuid));
    EXPECT_EQ(job.at("title"), "Cook");
    EXPECT_THAT(text(job.at("refNumber")), MatchesRegex("REF[0-9]+[A-Z]"));
    EXPECT_EQ(job.at("status"), "CREATED");
    EXPECT_EQ(job.at("postingStatus"), "NOT_PUBLISHED");
    EXPECT_EQ(job.at("industry"), (json::value{{"id", "restaurants"}, {"label", "Restaurants"}}));
    EXPECT_EQ(job.at("function"), (json::value{{"id", "production"}, {"label", "Production"}}));
    EXPECT_EQ(job.at("experienceLevel"), (json::value{{"id", "entry_level"}, {"label", "Entry Level"}}));
    EXPECT_EQ(job.at("location").at("countryCode"), "us");
    EXPECT_EQ(job.at("location").at("city"), "Atlanta");
    EXPECT_EQ(job.at("template"), false);
    EXPECT_EQ(job.at("jobAd").at("language").at("code"), "en");
    EXPECT_EQ(job.at("creator").at("firstName"), "Ada");
    EXPECT_THAT(text(job.at("creator").at("id")), MatchesRegex("[0-9a-f]{24}"));
    for (const auto* absent :
         {"department", "typeOfEmployment", "eeoCategory", "compensation", "targetHiringDate"})
        EXPECT_FALSE(job.as_object().contains(absent)) << absent;
    EXPECT_FALSE(has_null(job)) << made.body;
}

TEST_P(ApiJobs, AJobTellsWhenItWasMade) {
    auto caller = client(company().api_key);
    const std::string before = to_iso(SystemClock{}.now());

    const auto job = create(caller, job_input()).json();

    const std::string made = text(job.at("createdOn"));
    EXPECT_THAT(made, MatchesRegex(kTime));
    EXPECT_EQ(job.at("updatedOn"), job.at("createdOn"));
    EXPECT_EQ(job.at("lastActivityOn"), job.at("createdOn"));
    EXPECT_GE(made, before);
    EXPECT_LE(made, to_iso(SystemClock{}.now()));
}

TEST_P(ApiJobs, AJobSaysWhereItIs) {
    auto caller = client(company().api_key);

    const auto made = create(caller, job_input());

    const std::string url = public_url() + "/jobs/" + id_of(made);
    EXPECT_EQ(made.header("location"), url);
    EXPECT_EQ(made.json().at("actions").at("details"), (json::value{{"url", url}, {"method", "GET"}}));
    const auto seen = caller.get(url.substr(public_url().size()));
    EXPECT_EQ(seen.status, 200);
    EXPECT_EQ(seen.body, made.body);
}

TEST_P(ApiJobs, AJobHasTheFieldsOfTheApiAndNoOthers) {
    auto caller = client(company().api_key);
    const auto department =
        caller.post("/configuration/departments", R"({"label":"Kitchen","description":"Hot"})");
    json::object input = job_input();
    input["refNumber"] = "KITCHEN-7";
    input["targetHiringDate"] = "2030-01-31T12:00:00.000Z";
    input["department"] = with("id", id_of(department));
    input["typeOfEmployment"] = with("id", "permanent");
    input["compensation"] = {{"min", 18.5}, {"max", 24}, {"currency", "USD"}};
    input["location"] = {{"countryCode", "us"},
                         {"city", "Atlanta"},
                         {"region", "Georgia"},
                         {"regionCode", "GA"},
                         {"address", "1 Peachtree St"},
                         {"postalCode", "30303"},
                         {"remote", true},
                         {"latitude", "33.749"},
                         {"longitude", "-84.388"},
                         {"hybrid", true},
                         {"hybridDescription", "Mondays"},
                         {"manual", true}};
    input["jobAd"] = {
        {"language", {{"code", "pl"}}},
        {"sections",
         {{"companyDescription", {{"title", "We"}, {"text", "<p>We cook.</p>"}}},
          {"jobDescription", {{"title", "You"}, {"text", "<p>You cook.</p>"}}},
          {"qualifications", {{"title", "Can"}, {"text", "<p>Cook.</p>"}}},
          {"additionalInformation", {{"title", "More"}, {"text", "<p>Soup.</p>"}}},
          {"videos", {{"title", "Us"}, {"urls", {"https://video.test/1", "https://video.test/2"}}}}}}};

    const auto made = create(caller, input);

    ASSERT_EQ(made.status, 201) << made.body;
    const auto job = made.json();
    EXPECT_THAT(keys(job),
                UnorderedElementsAre("id", "title", "refNumber", "createdOn", "updatedOn", "lastActivityOn",
                                     "department", "location", "status", "postingStatus", "targetHiringDate",
                                     "industry", "function", "typeOfEmployment", "experienceLevel",
                                     "template", "creator", "compensation", "jobAd", "actions"));
    EXPECT_EQ(job.at("department"),
              (json::value{{"id", id_of(department)}, {"label", "Kitchen"}, {"description", "Hot"}}));
    EXPECT_THAT(keys(job.at("creator")), UnorderedElementsAre("id", "firstName", "lastName"));
    EXPECT_THAT(keys(job.at("typeOfEmployment")), UnorderedElementsAre("id", "label"));
    for (const auto& [key, value] : input.at("location").as_object())
        EXPECT_EQ(job.at("location").at(key), value) << key;
    EXPECT_EQ(job.at("jobAd").at("sections"), input.at("jobAd").at("sections"));
    EXPECT_EQ(job.at("jobAd").at("language"),
              (json::value{{"code", "pl"}, {"label", "Polish"}, {"labelNative", "Polski"}}));
    EXPECT_EQ(job.at("compensation"), (json::value{{"min", 18.5}, {"max", 24}, {"currency", "USD"}}));
    EXPECT_EQ(job.at("targetHiringDate"), "2030-01-31T12:00:00.000Z");
    EXPECT_EQ(caller.get("/jobs/" + id_of(made)).body, made.body);
}

TEST_P(ApiJobs, ReferenceNumbersAreMadeAndDiffer) {
    auto caller = client(company().api_key);
    std::set<std::string> numbers;

    for (int i = 0; i < 50; ++i) numbers.insert(text(create(caller, job_input()).json().at("refNumber")));

    EXPECT_EQ(numbers.size(), 50U);
}

TEST_P(ApiJobs, TimesAreTakenInEveryZoneAndGivenInUtc) {
    auto caller = client(company().api_key);
    const std::vector<std::pair<std::string, std::string>> cases{
        {"2030-01-31T12:00:00.000Z", "2030-01-31T12:00:00.000Z"},
        {"2030-01-31T12:00:00Z", "2030-01-31T12:00:00.000Z"},
        {"2030-01-31T12:00:00.123456Z", "2030-01-31T12:00:00.123Z"},
        {"2030-01-31T12:00:00.5+02:00", "2030-01-31T10:00:00.500Z"},
        {"2030-01-01T00:30:00.000+0530", "2029-12-31T19:00:00.000Z"},
        {"2030-12-31T23:30:00.000-01:00", "2031-01-01T00:30:00.000Z"},
        {"2028-02-29T00:00:00.000Z", "2028-02-29T00:00:00.000Z"},
        {"0001-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z"},
        {"9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"},
    };
    for (const auto& [sent, stored] : cases) {
        json::object input = job_input();
        input["targetHiringDate"] = sent;
        const auto made = create(caller, input);
        ASSERT_EQ(made.status, 201) << sent;
        EXPECT_EQ(text(made.json().at("targetHiringDate")), stored) << sent;
    }
}

TEST_P(ApiJobs, WhatIsNoTimeIsRefused) {
    auto caller = client(company().api_key);
    for (const std::string wrong :
         {"", "tomorrow", "2030-01", "2030-01-31T12:00", "2030-02-30T00:00:00Z", "2029-02-29T00:00:00Z",
          "2030-13-01T00:00:00Z", "2030-00-01T00:00:00Z", "2030-01-31T24:00:00Z", "2030-01-31T12:60:00Z",
          "2030-01-31 12:00:00Z", "2030-01-31T12:00:00.Z", "2030-01-31T12:00:00+24:00",
          "-2030-01-31T12:00:00Z", "2030-01-31T12:00:00Zjunk", "30-01-31T12:00:00Z"}) {
        json::object input = job_input();
        input["targetHiringDate"] = wrong;
        const auto refused = create(caller, input);
        EXPECT_EQ(refused.status, 422) << wrong;
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/targetHiringDate"));
    }
}

TEST_P(ApiJobs, ATimeThatUtcPutsBeyondFourDigitsOfYearIsRefused) {
    auto caller = client(company().api_key);
    for (const std::string wrong : {"0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"}) {
        json::object input = job_input();
        input["targetHiringDate"] = wrong;
        const auto refused = create(caller, input);
        EXPECT_EQ(refused.status, 422) << refused.body;
    }
}

TEST_P(ApiJobs, AmountsComeBackAsTheyWereSent) {
    auto caller = client(company().api_key);
    for (const std::string amount : {"0", "-1", "18.55", "0.1", "77.1", "4.35", "1234567.89",
                                     "9007199254740992", "1e21", "1.7976931348623157e308", "1e-300"}) {
        std::string body = json::serialize(job_input());
        body.insert(body.size() - 1, R"(,"compensation":{"min":)" + amount + R"(,"max":)" + amount + "}");
        const auto made = caller.post("/jobs", body);
        ASSERT_EQ(made.status, 201) << made.body;
        const auto shown = caller.get("/jobs/" + id_of(made)).json().at("compensation");
        EXPECT_EQ(shown.at("min").to_number<double>(), std::stod(amount)) << json::serialize(shown);
        EXPECT_EQ(shown.at("max"), shown.at("min"));
    }
}

TEST_P(ApiJobs, AnAmountThatIsTooLargeForANumberIsRefused) {
    auto caller = client(company().api_key);
    for (const std::string amount : {"1e999", "-1e999", "1e400"}) {
        std::string body = json::serialize(job_input());
        body.insert(body.size() - 1, R"(,"compensation":{"min":)" + amount + "}");

        const auto refused = caller.post("/jobs", body);

        EXPECT_THAT(refused.status, AnyOf(400, 422)) << refused.body;
        EXPECT_NO_THROW(refused.json()) << refused.body;
    }
}

TEST_P(ApiJobs, TextOfAnyScriptIsKeptAsItIs) {
    auto caller = client(company().api_key);
    const std::vector<std::string> texts{"Zażółć gęślą jaźń",
                                         "北京烤鸭厨师",
                                         "طباخ رئيسي",
                                         "שף קונדיטור",
                                         "主厨 🍳👩🏽‍🍳",
                                         "e\u0301 and \u00e9",
                                         "\"quotes\" \\back\\ /slash/ <b>&amp;</b>",
                                         "tab\tline\nfeed\rreturn\b\f\x01\x1f\x7f",
                                         "\u2028\u2029\ufeff\u200b",
                                         "\uffff\U0010ffff\U0001f98a",
                                         "'; DROP TABLE job; --",
                                         "$1 %s {} ${x} ?",
                                         "\xc2\x85\xc2\x9b",
                                         "   "};
    for (const auto& each : texts) {
        json::object input = job_input();
        input["title"] = each;
        input["location"].as_object()["city"] = each;
        input["jobAd"] = {{"sections", {{"jobDescription", {{"title", each}, {"text", each}}}}}};
        const auto made = create(caller, input);
        ASSERT_EQ(made.status, 201) << made.body;

        const auto job = caller.get("/jobs/" + id_of(made)).json();
        const auto listed = caller.get("/jobs?limit=1").json().at("content").at(0);

        EXPECT_EQ(text(job.at("title")), each);
        EXPECT_EQ(text(job.at("location").at("city")), each);
        EXPECT_EQ(text(job.at("jobAd").at("sections").at("jobDescription").at("text")), each);
        EXPECT_EQ(text(listed.at("title")), each);
    }
}

TEST_P(ApiJobs, EveryLanguageOfTheApiCanBeNamed) {
    auto caller = client(company().api_key);
    for (const std::string code :
         {"af", "am", "ar",    "hy",    "az", "eu", "bn", "bg", "ca",    "zh-CN", "zh-TW", "hr",
          "cs", "da", "nl",    "en-GB", "en", "et", "fi", "fr", "fr-CA", "gl",    "ka",    "de",
          "el", "gu", "iw",    "hi",    "hu", "is", "id", "ga", "it",    "ja",    "kn",    "km",
          "ko", "lo", "lv",    "lt",    "ms", "ml", "mr", "mn", "ne",    "no",    "fa",    "fil",
          "pl", "pt", "pt-BR", "ro",    "ru", "sr", "si", "sk", "sl",    "es",    "es-MX", "sw",
          "sv", "ta", "te",    "tr",    "uk", "ur", "vi", "cy", "zu"}) {
        json::object input = job_input();
        input["jobAd"] = {{"language", {{"code", code}}}};
        const auto made = create(caller, input);
        ASSERT_EQ(made.status, 201) << code;
        EXPECT_EQ(text(made.json().at("jobAd").at("language").at("code")), code);
        EXPECT_THAT(keys(made.json().at("jobAd").at("language")),
                    UnorderedElementsAre("code", "label", "labelNative"));
    }
}

TEST_P(ApiJobs, EveryWordTheApiIsKnownToUseIsInItsDictionary) {
    auto caller = client(company().api_key);
    const std::vector<std::pair<std::string, std::vector<std::string>>> words{
        {"experienceLevel",
         {"associate", "director", "entry_level", "executive", "internship", "mid_senior_level",
          "not_applicable"}},
        {"typeOfEmployment", {"permanent", "contract", "intern"}},
        {"function", {"engineering", "marketing", "production", "consulting"}},
        {"industry", {"computer_software", "internet", "retail"}}};
    for (const auto& [field, values] : words) {
        for (const auto& value : values) {
            json::object input = job_input();
            input[field] = with("id", value);
            EXPECT_EQ(create(caller, input).status, 201) << field << " " << value;
        }
    }
}

TEST_P(ApiJobs, WhatIsUnknownOrNotForClientsToSayIsIgnored) {
    auto caller = client(company().api_key);
    json::object input = job_input();
    input["id"] = "00000000-0000-7000-8000-000000000000";
    input["status"] = "FILLED";
    input["postingStatus"] = "PUBLIC";
    input["createdOn"] = "2001-01-01T00:00:00.000Z";
    input["updatedOn"] = 7;
    input["lastActivityOn"] = "2001-01-01T00:00:00.000Z";
    input["creator"] = with("id", "0123456789abcdef01234567");
    input["actions"] = {{"details", {{"url", "https://evil.test"}}}};
    input["companyId"] = "00000000-0000-7000-8000-000000000000";
    input["unheardOf"] = {{"deeply", {1, nullptr, {{"nested", true}}}}};
    input["location"].as_object()["planet"] = "Mars";

    const auto made = create(caller, input);

    ASSERT_EQ(made.status, 201) << made.body;
    const auto job = made.json();
    EXPECT_NE(job.at("id"), input.at("id"));
    EXPECT_EQ(job.at("status"), "CREATED");
    EXPECT_EQ(job.at("postingStatus"), "NOT_PUBLISHED");
    EXPECT_GT(text(job.at("createdOn")), "2026");
    EXPECT_EQ(job.at("creator").at("firstName"), "Ada");
    for (const auto* stranger : {"evil", "unheardOf", "Mars", "companyId"})
        EXPECT_THAT(made.body, Not(HasSubstr(stranger)));
}

TEST_P(ApiJobs, WhatIsNullIsAbsent) {
    auto caller = client(company().api_key);
    json::object input = job_input();
    for (const auto* field : {"refNumber", "targetHiringDate", "department", "typeOfEmployment",
                              "eeoCategory", "template", "compensation", "jobAd"})
        input[field] = nullptr;
    input["location"].as_object()["region"] = nullptr;

    const auto made = create(caller, input);

    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_FALSE(has_null(made.json()));
}

TEST_P(ApiJobs, TheLargestJobIsKeptWhole) {
    auto caller = client(company().api_key);
    json::object input = job_input();
    json::object sections;
    for (const auto* each :
         {"companyDescription", "jobDescription", "qualifications", "additionalInformation"})
        sections[each] = {{"text", repeated("🦊", 6000) + repeated("é", 18'999)}};
    input["jobAd"] = {{"sections", sections}};

    const auto made = create(caller, input);

    ASSERT_EQ(made.status, 201) << made.body.substr(0, 500);
    const auto plain = caller.get("/jobs/" + id_of(made));
    const auto packed = caller.get("/jobs/" + id_of(made), {{"Accept-Encoding", "gzip"}});
    EXPECT_EQ(plain.json().at("jobAd").at("sections"), json::value(sections));
    EXPECT_EQ(packed.header("content-encoding"), "gzip");
    EXPECT_EQ(test::gunzip(packed.body), plain.body);
}

// --- invalid input

TEST_P(ApiJobs, EveryTextHasItsLimitsInCharacters) {
    auto caller = client(company().api_key);
    for (const auto& limit : test::text_limits_of_jobs()) {
        SCOPED_TRACE(limit.path);
        const auto answer = [&](const std::string& letter, std::size_t times) {
            json::object input = job_input();
            put(input, limit.path, json::value(repeated(letter, times)));
            return create(caller, input);
        };
        for (const std::string letter : {"x", "é", "字", "🦊"}) {
            EXPECT_EQ(answer(letter, limit.most).status, 201) << letter;
            const auto refused = answer(letter, limit.most + 1);
            EXPECT_EQ(refused.status, 422) << letter;
            EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre(limit.path));
            EXPECT_THAT(of_errors(refused, "code"), ElementsAre("VALIDATION_ERROR"));
        }
        EXPECT_EQ(answer("y", limit.least).status, 201);
        if (limit.least == 0) continue;
        EXPECT_EQ(answer("y", limit.least - 1).status, 422);
    }
}

TEST_P(ApiJobs, AReferenceHasOneTo256Characters) {
    auto caller = client(company().api_key);
    for (const std::string field :
         {"department", "industry", "function", "experienceLevel", "typeOfEmployment", "eeoCategory"}) {
        json::object longest = job_input();
        longest[field] = with("id", repeated("é", 256));
        json::object longer = job_input();
        longer[field] = with("id", repeated("é", 257));
        json::object empty = job_input();
        empty[field] = with("id", "");

        EXPECT_EQ(create(caller, longest).status, 400) << field;
        EXPECT_THAT(of_errors(create(caller, longer), "dataPath"), ElementsAre("/" + field + "/id"));
        EXPECT_THAT(of_errors(create(caller, empty), "dataPath"), ElementsAre("/" + field + "/id"));
    }
}

TEST_P(ApiJobs, EveryFaultIsReportedAtOnceWithItsPlace) {
    auto caller = client(company().api_key);
    const std::string body = R"({"title": "", "refNumber": 7, "targetHiringDate": "tomorrow", "industry": {},
        "function": "production", "department": {"id": ["x"]}, "location": {"countryCode": "usa", "remote": "yes"},
        "template": "no", "compensation": {"min": "much", "currency": true},
        "jobAd": {"language": {}, "sections": {"qualifications": {"text": 1}, "videos": {"urls": ["ok", 2, null]}}}})";

    const auto refused = caller.post("/jobs", body);

    EXPECT_EQ(refused.status, 422);
    EXPECT_THAT(
        of_errors(refused, "dataPath"),
        UnorderedElementsAre("/title", "/refNumber", "/targetHiringDate", "/industry/id", "/function",
                             "/department/id", "/experienceLevel", "/location/countryCode", "/location/city",
                             "/location/remote", "/template", "/compensation/min", "/compensation/currency",
                             "/jobAd/language/code", "/jobAd/sections/qualifications/text",
                             "/jobAd/sections/videos/urls/1", "/jobAd/sections/videos/urls/2"));
    EXPECT_THAT(of_errors(refused, "code"), Each("VALIDATION_ERROR"));
    EXPECT_THAT(of_errors(refused, "message"), Each(Not(IsEmpty())));
    EXPECT_THAT(text(refused.json().at("message")), Not(IsEmpty()));
}

TEST_P(ApiJobs, AnEmptyBodyLacksEverythingThatIsNeeded) {
    auto caller = client(company().api_key);
    for (const std::string body : {"", "{}"}) {
        const auto refused = caller.post("/jobs", body);

        EXPECT_EQ(refused.status, 422);
        EXPECT_THAT(of_errors(refused, "dataPath"), UnorderedElementsAre("/title", "/industry", "/function",
                                                                         "/experienceLevel", "/location"));
    }
}

TEST_P(ApiJobs, EveryUnknownReferenceIsReportedAtOnceUnderItsOwnCode) {
    auto caller = client(company().api_key);
    json::object input = job_input();
    for (const auto* field :
         {"department", "industry", "function", "experienceLevel", "typeOfEmployment", "eeoCategory"})
        input[field] = with("id", "unheard_of");
    input["jobAd"] = {{"language", {{"code", "xx"}}}};

    const auto refused = create(caller, input);

    EXPECT_EQ(refused.status, 400);
    EXPECT_THAT(of_errors(refused, "code"),
                UnorderedElementsAre("DEPARTMENT_NOT_FOUND", "INDUSTRY_NOT_FOUND", "FUNCTION_NOT_FOUND",
                                     "EXPERIENCE_LEVEL_NOT_FOUND", "TYPE_OF_EMPLOYMENT_NOT_FOUND",
                                     "EEO_CATEGORY_NOT_FOUND", "JOB_AD_LANGUAGE_NOT_FOUND"));
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 0);
}

TEST_P(ApiJobs, EachUnknownReferenceHasItsOwnCode) {
    auto caller = client(company().api_key);
    const std::vector<std::pair<std::string, std::string>> cases{
        {"department", "DEPARTMENT_NOT_FOUND"},
        {"industry", "INDUSTRY_NOT_FOUND"},
        {"function", "FUNCTION_NOT_FOUND"},
        {"experienceLevel", "EXPERIENCE_LEVEL_NOT_FOUND"},
        {"typeOfEmployment", "TYPE_OF_EMPLOYMENT_NOT_FOUND"},
        {"eeoCategory", "EEO_CATEGORY_NOT_FOUND"}};
    for (const auto& [field, code] : cases) {
        for (const std::string id :
             {"1234567890", "unheard_of", "RESTAURANTS", " restaurants", "restaurants\n"}) {
            json::object input = job_input();
            input[field] = with("id", id);
            const auto refused = create(caller, input);
            EXPECT_EQ(refused.status, 400) << field;
            EXPECT_THAT(of_errors(refused, "code"), ElementsAre(code));
        }
    }
}

TEST_P(ApiJobs, ADepartmentOfAnotherCompanyIsUnknown) {
    auto caller = client(company().api_key);
    auto rival = client(company().api_key);
    const auto department = rival.post("/configuration/departments", R"({"label":"Kitchen"})");
    json::object input = job_input();
    input["department"] = with("id", id_of(department));

    const auto refused = create(caller, input);

    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(refused.error_code(), "DEPARTMENT_NOT_FOUND");
    EXPECT_EQ(create(rival, input).status, 201);
}

TEST_P(ApiJobs, ANumberStandsForOneJobOfACompany) {
    auto caller = client(company().api_key);
    auto rival = client(company().api_key);
    ASSERT_EQ(create(caller, job_numbered("KITCHEN-7")).status, 201);

    const auto refused = create(caller, job_numbered("KITCHEN-7"));

    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(refused.error_code(), "REF_NUMBER_ALREADY_EXISTS");
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 1);
    EXPECT_EQ(create(rival, job_numbered("KITCHEN-7")).status, 201);
}

TEST_P(ApiJobs, OfParallelJobsWithOneNumberExactlyOneIsMade) {
    const auto acme = company();
    for (int round = 0; round < 5; ++round) {
        std::array<int, 8> statuses{};
        {
            std::vector<std::jthread> threads;
            for (int& status : statuses)
                threads.emplace_back([&] {
                    auto caller = client(acme.api_key);
                    status = create(caller, job_numbered("SAME-" + std::to_string(round))).status;
                });
        }
        EXPECT_EQ(std::ranges::count(statuses, 201), 1);
        EXPECT_EQ(std::ranges::count(statuses, 409), 7);
    }
    EXPECT_EQ(client(acme.api_key).get("/jobs").json().at("totalFound"), 5);
}

TEST_P(ApiJobs, AFailingCallDoesNotDisturbThoseBesideIt) {
    const auto acme = company();
    std::array<int, 60> statuses{};
    {
        std::vector<std::jthread> threads;
        for (std::size_t thread = 0; thread < 6; ++thread)
            threads.emplace_back([&, thread] {
                auto caller = client(acme.api_key);
                for (std::size_t i = thread * 10; i < thread * 10 + 10; ++i) {
                    json::object input = job_input();
                    if (i % 3 == 1) input["refNumber"] = "TAKEN-" + std::to_string(i % 2);
                    if (i % 3 == 2) input["industry"] = with("id", "unheard_of");
                    statuses[i] = create(caller, input).status;
                }
            });
    }

    EXPECT_EQ(std::ranges::count(statuses, 201), 20 + 2);
    EXPECT_EQ(std::ranges::count(statuses, 409), 20 - 2);
    EXPECT_EQ(std::ranges::count(statuses, 400), 20);
    EXPECT_EQ(client(acme.api_key).get("/jobs").json().at("totalFound"), 22);
}

// --- reading one

TEST_P(ApiJobs, AnUnknownJobIsNotFound) {
    auto caller = client(company().api_key);
    for (const std::string id : {"00000000-0000-7000-8000-000000000000", "nonsense", "1", "..", "%2e%2e",
                                 "%00", "%ff", "00000000-0000-7000-8000-00000000000",
                                 "00000000-0000-7000-8000-0000000000000", "*", "'", "{jobId}"}) {
        const auto refused = caller.get("/jobs/" + id);
        EXPECT_EQ(refused.status, 404) << id;
        EXPECT_EQ(refused.error_code(), "JOB_NOT_FOUND") << id;
        EXPECT_EQ(caller.post("/jobs/" + id + "/publication", "").status, 404) << id;
        EXPECT_EQ(caller.del("/jobs/" + id + "/publication").status, 404) << id;
    }
}

TEST_P(ApiJobs, AJobOfAnotherCompanyCannotBeToldFromAnUnknownOne) {
    auto owner = client(company().api_key);
    auto rival = client(company().api_key);
    const std::string path = given_job(owner);
    const std::string unknown = "/jobs/00000000-0000-7000-8000-000000000000";
    const auto comparable = [](Answer answer) {
        answer.headers.erase("date");
        answer.headers.erase("x-request-id");
        return std::tuple{answer.status, answer.body, answer.headers};
    };

    EXPECT_EQ(comparable(rival.get(path)), comparable(rival.get(unknown)));
    EXPECT_EQ(comparable(rival.post(path + "/publication", "{}")),
              comparable(rival.post(unknown + "/publication", "{}")));
    EXPECT_EQ(comparable(rival.del(path + "/publication")), comparable(rival.del(unknown + "/publication")));
    EXPECT_EQ(rival.get(path).status, 404);
    EXPECT_EQ(rival.get("/jobs").json().at("totalFound"), 0);
    EXPECT_EQ(owner.get(path).json().at("postingStatus"), "NOT_PUBLISHED");
}

RUN_ON_EACH_DATABASE(ApiJobs);

}  // namespace
}  // namespace callboard
