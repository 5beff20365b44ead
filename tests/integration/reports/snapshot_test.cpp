// A report shows every row once while the data changes, and blocks no other request.
#include <atomic>
#include <cstdint>
#include <set>
#include <stop_token>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/reports/report_company.h"

namespace callboard {
namespace {

constexpr std::int64_t kRowsBefore = 20'000;
constexpr int kFiles = 6;

class ReportSnapshot : public test::ReportServer {
  protected:
    // Both candidates or none.
    void add_pair(std::int64_t number) {
        static constexpr db::Sql kInsert{
            "test_add_to_pair",
            "INSERT INTO candidate (company_id, id, first_name, last_name, email, email_key, last_name_key, "
            "employment, summary, details, consent, created_at, updated_at) VALUES ($1, $2, 'Pair', $3, "
            "'pair@example.com', 'pair@example.com', $3, 'EXTERNAL', '{\"tags\":[]}', "
            "'{\"education\":[],\"experience\":[]}', 'REQUIRED', $4, $4)"};
        server.db->write(company_, [&](db::Tx& tx) {
            for (const std::string one : {"a", "b"})
                tx.execute(kInsert,
                           {tx.new_id<CandidateId>(), "pair" + std::to_string(number) + one, tx.now});
        });
        ++pairs_;
    }

    std::atomic<std::int64_t> pairs_ = 0;
};

TEST_P(ReportSnapshot, NeverShowsHalfOfATransaction) {
    given_applicants(job_called("Cook"), kRowsBefore);
    const std::string last_name = column_id("CANDIDATE", "lastName");
    const std::string report = given_report(with_columns(draft("CANDIDATE"), {last_name}));
    std::jthread writer{[&](const std::stop_token& stop) {
        for (std::int64_t number = 0; !stop.stop_requested(); ++number) add_pair(number);
    }};
    std::int64_t written_meanwhile = 0;
    std::size_t rows_before = 0;
    // On a busy machine the writer may not run during a few files.
    for (int i = 0; i < kFiles || (written_meanwhile <= kFiles && i < 100 * kFiles); ++i) {
        const std::int64_t before = pairs_;

        const std::string file = generate(report);

        written_meanwhile += pairs_ - before;
        const auto made = test::csv(download(file).body);
        std::size_t halves = 0;
        for (const auto& row : made.rows) halves += row.at(0).starts_with("pair") ? 1 : 0;
        EXPECT_EQ(made.rows.size(), halves + kRowsBefore) << "whatever was there before is in it once";
        EXPECT_EQ(halves % 2, 0U);
        EXPECT_GE(made.rows.size(), rows_before);
        rows_before = made.rows.size();
    }
    writer.request_stop();
    writer.join();

    EXPECT_GT(written_meanwhile, kFiles) << "writes wait for reports";
}

TEST_P(ReportSnapshot, DoesNotShowWhatCameLater) {
    job_called("Before");
    const std::string file = generate(report_on("JOB"));
    const std::string then = download(file).body;

    job_called("After");

    EXPECT_EQ(download(file).body, then);
    EXPECT_THAT(then, testing::Not(testing::HasSubstr("After")));
}

// A candidate that moves between two statuses is in one of them, as before or after the move.
TEST_P(ReportSnapshot, NobodyIsCountedTwiceOrLost) {
    const std::string job = job_called("Cook");
    given_applicants(job, kRowsBefore);
    static constexpr db::Sql kMove{
        "test_move_half",
        "UPDATE job_application SET status = CASE status WHEN 'NEW' THEN 'IN_REVIEW' ELSE 'NEW' END "
        "WHERE company_id = $1 AND change_number % 1000 = $2"};
    const std::string id = column_id("APPLICATION", "applicationId");
    const std::string status = column_id("APPLICATION", "status");
    const std::string report = given_report(with_columns(draft("APPLICATION"), {id, status}));
    // In one transaction some move to review and others back.
    server.db->write(company_, [&](db::Tx& tx) { tx.execute(kMove, {0}); });
    const std::jthread mover{[&](const std::stop_token& stop) {
        for (int number = 0; !stop.stop_requested(); number = (number + 1) % 1000) {
            server.db->write(company_, [&](db::Tx& tx) {
                tx.execute(kMove, {number});
                tx.execute(kMove, {(number + 1) % 1000});
            });
        }
    }};
    for (int i = 0; i < kFiles; ++i) {
        const auto made = table(report);
        EXPECT_EQ(made.rows.size(), static_cast<std::size_t>(kRowsBefore));
        std::set<std::string> ids;
        for (const auto& row : made.rows) {
            EXPECT_THAT(row.at(1), testing::AnyOf("NEW", "IN_REVIEW"));
            EXPECT_TRUE(ids.insert(row.at(0)).second) << row.at(0);
        }
    }
}

RUN_ON_EACH_DATABASE(ReportSnapshot);

}  // namespace
}  // namespace callboard
