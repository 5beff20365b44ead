#include <string>

#include <gtest/gtest.h>

#include "audit/audit_store.h"
#include "base/id_source.h"
#include "support/given.h"
#include "support/query_cost.h"

namespace callboard {
namespace {

class AuditGrowth : public test::Growth {
  protected:
    // Records with ids in the order of their numbers.
    void fill(std::int64_t from, std::int64_t to) {
        const std::string digits =
            GetParam() == test::Engine::sqlite ? "printf('%012d', n)" : "lpad(CAST(n AS TEXT), 12, '0')";
        db.run(
            "INSERT INTO audit_record (company_id, id, event_name, author_type, entity_type, entity_id, "
            "context, "
            "created_at) WITH RECURSIVE numbers (n) AS (SELECT " +
            std::to_string(from) + " UNION ALL SELECT n + 1 FROM numbers WHERE n < " + std::to_string(to) +
            ") SELECT '" + std::string{company.text()} + "', '" +
            first_uuid_of(db.database().clock.now()).substr(0, 24) + "' || " + digits +
            ", 'COMMON', 'SYSTEM', 'JOB', 'x', '{}', 0 FROM numbers");
    }

    CompanyId company = given::company(*db);
};

TEST_P(AuditGrowth, APageCostsTheSameInALongerLog) {
    expect_flat(
        2'000, [&](auto from, auto to) { fill(from, to); },
        [&] {
            db->read(company, [](db::Snapshot& snapshot) {
                return audit::store::page(snapshot, {.asked = {}, .start = std::nullopt, .limit = 100});
            });
        });
}

RUN_ON_EACH_DATABASE(AuditGrowth);

}  // namespace
}  // namespace callboard
