#include "configuration/reading.h"

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

namespace conf = configuration;
using test::error_code;

constexpr std::string_view kSelect = "noticePeriod";
constexpr std::string_view kNumber = "yearsOfExperience";

class ReadingTheConfiguration : public test::EachDatabase {
  protected:
    template <class Read>
    auto read(Read what) {
        return db->read(company, what);
    }
    std::string values_refused(std::string_view type, const std::optional<std::string>& sub_type = {}) {
        return error_code([&] {
            read([&](db::Snapshot& snapshot) {
                return conf::source_values(snapshot, admin,
                                           {.type = type, .sub_type = sub_type, .limit = 10, .offset = 0});
            });
        });
    }
    std::string value_refused(std::string_view type, const std::optional<std::string>& sub_type,
                              std::string_view id) {
        return error_code([&] {
            read([&](db::Snapshot& snapshot) {
                return conf::source_value(snapshot, admin, type, sub_type, id);
            });
        });
    }

    const CompanyId company = given::company(*db, "acme");
    const accounts::Actor admin = given::user(*db, company);
    const accounts::Actor employee = given::user(*db, company, accounts::Role::employee);
};

TEST_P(ReadingTheConfiguration, GivesTheCompanyOfTheActor) {
    const auto own = read([&](db::Snapshot& snapshot) { return conf::own_company(snapshot, admin); });

    EXPECT_EQ(own.id, company);
    EXPECT_EQ(own.identifier, "acme");
}

TEST_P(ReadingTheConfiguration, IsRefusedToEmployees) {
    const auto refused = [&](auto what) { return error_code([&] { read(what); }); };
    const std::string denied = "PERMISSION_DENIED";

    EXPECT_EQ(refused([&](db::Snapshot& snapshot) { return conf::own_company(snapshot, employee); }), denied);
    EXPECT_EQ(error_code([&] { conf::hiring_processes(employee); }), denied);
    EXPECT_EQ(error_code([&] { conf::hiring_process(employee, "unknown"); }), denied);
    EXPECT_EQ(error_code([&] { conf::reasons(employee, conf::ReasonKind::rejection); }), denied);
    EXPECT_EQ(error_code([&] { conf::candidate_properties(employee); }), denied);
    EXPECT_EQ(error_code([&] { conf::candidate_property(employee, "unknown"); }), denied);
    EXPECT_EQ(error_code([&] { conf::property_values(employee, kNumber); }), denied);
    EXPECT_EQ(error_code([&] { conf::source_types(employee); }), denied);
    EXPECT_EQ(error_code([&] { conf::source(employee, "unknown"); }), denied);
    EXPECT_EQ(error_code([&] { conf::offer_properties(employee); }), "NO_ACCESS_TO_OFFERS");
}

TEST_P(ReadingTheConfiguration, FindsHiringProcessesById) {
    const auto& first = conf::hiring_processes(admin).front();

    EXPECT_EQ(conf::hiring_process(admin, first.id).name, first.name);
    EXPECT_EQ(error_code([&] { conf::hiring_process(admin, "unknown"); }), "HIRING_PROCESS_NOT_FOUND");
}

TEST_P(ReadingTheConfiguration, ShowsValuesOfPropertiesThatHaveThem) {
    const auto values = conf::property_values(admin, kSelect);

    ASSERT_FALSE(values.empty());
    EXPECT_EQ(conf::property_value(admin, kSelect, values.front().id).id, values.front().id);
    EXPECT_EQ(error_code([&] { conf::property_value(admin, kSelect, "unknown"); }),
              "CANDIDATE_PROPERTY_VALUE_NOT_FOUND");
    EXPECT_EQ(error_code([&] { conf::property_values(admin, kNumber); }),
              "CANDIDATE_PROPERTY_NOT_SINGLE_SELECT");
    EXPECT_EQ(error_code([&] { conf::property_values(admin, "unknown"); }), "CANDIDATE_PROPERTY_NOT_FOUND");
}

TEST_P(ReadingTheConfiguration, NamesWhatIsWrongWithASource) {
    EXPECT_EQ(values_refused("JOB_BOARD"), "");
    EXPECT_EQ(values_refused("UNKNOWN"), "SOURCE_TYPE_NOT_FOUND");
    EXPECT_EQ(values_refused("JOB_BOARD", "AGENCY"), "SOURCE_TYPE_AND_SUBTYPE_INVALID");

    EXPECT_EQ(value_refused("JOB_BOARD", {}, "monster"), "");
    EXPECT_EQ(value_refused("UNKNOWN", {}, "monster"), "SOURCE_TYPE_INVALID");
    EXPECT_EQ(value_refused("JOB_BOARD", "AGENCY", "monster"), "SOURCE_TYPE_AND_SUBTYPE_INVALID");
    EXPECT_EQ(value_refused("JOB_BOARD", {}, "indeed"), "SUBTYPE_REQUIRED");
    EXPECT_EQ(value_refused("JOB_BOARD", {}, "unknown"), "SOURCE_NOT_FOUND");
    EXPECT_EQ(error_code([&] { conf::source(admin, "unknown"); }), "SOURCE_NOT_FOUND");
}

RUN_ON_EACH_DATABASE(ReadingTheConfiguration);

}  // namespace
}  // namespace callboard
