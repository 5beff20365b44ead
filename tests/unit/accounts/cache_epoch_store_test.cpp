#include "accounts/cache_epoch_store.h"

#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/user_access.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using accounts::store::CacheEpoch;
using accounts::store::CredentialChanges;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr db::GlobalSql kOfEarlierVersion{
    "test_advance", "UPDATE cache_epoch SET number = number + 1 WHERE name = 'credentials'"};
constexpr db::GlobalSql kRestore{"test_restore", "UPDATE cache_epoch SET number = 0, of_companies = 0"};
constexpr db::GlobalSql kRestoreCompanies{"test_restore_companies", "DELETE FROM company_epoch"};
constexpr db::Sql kNumber{"test_number", "SELECT number FROM company_epoch WHERE company_id = $1"};

class CacheEpochs : public test::EachDatabase {
  protected:
    void change(const CompanyId& company) { db->write(company, accounts::store::advance_cache_epoch); }
    CredentialChanges since(const CacheEpoch& epoch) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return accounts::store::changes_since(snapshot, epoch);
        });
    }
    // Since the last call.
    std::optional<std::vector<CompanyId>> changed() {
        auto changes = since(known);
        known = changes.epoch;
        return std::move(changes.companies);
    }

    const CompanyId acme = given::company(*db, "acme");
    const CompanyId other = given::company(*db, "other");
    CacheEpoch known = since({}).epoch;
};

TEST_P(CacheEpochs, NameTheCompaniesThatHaveChanged) {
    EXPECT_THAT(changed().value(), IsEmpty());
    change(acme);
    EXPECT_THAT(changed().value(), ElementsAre(acme));
    EXPECT_THAT(changed().value(), IsEmpty());
    change(other);
    change(acme);
    EXPECT_THAT(changed().value(), ElementsAre(other, acme));
}

TEST_P(CacheEpochs, NameACompanyThatChangesOftenAndNoOther) {
    for (int i = 0; i < 10; ++i) change(acme);
    EXPECT_THAT(changed().value(), ElementsAre(acme));
}

TEST_P(CacheEpochs, NameNoCompanyIfAllMayHaveChanged) {
    change(acme);
    db->write(std::nullopt, accounts::store::advance_cache_epoch_of_all);
    change(acme);
    EXPECT_FALSE(changed());
    change(acme);
    EXPECT_THAT(changed().value(), ElementsAre(acme));
}

TEST_P(CacheEpochs, OfServersOfAnEarlierVersionNameNoCompany) {
    change(acme);
    db->write(std::nullopt, [](db::Tx& tx) { tx.execute(kOfEarlierVersion, {}); });
    EXPECT_FALSE(changed());
}

TEST_P(CacheEpochs, OfAnOlderDatabaseNameNoCompany) {
    change(acme);
    change(acme);
    changed();
    db->write(std::nullopt, [](db::Tx& tx) {
        tx.execute(kRestore, {});
        tx.execute(kRestoreCompanies, {});
    });
    EXPECT_FALSE(changed());
    change(other);
    EXPECT_THAT(changed().value(), ElementsAre(other));
}

// After the database was unavailable.
TEST_P(CacheEpochs, NameNoCompanyIfNothingIsKnown) {
    change(acme);
    EXPECT_FALSE(since({.number = -1, .of_companies = 0}).companies);
}

TEST_P(CacheEpochs, NameNoCompanyIfTheyAreTooMany) {
    db->write(std::nullopt, [](db::Tx& tx) {
        for (int i = 0; i < 1'001; ++i) {
            db::Tx inside = tx.within(tx.new_id<CompanyId>());
            accounts::store::advance_cache_epoch(inside);
        }
    });
    EXPECT_FALSE(changed());
}

TEST_P(CacheEpochs, AreNotMovedByAChangeThatIsUndone) {
    EXPECT_THROW(db->write(acme,
                           [](db::Tx& tx) {
                               accounts::store::advance_cache_epoch(tx);
                               throw not_found("X");
                           }),
                 Error);
    EXPECT_THAT(changed().value(), IsEmpty());
}

TEST_P(CacheEpochs, LockOutNoOtherCompanyUntilTheEndOfAChange) {
    if (GetParam() == test::Engine::sqlite) return;  // has one writer
    db->write(acme, [&](db::Tx& tx) {
        accounts::lock_user_changes(tx);
        db->write(other, [](db::Tx& inner) {
            accounts::lock_user_changes(inner);
            accounts::store::advance_cache_epoch(inner);
        });
        accounts::store::advance_cache_epoch(tx);
    });
    EXPECT_THAT(changed().value(), ElementsAre(other, acme));
}

// In any order of commits, a change that a server does not know has a higher number than those it knows.
TEST_P(CacheEpochs, AreSeenCompletelyByWhoPollsWhileOthersChange) {
    constexpr int kWriters = 3;
    constexpr int kChanges = 60;
    std::vector<CompanyId> companies;
    for (int i = 0; i < kWriters; ++i) companies.push_back(given::company(*db, "c" + std::to_string(i)));
    std::map<CompanyId, std::int64_t> seen;
    const auto poll = [&] {
        const auto changes = since(known);
        ASSERT_TRUE(changes.companies);
        known = changes.epoch;
        for (const CompanyId& each : *changes.companies) seen[each] = changes.epoch.number;
        for (const CompanyId& each : companies) {
            const auto number =
                db->read(each, [&](db::Snapshot& snapshot) { return snapshot.number(kNumber); });
            if (number <= known.number) EXPECT_GE(seen[each], number) << "a change was missed";
        }
    };
    std::atomic<int> running{kWriters};
    std::vector<std::jthread> writers;
    for (const CompanyId& each : companies)
        writers.emplace_back([&, each] {
            for (int i = 0; i < kChanges; ++i) change(each);
            --running;
        });
    while (running > 0) poll();
    writers.clear();
    poll();
    EXPECT_EQ(seen.size(), companies.size());
}

RUN_ON_EACH_DATABASE(CacheEpochs);

}  // namespace
}  // namespace callboard
