// What it costs to look for changes of credentials, as every server does four times a second.
#include <string>

#include <gtest/gtest.h>

#include "accounts/cache_epoch_store.h"
#include "support/given.h"
#include "support/query_cost.h"

namespace callboard {
namespace {

class CacheEpochGrowth : public test::Growth {
  protected:
    // Companies that have changed once, long ago.
    void fill(std::int64_t from, std::int64_t to) {
        db.run("INSERT INTO company_epoch (company_id, number) WITH RECURSIVE numbers (n) AS (SELECT CAST(" +
               std::to_string(from) + " AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < " +
               std::to_string(to) + ") SELECT 'company' || n, n FROM numbers");
        db.run("UPDATE cache_epoch SET number = 1000000, of_companies = 1000000");
    }
};

TEST_P(CacheEpochGrowth, ALookCostsTheSameWithMoreCompanies) {
    const CompanyId company = given::company(*db);
    expect_flat(
        3'000, [&](auto from, auto to) { fill(from, to); },
        [&] {
            db->write(company, accounts::store::advance_cache_epoch);
            db->read(std::nullopt, [](db::Snapshot& snapshot) {
                return accounts::store::changes_since(snapshot,
                                                      {.number = 1'000'000, .of_companies = 1'000'000});
            });
        });
}

RUN_ON_EACH_DATABASE(CacheEpochGrowth);

}  // namespace
}  // namespace callboard
