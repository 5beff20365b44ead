#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "audit/audit_store.h"
#include "base/id_source.h"
#include "support/given.h"
#include "support/query_cost.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kSize = 10'000;  // at four times as many the indexes have as many levels

class AuditGrowth : public test::Growth {
  protected:
    // Records with ids in the order of their numbers; nearly all of users and jobs.
    void fill(std::int64_t from, std::int64_t to) {
        const std::string digits =
            GetParam() == test::Engine::sqlite ? "printf('%012d', n)" : "lpad(CAST(n AS TEXT), 12, '0')";
        db.run(
            "INSERT INTO audit_record (company_id, id, event_name, author_type, author_id, entity_type, "
            "entity_id, "
            "context, created_at) WITH RECURSIVE numbers (n) AS (SELECT CAST(" +
            std::to_string(from) + " AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < " +
            std::to_string(to) + ") SELECT '" + std::string{company.text()} + "', '" +
            first_uuid_of(db.database().clock.now()).substr(0, 24) + "' || " + digits +
            ", 'COMMON', CASE WHEN n <= 20 THEN 'SYSTEM' ELSE 'USER' END, "
            "CASE WHEN n <= 20 THEN NULL WHEN n <= 40 THEN 'rare' ELSE 'author' || n % 20 END, "
            "CASE WHEN n <= 20 THEN 'OFFER' WHEN n <= 40 THEN 'REPORT' ELSE 'JOB' END, "
            "CASE WHEN n <= 20 THEN 'rare' ELSE 'entity' || n / 5 END, '{}', 0 FROM numbers");
    }
    void expect_flat_page(const audit::ListRequest& asked, std::size_t found) {
        const auto page = [&] {
            return db->read(company, [&](db::Snapshot& snapshot) {
                return audit::store::page(snapshot, {.asked = asked, .start = std::nullopt, .limit = 100});
            });
        };
        expect_flat(kSize, [&](auto from, auto to) { fill(from, to); }, page);
        EXPECT_EQ(page().size(), found);
    }

    CompanyId company = given::company(*db);
};

TEST_P(AuditGrowth, APageCostsTheSameInALongerLog) {
    expect_flat_page({}, 100);
}

TEST_P(AuditGrowth, APageOfARareEntityDoes) {
    expect_flat_page({.entity_id = "rare"}, 20);
}

TEST_P(AuditGrowth, APageOfARareAuthorDoes) {
    expect_flat_page({.author_id = "rare"}, 20);
}

TEST_P(AuditGrowth, APageOfRareTypesOfEntitiesDoes) {
    expect_flat_page({.entity_types = {audit::EntityType::offer, audit::EntityType::report}}, 40);
}

TEST_P(AuditGrowth, APageOfTheSystemDoes) {
    expect_flat_page({.author_types = {audit::AuthorType::system}}, 20);
}

TEST_P(AuditGrowth, DeletingABatchOfOldRecordsDoes) {
    const auto now = db.database().clock.now();
    expect_flat(
        kSize, [&](auto from, auto to) { fill(from, to); },
        [&] { db->write(company, [&](db::Tx& tx) { return audit::store::delete_older(tx, now + 1ms); }); });
}

RUN_ON_EACH_DATABASE(AuditGrowth);

}  // namespace
}  // namespace callboard
