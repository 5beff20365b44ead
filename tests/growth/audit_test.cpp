#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "audit/audit_store.h"
#include "base/id_source.h"
#include "support/given.h"
#include "support/query_cost.h"
#include "support/twelve_digits.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kSize = 10'000;  // at four times as many the indexes have as many levels

class AuditGrowth : public test::Growth {
  protected:
    // Records with ids in the order of their numbers; nearly all of users and jobs.
    void fill(std::int64_t from, std::int64_t to) {
        db.run(
            "INSERT INTO audit_record (company_id, id, event_name, author_type, author_id, entity_type, "
            "entity_id, "
            "context, created_at) WITH RECURSIVE numbers (n) AS (SELECT CAST(" +
            std::to_string(from) + " AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < " +
            std::to_string(to) + ") SELECT '" + std::string{company.text()} + "', '" +
            first_uuid_of(db.database().clock.now()).substr(0, 24) + "' || " + test::twelve_digits("n") +
            ", 'COMMON', CASE WHEN n <= 20 THEN 'SYSTEM' ELSE 'USER' END, "
            "CASE WHEN n <= 20 THEN NULL WHEN n <= 40 THEN 'rare' ELSE 'author' || n % 20 END, "
            "CASE WHEN n <= 20 THEN 'OFFER' WHEN n <= 40 THEN 'REPORT' ELSE 'JOB' END, "
            "CASE WHEN n <= 20 THEN 'rare' ELSE 'entity' || n / 5 END, '{}', 0 FROM numbers");
    }
    std::size_t page_of(const audit::ListRequest& asked) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return audit::store::page(snapshot, {.asked = asked, .start = std::nullopt, .limit = 100}).size();
        });
    }

    CompanyId company = given::company(*db);
};

TEST_P(AuditGrowth, APageCostsTheSameInALongerLog) {
    struct Page {
        std::string name;
        audit::ListRequest asked;
        std::size_t found;
    };
    const std::vector<Page> pages{{"everything", {}, 100},
                                  {"a rare entity", {.entity_id = "rare"}, 20},
                                  {"a rare author", {.author_id = "rare"}, 20},
                                  {"rare types of entities",
                                   {.entity_types = {audit::EntityType::offer, audit::EntityType::report}},
                                   40},
                                  {"the system", {.author_types = {audit::AuthorType::system}}, 20}};
    std::vector<test::MeasuredWork> works;
    for (const Page& page : pages)
        works.push_back({page.name, [&] { EXPECT_EQ(page_of(page.asked), page.found) << page.name; }});
    fill(1, kSize);
    expect_flat(works, [&] { fill(kSize + 1, 4 * kSize); });
}

TEST_P(AuditGrowth, DeletingABatchOfOldRecordsCostsTheSame) {
    const auto now = db.database().clock.now();
    expect_flat(
        kSize, [&](auto from, auto to) { fill(from, to); },
        [&] { db->write(company, [&](db::Tx& tx) { return audit::store::delete_older(tx, now + 1ms); }); });
}

RUN_ON_EACH_DATABASE(AuditGrowth);

}  // namespace
}  // namespace callboard
