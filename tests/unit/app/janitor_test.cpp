#include "app/janitor.h"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/access_groups.h"
#include "accounts/credential.h"
#include "accounts/dummy_write_store.h"
#include "accounts/session_store.h"
#include "candidates/registration.h"
#include "configuration/job_properties.h"
#include "configuration/job_property_dependents.h"
#include "configuration/job_property_value_store.h"
#include "edge/use_store.h"
#include "events/audit_log.h"
#include "jobs/job_store.h"
#include "jobs/publication.h"
#include "support/each_database.h"
#include "support/given.h"
#include "usage/usage_store.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

constexpr db::GlobalSql kCountUse{"test_count_use", "SELECT count(*) FROM api_use"};
constexpr db::GlobalSql kCountUsage{"test_count_usage", "SELECT count(*) FROM usage_interval"};
constexpr db::GlobalSql kSumUsage{
    "test_sum_usage", "SELECT CAST(sum(calls) AS BIGINT) FROM usage_interval WHERE seconds = 3600"};
constexpr db::GlobalSql kForgetMoves{"test_forget_moves", "UPDATE job_application SET moved_at = 0"};
constexpr db::GlobalSql kCountUnmoved{"test_count_unmoved",
                                      "SELECT count(*) FROM job_application WHERE moved_at = 0"};
constexpr db::GlobalSql kCountSessions{"test_count_sessions", "SELECT count(*) FROM browser_session"};

constexpr db::GlobalSql kCountPairs{"test_count_pairs", "SELECT count(*) FROM job_property_dependent_value"};
constexpr db::GlobalSql kCountRemovals{"test_count_removals",
                                       "SELECT count(*) FROM job_property_pair_removal"};

constexpr db::GlobalSql kForgetCreators{"test_forget_creators", "UPDATE job SET creator = NULL"};
constexpr db::GlobalSql kCountCreators{"test_count_creators",
                                       "SELECT count(*) FROM job WHERE creator IS NOT NULL"};
// As schema/049_renaming.sql.
constexpr db::GlobalSql kRenewCreators{"test_renew_creators", R"sql(
    INSERT INTO renaming (company_id, kind, id, renamed_at, last_job_id)
    SELECT id, 'JOB_CREATOR', '', 0, '' FROM company)sql"};
// Names cannot be renewed then.
constexpr db::GlobalSql kBreakRenamings{"test_break_renamings",
                                        "ALTER TABLE renaming RENAME COLUMN renamed_at TO lost"};
constexpr db::Sql kBacklog{"test_backlog", R"sql(
    INSERT INTO posting_backlog (company_id, job_id, job_ad_id)
    SELECT DISTINCT company_id, job_id, job_ad_id FROM publication WHERE company_id = $1)sql"};
constexpr db::GlobalSql kCountBacklog{"test_count_backlog", "SELECT count(*) FROM posting_backlog"};

constexpr db::GlobalSql kCountSmallDummies{"test_count_small_dummies",
                                           "SELECT count(*) FROM dummy_write WHERE length(contents) < 10000"};
constexpr db::GlobalSql kCountLargeDummies{
    "test_count_large_dummies", "SELECT count(*) FROM dummy_write WHERE length(contents) >= 10000"};

class Janitor : public test::EachDatabase {
  protected:
    void given_use_of(const CompanyId& company) {
        const std::vector<edge::Use> uses{{.company = company,
                                           .user = UserId::from_trusted("5f0000000000000000000001"),
                                           .operation = "listJobs",
                                           .calls = 1}};
        db->write(std::nullopt, [&](db::Tx& tx) { edge::store::add_use(tx, uses); });
    }
    void given_session() {
        const auto company = given::company(*db, "sessions");
        const auto user = given::user(*db, company);
        db->write(std::nullopt, [&](db::Tx& tx) {
            accounts::store::insert_session(tx, accounts::hash_of("cookie"), company, user.id());
        });
    }
    std::int64_t count(const db::GlobalSql& sql) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) { return snapshot.number(sql); });
    }
    app::Janitor janitor_of(const std::string& node) {
        return app::Janitor{*db, db.log, {.node = node, .companies_at_once = 2}};
    }
};

TEST_P(Janitor, VisitsAllCompaniesSomeInEachRoundAndBeginsAgain) {
    std::vector<CompanyId> companies;
    for (int i = 0; i < 5; ++i) {
        companies.push_back(given::company(*db, "company" + std::to_string(i)));
        given_use_of(companies.back());
    }
    clock.advance(std::chrono::days{401});
    app::Janitor janitor = janitor_of("first");

    for (const std::int64_t left : {3, 1, 0}) {
        janitor.clean({});
        EXPECT_EQ(count(kCountUse), left);
    }
    given_use_of(companies.front());
    clock.advance(std::chrono::days{401});
    janitor.clean({});
    EXPECT_EQ(count(kCountUse), 0);
}

TEST_P(Janitor, IsOneServerUntilItEnds) {
    app::Janitor first = janitor_of("first");
    app::Janitor second = janitor_of("second");
    given_session();
    clock.advance(accounts::kSessionLife - 1min);
    first.clean({});
    clock.advance(1min);

    second.clean({});
    EXPECT_EQ(count(kCountSessions), 1) << "the first has the lease";

    clock.advance(2min);
    second.clean({});
    EXPECT_EQ(count(kCountSessions), 0);
}

TEST_P(Janitor, KeepsTheAuditLogUnlessARetentionTimeIsSet) {
    const auto company = given::company(*db);
    const auto happen = [&](const std::string& name) {
        db->write(company, [&](db::Tx& tx) {
            events::audit(tx, events::Author{}, {.name = name, .entity_type = "JOB", .entity_id = "x"});
        });
    };
    for (int i = 0; i < 501; ++i) happen("OLD");  // more than a batch
    clock.advance(24h);
    happen("NEW");
    clock.advance(2 * 24h);

    janitor_of("first").clean({});
    EXPECT_EQ(given::audit_names(*db, company).size(), 502U);

    app::Janitor{*db, db.log, {.node = "first", .audit_retention = std::chrono::days{2}}}.clean({});
    EXPECT_THAT(given::audit_names(*db, company), ElementsAre("NEW"));
}

TEST_P(Janitor, WritesNewNamesOfAccessGroupsIntoJobs) {
    const auto company = given::company(*db);
    const auto admin = given::user(*db, company);
    const auto group =
        db->write(company, [&](db::Tx& tx) { return accounts::add_access_group(tx, admin, "Kitchen").id; });
    auto draft = given::draft();
    draft.access_groups = {{std::string{group.text()}}};
    const JobId job = given::job(*db, company, admin, draft);
    db->write(company, [&](db::Tx& tx) { accounts::rename_access_group(tx, admin, group, "Grill"); });
    clock.advance(1min);

    janitor_of("first").clean({});

    const auto stored =
        db->read(company, [&](db::Snapshot& s) { return jobs::store::find_details(s, job).value(); });
    EXPECT_THAT(stored, testing::HasSubstr(R"("name":"Grill")"));
}

TEST_P(Janitor, DeletesTheDependentValuesOfRemovedDependencies) {
    constexpr int kPairs = 1'005;  // more than one transaction deletes
    const auto company = given::company(*db, "pairs");
    const auto admin = given::user(*db, company);
    db->write(company, [&](db::Tx& tx) {
        const auto country = configuration::add_job_property(tx, admin, {.label = "Land"}).id;
        const auto city = configuration::add_job_property(tx, admin, {.label = "Town"}).id;
        configuration::store::insert_value(tx, country, {.id = "fr", .label = "France"});
        configuration::add_dependents(tx, admin, country, {std::string{city.text()}});
        for (int i = 0; i < kPairs; ++i) {
            const std::string id = "city-" + std::to_string(i);
            configuration::store::insert_value(tx, city, {.id = id, .label = id});
            configuration::store::insert_dependent_value(tx, country, "fr", city, id);
        }
        configuration::remove_dependent(tx, admin, country, city.text());
    });
    ASSERT_EQ(count(kCountPairs), kPairs);

    janitor_of("first").clean({});

    EXPECT_EQ(count(kCountPairs), 0);
    EXPECT_EQ(count(kCountRemovals), 0);
}

TEST_P(Janitor, FillsInWhenApplicationsOfEarlierVersionsMovedLast) {
    const auto company = given::company(*db);
    const auto admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
    db->write(company, [&](db::Tx& tx) {
        candidates::register_for_job(
            tx, admin, job,
            {.profile = {.first_name = {"Ada"}, .last_name = {"Byron"}, .email = {"ada@example.com"}}});
    });
    db->write(std::nullopt, [](db::Tx& tx) { tx.execute(kForgetMoves, {}); });
    ASSERT_EQ(count(kCountUnmoved), 1);

    janitor_of("first").clean({});

    EXPECT_EQ(count(kCountUnmoved), 0);
}

TEST_P(Janitor, WritesTheCreatorsOfJobsOfEarlierVersions) {
    const auto company = given::company(*db);
    given::job(*db, company, given::user(*db, company));
    const auto creator = [&] {
        return db->read(company,
                        [&](db::Snapshot& s) { return jobs::store::creators_after(s, "", 1).at(0).stored; });
    };
    const std::string before = creator();
    ASSERT_NE(before, "");
    db->write(std::nullopt, [](db::Tx& tx) {
        tx.execute(kForgetCreators, {});
        tx.execute(kRenewCreators, {});
    });
    ASSERT_EQ(count(kCountCreators), 0);

    janitor_of("first").clean({});

    EXPECT_EQ(count(kCountCreators), 1);
    EXPECT_EQ(creator(), before);
}

// After an upgrade there may be many jobs with names to renew, and what is missing cannot be seen until then.
TEST_P(Janitor, FillsInWhatIsMissingBeforeItWritesNames) {
    const auto company = given::company(*db);
    const auto admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
    db->write(company, [&](db::Tx& tx) {
        jobs::publish(tx, admin, job, jobs::PublicationAudience::everyone);
        candidates::register_for_job(
            tx, admin, job,
            {.profile = {.first_name = {"Ada"}, .last_name = {"Byron"}, .email = {"ada@example.com"}}});
        tx.execute(kBacklog, {});
    });
    db->write(std::nullopt, [](db::Tx& tx) {
        tx.execute(kForgetMoves, {});
        tx.execute(kBreakRenamings, {});
    });
    ASSERT_GT(count(kCountBacklog), 0);

    janitor_of("first").clean({});

    EXPECT_EQ(count(kCountBacklog), 0);
    EXPECT_EQ(count(kCountUnmoved), 0);
}

TEST_P(Janitor, DeletesChunksOfDummyWritesAfterAnHour) {
    for (int i = 0; i < 10; ++i)
        db->write(std::nullopt, [](db::Tx& tx) {
            accounts::store::DummyWrites writes{tx};
            writes.write(300);
            for (int chunk = 0; chunk < 10; ++chunk) writes.write_chunk(10'000);
        });
    const std::int64_t small = count(kCountSmallDummies);
    const std::int64_t large = count(kCountLargeDummies);
    ASSERT_GT(large, 32) << "more than one batch";

    clock.advance(59min);
    janitor_of("first").clean({});
    EXPECT_EQ(count(kCountLargeDummies), large);

    clock.advance(1min);
    janitor_of("first").clean({});
    EXPECT_EQ(count(kCountLargeDummies), 0);
    EXPECT_EQ(count(kCountSmallDummies), small);
}

TEST_P(Janitor, RollsUpUsageAndDeletesIt) {
    const auto company = given::company(*db);
    const std::vector<usage::ClientUsage> rows{
        {.company = company, .client = "console", .operation = "getJob", .counts = {.calls = 1}}};
    for (int i = 0; i < 3; ++i) {
        db->write(std::nullopt, [&](db::Tx& tx) { usage::store::add(tx, rows); });
        clock.advance(1min);
    }
    app::Janitor janitor = janitor_of("first");
    janitor.clean({});
    EXPECT_EQ(count(kCountUsage), 3);

    clock.advance(28h);
    janitor.clean({});
    EXPECT_LE(count(kCountUsage), 2) << "one for each hour";
    EXPECT_EQ(count(kSumUsage), 3);

    clock.advance(std::chrono::days{31});
    janitor.clean({});
    EXPECT_EQ(count(kCountUsage), 0);
}

TEST_P(Janitor, StopsOnRequest) {
    given_session();
    clock.advance(accounts::kSessionLife);
    std::stop_source stopped;
    stopped.request_stop();

    janitor_of("first").clean(stopped.get_token());

    EXPECT_EQ(count(kCountSessions), 1);
}

RUN_ON_EACH_DATABASE(Janitor);

}  // namespace
}  // namespace callboard
