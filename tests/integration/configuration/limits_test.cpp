// What is refused in the configuration because there is too much of it, or because it is there already.
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using test::Answer;

// As many as there can be.
constexpr db::Sql kManyReasons{
    "test_many_reasons",
    "INSERT INTO application_reason (company_id, id, kind, label, label_key, updated_at)"
    " WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 500)"
    " SELECT $1, '01a1e900-0000-7000-8000-' || (100000000000 + n), 'REJECTION', 'R' || n, 'r' || n, 1"
    " FROM numbers"};
constexpr db::Sql kManySources{
    "test_many_sources",
    "INSERT INTO application_source (company_id, source_type, sub_type, id, label, identifier, origin,"
    " updated_at)"
    " WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)"
    " SELECT $1, 'AGENCY', 'AGENCY', 's' || n, 'S' || n, '01a1e901-0000-7000-8000-' || (100000000000 + n),"
    " 'COMPANY', 1 FROM numbers"};
constexpr db::Sql kManyDepartments{
    "test_many_departments",
    "INSERT INTO department (company_id, id, label, label_key, created_at)"
    " WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)"
    " SELECT $1, CAST(n AS TEXT), 'D' || n, 'd' || n, 1 FROM numbers"};
constexpr db::Sql kManyOfferProperties{
    "test_many_offer_properties",
    "INSERT INTO offer_property (company_id, name, category, label, label_key, type, necessity, position,"
    " version, updated_at)"
    " WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100)"
    " SELECT $1, 'p' || n, 'OTHER', 'P' || n, 'p' || n, 'TEXT', 'OPTIONAL', 1000 + n, 1, 1 FROM numbers"};
constexpr db::Sql kActiveValues{"test_active_values",
                                "UPDATE job_property SET active_value_count = 20000 WHERE company_id = $1"};
constexpr db::Sql kAllValues{"test_all_values",
                             "UPDATE job_property SET active_value_count = 0, value_count = 40000"
                             " WHERE company_id = $1"};

class ConfigurationLimits : public testing::TestWithParam<test::Engine> {
  protected:
    void execute(const db::Sql& sql) {
        server.db->write(company, [&](db::Tx& tx) { tx.execute(sql, {}); });
    }
    static std::string outcome(const Answer& answer) {
        return std::to_string(answer.status) + (answer.status < 400 ? "" : " " + answer.error_code());
    }
    std::string add(const std::string& family, const std::string& body) {
        return outcome(client.post("/configuration/" + family, body));
    }

    test::TestServer server{{.engine = GetParam(), .limits = {}}};
    const CompanyId company = given::company(*server.db);
    const accounts::Actor admin = given::user(*server.db, company);
    test::Client client = server.client_with_key(given::api_key(*server.db, company, admin));
};

TEST_P(ConfigurationLimits, AreRefusedWithTheirCodes) {
    const std::string offer_property = R"({"key":"extra","category":"OTHER","label":"X","type":"TEXT"})";
    const std::vector<std::pair<const db::Sql*, std::vector<std::string>>> full{
        {&kManyReasons, {"rejection-reasons", R"({"label":"X"})", "400 REASONS_LIMIT_EXCEEDED"}},
        {&kManySources, {"sources", R"({"sourceType":"AGENCY","label":"X"})", "400 SOURCES_LIMIT_EXCEEDED"}},
        {&kManyDepartments, {"departments", R"({"label":"X"})", "400 DEPARTMENTS_LIMIT_EXCEEDED"}},
        {&kManyOfferProperties, {"offer-properties", offer_property, "400 OFFER_PROPERTIES_LIMIT_EXCEEDED"}}};

    for (const auto& [fill, call] : full) {
        execute(*fill);
        EXPECT_EQ(add(call.at(0), call.at(1)), call.at(2));
    }
    EXPECT_EQ(add("withdrawal-reasons", R"({"label":"X"})"), "201") << "each kind has its own";
    EXPECT_EQ(add("sources", R"({"sourceType":"JOB_BOARD","sourceSubType":"FREE_JOB_BOARD","label":"X"})"),
              "201");
}

TEST_P(ConfigurationLimits, OfValuesOfAJobPropertyAreTwo) {
    const Answer made =
        client.post("/configuration/job-properties", R"({"label":"Shift","category":"job","visible":true})");
    const std::string values = "job-properties/" + std::string{made.json().at("id").as_string()} + "/values";
    const auto add_value = [&](const std::string& more) {
        return add(values, R"({"label":"Day")" + more + "}");
    };

    execute(kActiveValues);
    EXPECT_EQ(add_value(""), "422 ACTIVE_VALUES_LIMIT_REACHED");
    EXPECT_EQ(add_value(R"(,"archived":true)"), "201");
    execute(kAllValues);
    EXPECT_EQ(add_value(R"(,"archived":true)"), "422 VALUES_LIMIT_REACHED");
}

TEST_P(ConfigurationLimits, ThereIsOneOfEachKeyAndId) {
    const std::string source = R"({"sourceType":"AGENCY","id":"top-cooks","label":"Top Cooks"})";
    EXPECT_EQ(add("sources", source), "201");

    EXPECT_EQ(add("sources", source), "409 SOURCE_ID_ALREADY_EXISTS");
    EXPECT_EQ(add("offer-properties", R"({"key":"salary","category":"PAY","label":"Pay","type":"TEXT"})"),
              "409 OFFER_PROPERTY_KEY_ALREADY_EXISTS");
    EXPECT_EQ(
        add("candidate-properties",
            R"({"key":"noticePeriod","label":"Notice","type":"TEXT","availability":{"context":["PROFILE"]}})"),
        "409 CANDIDATE_PROPERTY_KEY_ALREADY_EXISTS");
    EXPECT_EQ(outcome(client.get("/configuration/offer-properties/nothing")), "404 OFFER_PROPERTY_NOT_FOUND");
    EXPECT_EQ(outcome(client.del("/configuration/offer-properties/nothing")), "404 OFFER_PROPERTY_NOT_FOUND");
}

RUN_ON_EACH_DATABASE(ConfigurationLimits);

}  // namespace
}  // namespace callboard
