#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "configuration/job_property_values.h"
#include "reports/areas.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using reports::Condition;
using reports::OneOf;
using testing::ElementsAre;
using testing::IsEmpty;

// What reports show of job properties.
class TableOfProperties : public test::EachDatabase {
  protected:
    TableOfProperties() {
        db->write(company, [&](db::Tx& tx) {
            using configuration::JobPropertyType;
            shift = configuration::add_job_property(tx, admin, {.label = "Shift"}).id.text();
            configuration::add_property_value(tx, admin, JobPropertyId::from_trusted(shift),
                                              {.id = "day", .label = "Day"});
        });
        clock.advance(std::chrono::milliseconds{1});
        db->write(company, [&](db::Tx& tx) {
            using configuration::JobPropertyType;
            note =
                configuration::add_job_property(tx, admin, {.label = "Remark", .type = JobPropertyType::text})
                    .id.text();
        });
    }

    JobId given_job(const accounts::Actor& creator) {
        auto draft = given::draft();
        draft.properties = {{.property = shift, .value = "day", .text = {}},
                            {.property = note, .value = {}, .text = "Shoes"}};
        return given::job(*db, company, creator, draft);
    }
    std::vector<std::string> column(const accounts::Actor& reader, std::string_view area, std::string_view id,
                                    const std::vector<Condition>& conditions = {}) {
        const reports::Area& of = *reports::area_called(area);
        std::vector<std::string> values;
        reports::read_rows(*db, company, reader, {of.table, {reports::column_called(of, id)}, conditions}, {},
                           [&](std::span<const reports::Cell> row) { values.emplace_back(row[0].text); });
        return values;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    std::string shift;
    std::string note;
};

TEST_P(TableOfProperties, HasThemInTheAreaOfJobs) {
    given_job(admin);

    EXPECT_THAT(column(admin, "JOB", "properties"), ElementsAre("Shift: Day, Remark: Shoes"));
}

TEST_P(TableOfProperties, HasAnAreaOfThem) {
    const JobId job = given_job(admin);
    given::job(*db, company, admin);
    const reports::Area& area = *reports::area_called("JOB_PROPERTY");
    const Condition only_days{reports::column_called(area, "value"), OneOf{{"Day"}}};

    EXPECT_THAT(column(admin, "JOB_PROPERTY", "property"), testing::UnorderedElementsAre("Shift", "Remark"));
    EXPECT_THAT(column(admin, "JOB_PROPERTY", "value"), testing::UnorderedElementsAre("Day", "Shoes"));
    EXPECT_THAT(column(admin, "JOB_PROPERTY", "propertyId", {only_days}), ElementsAre(shift));
    EXPECT_THAT(column(admin, "JOB_PROPERTY", "jobId", {only_days}), ElementsAre(std::string{job.text()}));
}

TEST_P(TableOfProperties, ShowsThoseOfJobsThatTheReaderSees) {
    const auto standard = given::user(*db, company, accounts::Role::standard);
    given_job(admin);
    EXPECT_THAT(column(standard, "JOB_PROPERTY", "value"), IsEmpty());

    given_job(standard);

    EXPECT_EQ(column(standard, "JOB_PROPERTY", "value").size(), 2U);
    EXPECT_EQ(column(admin, "JOB_PROPERTY", "value").size(), 4U);
}

RUN_ON_EACH_DATABASE(TableOfProperties);

}  // namespace
}  // namespace callboard
