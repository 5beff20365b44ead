#include "configuration/reading.h"

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "configuration/company_profile.h"
#include "configuration/hiring_processes.h"
#include "configuration/offer_properties.h"
#include "configuration/reasons.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

namespace conf = configuration;
using test::error_code;

constexpr std::string_view kSelect = "noticePeriod";
constexpr std::string_view kNumber = "yearsOfExperience";
const auto kNoSource = SourceIdentifier::from_trusted("01890000-0000-7000-8000-000000000000");

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

TEST_P(ReadingTheConfiguration, IsRefusedToEmployees) {
    const auto refused = [&](auto what) { return error_code([&] { read(what); }); };
    const std::string denied = "PERMISSION_DENIED";
    using Snapshot = db::Snapshot;

    EXPECT_EQ(refused([&](Snapshot& from) { return conf::own_company(from, employee); }), denied);
    EXPECT_EQ(refused([&](Snapshot& from) { return conf::logo(from, employee); }), denied);
    EXPECT_EQ(refused([&](Snapshot& from) { return conf::hiring_processes(from, employee); }), denied);
    EXPECT_EQ(
        refused([&](Snapshot& from) { return conf::reasons(from, employee, conf::ReasonKind::rejection); }),
        denied);
    EXPECT_EQ(refused([&](Snapshot& from) { return conf::candidate_properties(from, employee); }), denied);
    EXPECT_EQ(refused([&](Snapshot& from) { return conf::candidate_property(from, employee, "unknown"); }),
              denied);
    EXPECT_EQ(refused([&](Snapshot& from) { return conf::property_values(from, employee, kNumber); }),
              denied);
    EXPECT_EQ(error_code([&] { conf::source_types(employee); }), denied);
    EXPECT_EQ(refused([&](Snapshot& from) { return conf::source(from, employee, kNoSource); }), denied);
    EXPECT_EQ(refused([&](Snapshot& from) { return conf::offer_properties(from, employee); }),
              "NO_ACCESS_TO_OFFERS");
}

TEST_P(ReadingTheConfiguration, ShowsValuesOfPropertiesThatHaveThem) {
    const auto values = [&](std::string_view property) {
        return read([&](db::Snapshot& snapshot) { return conf::property_values(snapshot, admin, property); });
    };
    const auto value = [&](std::string_view id) {
        return read(
            [&](db::Snapshot& snapshot) { return conf::property_value(snapshot, admin, kSelect, id); });
    };

    const auto all = values(kSelect);

    ASSERT_FALSE(all.empty());
    EXPECT_EQ(value(all.front().id).id, all.front().id);
    EXPECT_EQ(error_code([&] { value("unknown"); }), "CANDIDATE_PROPERTY_VALUE_NOT_FOUND");
    EXPECT_EQ(error_code([&] { values(kNumber); }), "CANDIDATE_PROPERTY_NOT_SINGLE_SELECT");
    EXPECT_EQ(error_code([&] { values("unknown"); }), "CANDIDATE_PROPERTY_NOT_FOUND");
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
    EXPECT_EQ(error_code([&] {
                  read([&](db::Snapshot& snapshot) { return conf::source(snapshot, admin, kNoSource); });
              }),
              "SOURCE_NOT_FOUND");
}

RUN_ON_EACH_DATABASE(ReadingTheConfiguration);

}  // namespace
}  // namespace callboard
