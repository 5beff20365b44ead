#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/shared_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::keys;
using test::of_errors;
using test::repeated;
using test::SharedServer;
using test::text;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;

class ApiConfiguration : public SharedServer {
  protected:
    static test::Answer add(test::Client& caller, const json::object& department) {
        return caller.post("/configuration/departments", json::serialize(department));
    }
    static std::vector<std::string> labels(test::Client& caller) {
        std::vector<std::string> found;
        const json::array departments =
            caller.get("/configuration/departments").json().at("content").as_array();
        for (const auto& department : departments) found.push_back(text(department.at("label")));
        return found;
    }
};

// --- the company

TEST_P(ApiConfiguration, ACompanyTellsItsNameAndIdentifier) {
    const auto acme = company();

    const auto answer = client(acme.api_key).get("/configuration/company");

    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(text(answer.json().at("identifier")), acme.identifier);
    EXPECT_EQ(text(answer.json().at("name")), acme.identifier);
    const std::set<std::string> known{"identifier", "name", "location", "website", "industry", "logo"};
    for (const auto& key : keys(answer.json())) EXPECT_TRUE(known.contains(key)) << key;
}

TEST_P(ApiConfiguration, ACompanyIsShownAsItWasNamed) {
    const std::string identifier = "Odd_Name-" + std::to_string(++here().names);
    const std::string name = "Zażółć \"🦊\" <b>&\\ 北京";
    command({"company", "add", "--name", name, "--identifier", identifier});
    command({"user", "add", "--company", identifier, "--email", identifier + "@odd.test", "--first-name",
             "Ada", "--last-name", "Admin", "--role", "ADMINISTRATOR", "--password-stdin"});
    const auto key = command({"credential", "create", "--company", identifier, "--kind", "api-key"});
    wait_until_known(key.text("api_key"));

    const auto company = client(key.text("api_key")).get("/configuration/company").json();

    EXPECT_EQ(text(company.at("name")), name);
    EXPECT_EQ(text(company.at("identifier")), identifier);
}

// --- departments

TEST_P(ApiConfiguration, ThereAreNoDepartmentsAtFirst) {
    auto caller = client(company().api_key);

    const auto answer = caller.get("/configuration/departments");

    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.json(), (json::value{{"totalFound", 0}, {"content", json::array{}}}));
}

TEST_P(ApiConfiguration, ADepartmentIsMadeAndFoundAgain) {
    auto caller = client(company().api_key);

    const auto made = add(caller, {{"label", "Kitchen"}, {"description", "Behind the counter"}});

    ASSERT_EQ(made.status, 201) << made.body;
    const std::string id = text(made.json().at("id"));
    EXPECT_THAT(id, MatchesRegex("[0-9]{1,19}"));
    EXPECT_EQ(made.json(),
              (json::value{{"id", id}, {"label", "Kitchen"}, {"description", "Behind the counter"}}));
    EXPECT_EQ(made.header("location"), "http://127.0.0.1:" + std::to_string(here().server.port()) +
                                           "/configuration/departments/" + id);
    EXPECT_EQ(caller.get("/configuration/departments/" + id).body, made.body);
    EXPECT_EQ(caller.get("/configuration/departments").json(),
              (json::value{{"totalFound", 1}, {"content", {made.json()}}}));
}

TEST_P(ApiConfiguration, ADepartmentWithoutADescriptionHasNone) {
    auto caller = client(company().api_key);

    const auto made = add(caller, {{"label", "Kitchen"}});
    const auto other = add(caller, {{"label", "Bar"}, {"description", nullptr}, {"id", nullptr}});

    EXPECT_THAT(keys(made.json()), UnorderedElementsAre("id", "label"));
    EXPECT_THAT(keys(other.json()), UnorderedElementsAre("id", "label"));
    const std::string id = text(made.json().at("id"));
    EXPECT_THAT(keys(caller.get("/configuration/departments/" + id).json()),
                UnorderedElementsAre("id", "label"));
}

TEST_P(ApiConfiguration, ADepartmentMayHaveAChosenId) {
    auto caller = client(company().api_key);

    for (const std::string id : {"0", "18554", "1360908", "9999999999999999999", "007"}) {
        const auto made = add(caller, {{"label", "Department " + id}, {"id", id}});
        EXPECT_EQ(made.status, 201) << made.body;
        EXPECT_EQ(text(made.json().at("id")), id);
        EXPECT_EQ(text(caller.get("/configuration/departments/" + id).json().at("id")), id);
    }
}

TEST_P(ApiConfiguration, AnIdOfADepartmentIsDigits) {
    auto caller = client(company().api_key);

    for (const json::value& wrong :
         {json::value("kitchen"), json::value(""), json::value("-1"), json::value("1.5"), json::value(" 1"),
          json::value("10000000000000000000"), json::value("١٢"), json::value(18554), json::value(true)}) {
        const auto refused = add(caller, {{"label", "Kitchen"}, {"id", wrong}});
        EXPECT_EQ(refused.status, 422) << json::serialize(wrong);
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/id"));
    }
    EXPECT_THAT(labels(caller), IsEmpty());
}

TEST_P(ApiConfiguration, ALabelIsUniqueInItsCompanyWithoutRegardToCase) {
    auto caller = client(company().api_key);
    auto rival = client(company().api_key);
    ASSERT_EQ(add(caller, {{"label", "Küche & Straße"}}).status, 201);

    for (const std::string taken :
         {"Küche & Straße", "KÜCHE & STRASSE", "küche & straße", "Ku\u0308che & Straße"}) {
        const auto refused = add(caller, {{"label", taken}});
        EXPECT_EQ(refused.status, 400) << taken;
        EXPECT_EQ(refused.error_code(), "DEPARTMENT_LABEL_NOT_UNIQUE");
    }
    EXPECT_EQ(add(rival, {{"label", "Küche & Straße"}}).status, 201);
    EXPECT_EQ(labels(caller).size(), 1U);
}

TEST_P(ApiConfiguration, ATakenIdIsAConflict) {
    auto caller = client(company().api_key);
    auto rival = client(company().api_key);
    ASSERT_EQ(add(caller, {{"label", "Kitchen"}, {"id", "42"}}).status, 201);

    const auto refused = add(caller, {{"label", "Bar"}, {"id", "42"}});
    const auto both = add(caller, {{"label", "Kitchen"}, {"id", "42"}});

    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(refused.error_code(), "RESOURCE_ALREADY_EXIST");
    EXPECT_EQ(both.status, 409);
    EXPECT_THAT(labels(caller), ElementsAre("Kitchen"));
    EXPECT_EQ(add(rival, {{"label", "Kitchen"}, {"id", "42"}}).status, 201);
}

TEST_P(ApiConfiguration, OfParallelDepartmentsWithOneLabelExactlyOneIsMade) {
    const auto acme = company();
    std::array<int, 8> statuses{};
    {
        std::vector<std::jthread> threads;
        for (int& status : statuses) {
            threads.emplace_back([&] {
                auto caller = client(acme.api_key);
                status = add(caller, {{"label", "Kitchen"}}).status;
            });
        }
    }

    EXPECT_EQ(std::ranges::count(statuses, 201), 1);
    EXPECT_EQ(std::ranges::count(statuses, 400), 7);
}

TEST_P(ApiConfiguration, OfParallelDepartmentsWithOneIdExactlyOneIsMade) {
    const auto acme = company();
    std::array<int, 8> statuses{};
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < statuses.size(); ++i) {
            threads.emplace_back([&, i] {
                auto caller = client(acme.api_key);
                statuses[i] = add(caller, {{"label", "Number " + std::to_string(i)}, {"id", "42"}}).status;
            });
        }
    }

    EXPECT_EQ(std::ranges::count(statuses, 201), 1);
    EXPECT_EQ(std::ranges::count(statuses, 409), 7);
}

TEST_P(ApiConfiguration, TextsOfADepartmentHaveTheirLimitsInCharacters) {
    auto caller = client(company().api_key);

    for (const std::string letter : {"x", "é", "🦊"}) {
        const std::string longest = repeated(letter, 256);
        EXPECT_EQ(add(caller, {{"label", longest}, {"description", repeated(letter, 2000)}}).status, 201);
        EXPECT_THAT(of_errors(add(caller, {{"label", longest + letter}}), "dataPath"), ElementsAre("/label"));
        EXPECT_THAT(
            of_errors(add(caller, {{"label", "L"}, {"description", repeated(letter, 2001)}}), "dataPath"),
            ElementsAre("/description"));
    }
    EXPECT_THAT(of_errors(add(caller, {{"label", ""}}), "dataPath"), ElementsAre("/label"));
    EXPECT_EQ(add(caller, {{"label", "Bar"}, {"description", ""}}).status, 201);
}

TEST_P(ApiConfiguration, EveryFaultOfADepartmentIsReportedAtOnce) {
    auto caller = client(company().api_key);

    const auto wrong = add(caller, {{"label", 1}, {"description", false}, {"id", "x"}});
    const auto missing = add(caller, {});

    EXPECT_EQ(wrong.status, 422);
    EXPECT_THAT(of_errors(wrong, "dataPath"), UnorderedElementsAre("/label", "/description", "/id"));
    EXPECT_EQ(missing.status, 422);
    EXPECT_THAT(of_errors(missing, "dataPath"), ElementsAre("/label"));
    EXPECT_THAT(of_errors(missing, "code"), ElementsAre("VALIDATION_ERROR"));
}

TEST_P(ApiConfiguration, UnknownFieldsOfADepartmentAreIgnored) {
    auto caller = client(company().api_key);

    const auto made = add(caller, {{"label", "Kitchen"}, {"companyId", "x"}, {"created", {1, 2, nullptr}}});

    EXPECT_EQ(made.status, 201);
    EXPECT_THAT(keys(made.json()), UnorderedElementsAre("id", "label"));
}

TEST_P(ApiConfiguration, LabelsOfAnyScriptAreKeptAsTheyAre) {
    auto caller = client(company().api_key);

    for (const std::string label : {"厨房 🍳", "مطبخ", "a\"b\\c", "tab\there", "\u200b",
                                    "'; DROP TABLE department; --", "ﬁne", "İstanbul", "\U0010ffff"}) {
        const auto made = add(caller, {{"label", label}, {"description", label}});
        ASSERT_EQ(made.status, 201) << made.body;
        const auto seen = caller.get("/configuration/departments/" + text(made.json().at("id"))).json();
        EXPECT_EQ(text(seen.at("label")), label);
        EXPECT_EQ(text(seen.at("description")), label);
    }
}

TEST_P(ApiConfiguration, ALabelHasNoCharacterZero) {
    auto caller = client(company().api_key);

    const auto refused = caller.post("/configuration/departments", R"({"label":"a\u0000b"})");

    EXPECT_EQ(refused.status, 422);
    EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/label"));
}

TEST_P(ApiConfiguration, AnUnknownDepartmentIsNotFound) {
    auto caller = client(company().api_key);
    auto rival = client(company().api_key);
    ASSERT_EQ(add(rival, {{"label", "Kitchen"}, {"id", "42"}}).status, 201);

    for (const std::string id : {"42", "43", "kitchen", "10000000000000000000", "%00", "1'", "-1"}) {
        const auto refused = caller.get("/configuration/departments/" + id);
        EXPECT_EQ(refused.status, 404) << id;
        EXPECT_EQ(refused.error_code(), "DEPARTMENT_NOT_FOUND");
    }
    EXPECT_THAT(labels(caller), IsEmpty());
}

TEST_P(ApiConfiguration, AllDepartmentsAreListedByTheirLabels) {
    auto caller = client(company().api_key);
    for (const std::string label : {"supply", "Bar", "kitchen", "Engineering"})
        ASSERT_EQ(add(caller, {{"label", label}}).status, 201);

    EXPECT_THAT(labels(caller), ElementsAre("Bar", "Engineering", "kitchen", "supply"));
    EXPECT_EQ(caller.get("/configuration/departments").json().at("totalFound"), 4);
}

TEST_P(ApiConfiguration, ALongListOfDepartmentsIsWhole) {
    auto caller = client(company().api_key);
    for (int i = 0; i < 150; ++i)
        ASSERT_EQ(add(caller, {{"label", "Department " + std::to_string(i)}}).status, 201);

    EXPECT_EQ(labels(caller).size(), 150U);
    const auto packed = caller.get("/configuration/departments", {{"Accept-Encoding", "gzip"}});
    EXPECT_EQ(test::gunzip(packed.body), caller.get("/configuration/departments").body);
}

RUN_ON_EACH_DATABASE(ApiConfiguration);

}  // namespace
}  // namespace callboard
