#include "jobs/creation.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "base/error.h"
#include "configuration/departments.h"
#include "jobs/hiring_team_store.h"
#include "jobs/job_store.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

class Creation : public test::EachDatabase {
  protected:
    jobs::Job create(const accounts::Actor& actor, const jobs::Draft& draft) {
        return db->write(company, [&](db::Tx& tx) { return jobs::create(tx, actor, draft); });
    }
    jobs::JobRecord record(const JobId& id) {
        return db->read(
            company, [&](db::Snapshot& snapshot) { return jobs::store::find_record(snapshot, id).value(); });
    }
    std::vector<std::string> codes(const accounts::Actor& actor, const jobs::Draft& draft) {
        std::vector<std::string> found;
        try {
            create(actor, draft);
        } catch (const Error& error) {
            for (const Fault& fault : error.faults) found.push_back(fault.code);
        }
        return found;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(Creation, ANewJobIsCreatedUnpublishedAndItsCreatorIsItsTeam) {
    const auto job = create(admin, given::draft());

    EXPECT_EQ(job.status, jobs::Status::created);
    EXPECT_EQ(job.posting, jobs::Posting::not_published);
    EXPECT_TRUE(db->read(company, [&](db::Snapshot& snapshot) {
        return jobs::store::is_on_team(snapshot, job.id, admin.id());
    }));
    EXPECT_EQ(given::events(*db, company), (std::vector<std::string>{"job.created", "job.ad.created"}));
}

TEST_P(Creation, KeepsWhatIsShownInTheWordsOfTheApi) {
    auto draft = given::draft();
    draft.ref_number = "R-1";
    draft.compensation = jobs::Compensation{.min = 10.5, .max = 20, .currency = "USD"};

    const auto stored = record(create(admin, draft).id);

    EXPECT_EQ(stored.summary, R"({"title":"Cook","refNumber":"R-1"})");
    EXPECT_EQ(stored.details,
              R"({"location":{"country":"United States","countryCode":"us","city":"Atlanta"},)"
              R"("industry":{"id":"restaurants","label":"Restaurants"},)"
              R"("function":{"id":"production","label":"Production"},)"
              R"("experienceLevel":{"id":"entry_level","label":"Entry Level"},"template":false,)"
              R"("compensation":{"min":10.5,"max":20,"currency":"USD"}})");
}

TEST_P(Creation, ReportsEveryUnknownReferenceAtOnce) {
    auto draft = given::draft();
    draft.department = "999";
    draft.industry = draft.function = draft.experience_level = "no_such";
    draft.employment_type = draft.eeo_category = "no_such";
    draft.ad_language = "xx";

    auto found = codes(admin, draft);
    std::ranges::sort(found);

    EXPECT_EQ(found, (std::vector<std::string>{"DEPARTMENT_NOT_FOUND", "EEO_CATEGORY_NOT_FOUND",
                                               "EXPERIENCE_LEVEL_NOT_FOUND", "FUNCTION_NOT_FOUND",
                                               "INDUSTRY_NOT_FOUND", "JOB_AD_LANGUAGE_NOT_FOUND",
                                               "TYPE_OF_EMPLOYMENT_NOT_FOUND"}));
    EXPECT_TRUE(given::events(*db, company).empty());
}

TEST_P(Creation, ADepartmentOfAnotherCompanyIsUnknown) {
    const CompanyId rival = given::company(*db, "rival");
    const auto spy = given::user(*db, rival);
    const auto foreign = db->write(rival, [&](db::Tx& tx) {
        return configuration::add_department(tx, spy, "Secret", std::nullopt, std::nullopt).id;
    });
    auto draft = given::draft();
    draft.department = std::string{foreign.text()};

    EXPECT_EQ(codes(admin, draft), std::vector<std::string>{"DEPARTMENT_NOT_FOUND"});
}

TEST_P(Creation, OfManyWithOneReferenceNumberOneIsMade) {
    auto draft = given::draft();
    draft.ref_number = "ONE";
    std::atomic<int> made{0};
    std::atomic<int> refused{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            try {
                create(admin, draft);
                ++made;
            } catch (const Error& error) {
                EXPECT_EQ(error.kind, ErrorKind::conflict);
                ++refused;
            }
        });
    }
    for (auto& thread : threads) thread.join();

    EXPECT_EQ(made, 1);
    EXPECT_EQ(refused, 7);
    EXPECT_EQ(given::events(*db, company).size(), 2);
}

TEST_P(Creation, RolesThatMayNotChangeJobsCannotCreateOne) {
    for (const auto role : {accounts::Role::restricted, accounts::Role::employee}) {
        EXPECT_EQ(codes(given::user(*db, company, role), given::draft()),
                  std::vector<std::string>{"PERMISSION_DENIED"});
    }
    auto blueprint = given::draft();
    blueprint.kind = jobs::Kind::blueprint;
    EXPECT_EQ(codes(given::user(*db, company, accounts::Role::standard), blueprint),
              std::vector<std::string>{"JOB_TEMPLATES_MANAGEMENT_FORBIDDEN"});
}

RUN_ON_EACH_DATABASE(Creation);

}  // namespace
}  // namespace callboard
