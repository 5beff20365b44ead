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

constexpr std::int64_t kSize = 5'000;

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
    void fill_files(std::int64_t from, std::int64_t to, const ReportId& report, Timestamp when) {
        insert(from, to,
               "INSERT INTO report_file (company_id, id, report_id, area, definition, status, schedule_type, "
               "requestor_id, role, access_groups, scheduled_at, row_count, attempts, node, leased_until, "
               "lease_token)",
               id_of(when) + ", '" + std::string{report.text()} +
                   "', 'JOB', '{}', 'COMPLETED', 'AD_HOC', 'u', 'ADMINISTRATOR', '', 0, 0, 1, '', 0, ''");
    }
    std::size_t files_of(const ReportId& report) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return reports::store::files(snapshot, {.report = report}).size();
        });
    }

    // The first row is visited when the snapshot has ended.
    void read_one_snapshot(std::string_view area_id) {
        struct FirstRow : std::runtime_error {
            using runtime_error::runtime_error;
        };
        const reports::Area& area = *reports::area_called(area_id);
        const reports::Selection selection{area.table, {&area.table.columns.front()}, {}, 50};
        EXPECT_THROW(reports::read_rows(*db, company, admin, selection, {},
                                        [](std::span<const reports::Cell>) { throw FirstRow{"visited"}; }),
                     FirstRow);
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

// Of the twenty candidates of today, each was hired and has changed twice.
TEST_P(ReportGrowth, APeriodCostsTheSameInALongerHistoryAndASnapshotInALargerTable) {
    fill(1, 20, now, "HIRED");
    fill(1, kSize, long_ago);
    const auto period = [this](const std::string& area, const std::string& column, std::int64_t rows) {
        return test::MeasuredWork{area, [this, area, column, rows] {
                                      EXPECT_EQ(rows_of(area, {since(area, column, now - 1h)}), rows);
                                  }};
    };
    expect_flat({period("CANDIDATE", "createdOn", 20),
                 period("APPLICATION", "createdOn", 20),
                 period("STATUS_HISTORY", "changedOn", 40),
                 {"TIME_TO_HIRE", [this] { EXPECT_EQ(rows_of("TIME_TO_HIRE", {}), 20); }},
                 {"a snapshot of CANDIDATE", [this] { read_one_snapshot("CANDIDATE"); }},
                 {"a snapshot of APPLICATION", [this] { read_one_snapshot("APPLICATION"); }},
                 {"a snapshot of STATUS_HISTORY", [this] { read_one_snapshot("STATUS_HISTORY"); }}},
                [&] { fill(kSize + 1, 4 * kSize, long_ago); });
}

TEST_P(ReportGrowth, FilesAreListedAndAFolderIsComparedAtTheSameCostWithMoreOfThem) {
    std::vector<ReportFileId> ids;
    const auto make_ids = [&](db::Tx& tx) {
        ids.clear();
        for (int i = 0; i < 8; ++i) ids.push_back(tx.new_id<ReportFileId>());
        return std::pair{tx.new_id<ReportId>(), tx.new_id<ReportId>()};
    };
    const auto [large, small] = db->write(company, make_ids);
    fill_files(1, 20, small, long_ago - 1h);
    fill_files(1, kSize, large, long_ago);
    expect_flat({{"a folder",
                  [&] {
                      db->read(std::nullopt, [&](db::Snapshot& snapshot) {
                          return reports::store::known_bytes(snapshot, ids).size();
                      });
                  }},
                 {"a report with many files", [&, &report = large] { EXPECT_EQ(files_of(report), 10U); }},
                 {"a report with few files", [&, &report = small] { EXPECT_EQ(files_of(report), 10U); }}},
                [&, &report = large] { fill_files(kSize + 1, 4 * kSize, report, long_ago); });
}

RUN_ON_EACH_DATABASE(ReportGrowth);

}  // namespace
}  // namespace callboard
