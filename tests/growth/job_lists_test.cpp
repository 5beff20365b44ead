// What the labels of job properties cost in a list of jobs.
#include <algorithm>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "configuration/job_property_values.h"
#include "jobs/listing.h"
#include "jobs/property_labels.h"
#include "support/given.h"
#include "support/query_cost.h"

namespace callboard {
namespace {

class JobListGrowth : public test::Growth {
  protected:
    // Each with a value that no other job has.
    void add_jobs(int count) {
        for (int i = 0; i < count; ++i) {
            const std::string value = "value" + std::to_string(++jobs_);
            db->write(company, [&](db::Tx& tx) {
                configuration::add_property_value(tx, admin, shift, {.id = value, .label = value});
                configuration::translate_property_value(tx, admin, shift, value,
                                                        {{.language = "fr", .label = "fr " + value}});
            });
            auto draft = given::draft();
            draft.properties = {{.property = std::string{shift.text()}, .value = value, .text = {}}};
            given::job(*db, company, admin, draft);
        }
    }
    void read() {
        db->read(company, [&](db::Snapshot& snapshot) {
            jobs::ListRequest request;
            request.limit = 100;
            auto page = jobs::list(snapshot, admin, request);
            jobs::translate_properties(snapshot, page.jobs, "fr");
            EXPECT_TRUE(page.jobs.front().summary.contains("fr value"));
        });
    }
    // The fewest of several times: on another connection of the pool, statements are prepared.
    std::int64_t statements() {
        std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
        for (int i = 0; i < 5; ++i) fewest = std::min(fewest, db.statements_of([&] { read(); }));
        return fewest;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobPropertyId shift = db->write(company, [&](db::Tx& tx) {
        return configuration::add_job_property(tx, admin, {.label = "Shift"}).id;
    });

  private:
    int jobs_ = 0;
};

// The translations are recorded as renamings, so both kinds of labels are read.
TEST_P(JobListGrowth, LabelsOfPropertiesAreReadForAllJobsAtOnce) {
    add_jobs(2);
    read();
    const std::int64_t few = statements();
    add_jobs(28);
    read();

    EXPECT_EQ(statements(), few);
}

RUN_ON_EACH_DATABASE(JobListGrowth);

}  // namespace
}  // namespace callboard
