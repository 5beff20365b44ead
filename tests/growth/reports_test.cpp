#include <chrono>
#include <deque>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/id_source.h"
#include "reports/areas.h"
#include "reports/report_file_store.h"
#include "support/given.h"
#include "support/query_cost.h"
#include "support/twelve_digits.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using reports::Condition;
using reports::DateBetween;

class ReportGrowth : public test::Growth {
  protected:
    // Candidates with an application and its two status changes, all of the same time. Ids are in the order
    // of their numbers.
    void fill(std::int64_t from, std::int64_t to, Timestamp when, const std::string& status = "NEW") {
        insert(
            from, to,
            "INSERT INTO candidate (company_id, id, first_name, last_name, email, email_key, last_name_key, "
            "employment, summary, details, consent, created_at, updated_at)",
            id_of(when) + ", 'Ada', 'Lovelace', 'a@example.com', " + id_of(when) +
                ", 'lovelace', 'EXTERNAL', '{}', '{}', 'REQUIRED', " + number(when) + ", " + number(when));
        insert(from, to,
               "INSERT INTO job_application (company_id, id, candidate_id, job_id, status, source_type, "
               "source_sub_type, source_id, source_label, created_at, change_number, listed_at)",
               id_of(when) + ", " + id_of(when) + ", '" + std::string{job.text()} + "', '" + status +
                   "', 'API', 'API', 'api', 'API', " + number(when) + ", 1, " + number(when));
        for (const std::string change : {"NEW", "IN_REVIEW"})
            insert(from, to,
                   "INSERT INTO job_application_status_change (company_id, id, candidate_id, job_id, status, "
                   "changed_at)",
                   id_of(when) + " || '" + change + "', " + id_of(when) + ", '" + std::string{job.text()} +
                       "', '" + change + "', " + number(when));
    }

    std::int64_t rows_of(std::string_view area_id, const std::vector<Condition>& conditions) {
        const reports::Area& area = *reports::area_called(area_id);
        std::vector<const reports::Column*> columns;
        for (const auto& column : area.table.columns) columns.push_back(&column);
        std::int64_t rows = 0;
        reports::read_rows(*db, company, admin, {area.table, columns, conditions}, {},
                           [&](std::span<const reports::Cell>) { ++rows; });
        return rows;
    }
    Condition since(std::string_view area_id, std::string_view column, Timestamp from) {
        return {reports::column_called(*reports::area_called(area_id), column),
                DateBetween{.from = from, .to = std::nullopt}};
    }

    // Statements are known by the address of their text, so that each needs its own.
    void run(std::string sql) { db.run(texts_.emplace_back(std::move(sql))); }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
    const Timestamp now = db.database().clock.now();
    const Timestamp long_ago = now - 24h * 365;

  private:
    void insert(std::int64_t from, std::int64_t to, const std::string& into, const std::string& values) {
        run(into + " WITH RECURSIVE numbers (n) AS (SELECT " + std::to_string(from) +
            " UNION ALL SELECT n + 1 FROM numbers WHERE n < " + std::to_string(to) + ") SELECT '" +
            std::string{company.text()} + "', " + values + " FROM numbers");
    }
    std::string id_of(Timestamp when) const {
        return "'" + first_uuid_of(when).substr(0, 24) + "' || " + test::twelve_digits("n");
    }
    static std::string number(Timestamp when) { return std::to_string(when.ms); }

    std::deque<std::string> texts_;
};

TEST_P(ReportGrowth, APeriodCostsTheSameInALongerHistory) {
    fill(1, 20, now);
    expect_flat(
        5'000, [&](auto from, auto to) { fill(from, to, long_ago); },
        [&] {
            EXPECT_EQ(rows_of("CANDIDATE", {since("CANDIDATE", "createdOn", now - 1h)}), 20);
            EXPECT_EQ(rows_of("APPLICATION", {since("APPLICATION", "createdOn", now - 1h)}), 20);
            EXPECT_EQ(rows_of("STATUS_HISTORY", {since("STATUS_HISTORY", "changedOn", now - 1h)}), 40);
        });
}

TEST_P(ReportGrowth, HiresCostTheSameAmongMoreApplications) {
    fill(1, 20, now, "HIRED");
    expect_flat(
        5'000, [&](auto from, auto to) { fill(from, to, long_ago); },
        [&] { EXPECT_EQ(rows_of("TIME_TO_HIRE", {}), 20); });
}

// What is read in one snapshot: the first row is visited when it has ended.
TEST_P(ReportGrowth, ASnapshotCostsTheSameInALargerTable) {
    struct FirstRow : std::runtime_error {
        using runtime_error::runtime_error;
    };
    expect_flat(
        5'000, [&](auto from, auto to) { fill(from, to, long_ago); },
        [&] {
            for (const auto* const id : {"CANDIDATE", "APPLICATION", "STATUS_HISTORY"}) {
                const reports::Area& area = *reports::area_called(id);
                const reports::Selection selection{area.table, {&area.table.columns.front()}, {}, 50};
                EXPECT_THROW(
                    reports::read_rows(*db, company, admin, selection, {},
                                       [](std::span<const reports::Cell>) { throw FirstRow{"visited"}; }),
                    FirstRow);
            }
        });
}

TEST_P(ReportGrowth, AFolderIsComparedAtTheSameCostWithMoreFiles) {
    std::vector<ReportFileId> ids;
    db->write(company, [&](db::Tx& tx) {
        for (int i = 0; i < 8; ++i) ids.push_back(tx.new_id<ReportFileId>());
    });
    expect_flat(
        4'000,
        [&](std::int64_t from, std::int64_t to) {
            run("INSERT INTO report_file (company_id, id, report_id, area, definition, status, "
                "schedule_type, "
                "requestor_id, role, access_groups, scheduled_at, row_count, attempts, node, leased_until, "
                "lease_token) WITH RECURSIVE numbers (n) AS (SELECT " +
                std::to_string(from) + " UNION ALL SELECT n + 1 FROM numbers WHERE n < " +
                std::to_string(to) + ") SELECT '" + std::string{company.text()} + "', '" +
                first_uuid_of(long_ago).substr(0, 24) + "' || " + test::twelve_digits("n") +
                ", 'r', 'JOB', '{}', 'COMPLETED', 'AD_HOC', 'u', 'ADMINISTRATOR', '', 0, 0, 1, '', 0, '' "
                "FROM "
                "numbers");
        },
        [&] {
            db->read(std::nullopt, [&](db::Snapshot& snapshot) {
                return reports::store::known_bytes(snapshot, ids).size();
            });
        });
}

RUN_ON_EACH_DATABASE(ReportGrowth);

}  // namespace
}  // namespace callboard
