#include "jobs/change.h"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "accounts/access_group_store.h"
#include "jobs/job_store.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using jobs::Draft;
using jobs::Kind;

class JobChange : public test::EachDatabase {
  protected:
    template <class Edit>
    void change(const JobId& id, Edit edit) {
        db->write(company, [&](db::Tx& tx) { jobs::change(tx, admin, id, edit); });
    }
    Draft stored(const JobId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return jobs::draft_of(jobs::store::find_content(snapshot, id).value());
        });
    }
    std::string given_group() {
        return db->write(company, [](db::Tx& tx) {
            const accounts::AccessGroup group{.id = tx.new_id<AccessGroupId>(), .name = "Night shift"};
            accounts::store::insert(tx, group);
            return std::string{group.id.text()};
        });
    }
    JobId given_job() {
        Draft draft = given::draft();
        draft.kind = Kind::blueprint;
        draft.ref_number = "KITCHEN-7";
        draft.ad_language = "de";
        draft.access_groups = std::vector{group};
        draft.compensation = jobs::Compensation{.min = 10, .max = 20, .currency = "USD"};
        return given::job(*db, company, admin, draft);
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const std::string group = given_group();
    const JobId job = given_job();
};

TEST_P(JobChange, WipesWhatTheNewDraftDoesNotSayButKeepsWhatEveryJobHas) {
    Draft draft = given::draft();
    draft.kind = std::nullopt;
    draft.ref_number = std::nullopt;
    draft.ad_language = std::nullopt;
    draft.access_groups = std::nullopt;
    draft.compensation = std::nullopt;

    change(job, [&](const Draft&) { return draft; });

    const Draft after = stored(job);
    EXPECT_EQ(after.kind, Kind::blueprint);
    EXPECT_EQ(after.ref_number, "KITCHEN-7");
    EXPECT_EQ(after.ad_language, "de");
    EXPECT_EQ(after.access_groups, std::vector{group});
    EXPECT_FALSE(after.compensation);
}

TEST_P(JobChange, TakesWhatTheNewDraftSays) {
    change(job, [](Draft draft) {
        draft.kind = Kind::job;
        draft.ref_number = "KITCHEN-8";
        draft.ad_language = "fr";
        draft.access_groups.emplace();
        return draft;
    });

    const Draft after = stored(job);
    EXPECT_EQ(after.kind, Kind::job);
    EXPECT_EQ(after.ref_number, "KITCHEN-8");
    EXPECT_EQ(after.ad_language, "fr");
    EXPECT_EQ(after.access_groups, std::vector<std::string>{});
}

TEST_P(JobChange, ThatChangesNothingReportsNothing) {
    const auto before = given::events(*db, company);

    change(job, [](const Draft& draft) { return draft; });

    EXPECT_EQ(given::events(*db, company), before);
}

RUN_ON_EACH_DATABASE(JobChange);

}  // namespace
}  // namespace callboard
