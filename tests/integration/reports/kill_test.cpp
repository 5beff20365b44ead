// kill -9 while a report file is made: the next server completes it, or it has failed; incomplete data is
// never returned. TEST_KILLS sets the number of kills; by default 5 for each engine.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <system_error>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/reports/history_company.h"
#include "support/eventually.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

constexpr auto kTimeout = 120s;  // more than any step takes, also with sanitizers on a busy machine
constexpr std::int64_t kRows = 500'000;
constexpr int kMostAttempts = 3;  // of making one file
constexpr const char* kJob =
    R"({"title":"Cook","industry":{"id":"restaurants"},"function":{"id":"production"},)"
    R"("experienceLevel":{"id":"entry_level"},"location":{"countryCode":"us","city":"A"}})";

int kills() {
    const char* const text = std::getenv("TEST_KILLS");
    return text ? std::atoi(text) : 5;
}

class ReportKill : public testing::TestWithParam<test::Engine> {
  protected:
    // The size of the file that a server started at that time is writing, whatever its name.
    std::int64_t bytes_written(std::filesystem::file_time_type since) const {
        std::int64_t most = 0;
        std::error_code error;  // a file may be deleted meanwhile
        for (const auto& entry : std::filesystem::directory_iterator{company.report_dir(), error}) {
            if (const auto time = entry.last_write_time(error); error || time < since) continue;
            if (const auto size = entry.file_size(error); !error)
                most = std::max(most, static_cast<std::int64_t>(size));
        }
        return most;
    }

    // Until that much is written, or the file is complete.
    bool wait_until_written(test::HistoryReport& report, const std::string& file, std::int64_t bytes,
                            std::filesystem::file_time_type since) const {
        return test::eventually([&] { return bytes_written(since) >= bytes || !report.is_in_work(file); },
                                kTimeout);
    }

    void expect_whole_or_nothing(const test::HistoryReport& report, const std::string& file) const {
        const auto found = report.download(file);
        if (found.status != 404) EXPECT_EQ(found, whole);
    }

    // Makes a file without interruption: the expected contents of all others.
    void record_expected_file() {
        const test::ServerProcess server{company.data_dir(), company.server_flags()};
        test::HistoryReport report{server, company};
        const std::string file = report.request();
        ASSERT_TRUE(test::eventually([&] { return !report.is_in_work(file); }, kTimeout));
        ASSERT_EQ(report.status(file), "COMPLETED") << report.file(file).body;
        whole = report.download(file);
        ASSERT_EQ(whole.status, 200);
        ASSERT_EQ(whole.lines, kRows + 1);
        ASSERT_EQ(whole.bytes, whole.promised);
        ASSERT_EQ(whole.end, "\r\n");
    }

    const test::HistoryCompany company{GetParam(), kRows};
    test::Download whole;
};

TEST_P(ReportKill, LeavesNothingThatLooksWholeAndIsNot) {
    ASSERT_NO_FATAL_FAILURE(record_expected_file());
    std::mt19937_64 random{4711};
    int in_the_middle = 0;

    for (int killed = 0, files = 0; killed < kills(); ++files) {
        const int kills_of_file = 1 + files % kMostAttempts;
        std::string file;
        for (int i = 0; i < kills_of_file; ++i, ++killed) {
            const auto began = std::filesystem::file_time_type::clock::now();
            test::ServerProcess server{company.data_dir(), company.server_flags()};
            test::HistoryReport report{server, company};
            if (file.empty()) file = report.request();
            // Beyond the end: while the file is renamed, or soon after.
            const auto until =
                static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(whole.bytes * 11 / 10));
            ASSERT_TRUE(wait_until_written(report, file, until, began)) << server.output();
            expect_whole_or_nothing(report, file);
            if (report.is_in_work(file)) ++in_the_middle;
            server.kill();
        }

        const test::ServerProcess server{company.data_dir(), company.server_flags()};
        test::HistoryReport report{server, company};
        expect_whole_or_nothing(report, file);
        EXPECT_EQ(report.client().post("/jobs", kJob).status, 201);
        ASSERT_TRUE(test::eventually([&] { return !report.is_in_work(file); }, kTimeout))
            << "it is " << report.status(file) << " for ever\n"
            << server.output();
        const std::string status = report.status(file);
        if (kills_of_file < kMostAttempts) EXPECT_EQ(status, "COMPLETED") << "it was not made again";
        if (status == "COMPLETED") {
            EXPECT_EQ(report.download(file), whole);
        } else {
            EXPECT_EQ(status, "FAILED");
            EXPECT_EQ(report.file(file).json().at("errorReason").as_string(), "UNKNOWN");
            EXPECT_EQ(report.download(file).status, 404);
        }
    }
    EXPECT_GT(in_the_middle, 0);
    EXPECT_EQ(company.select("SELECT count(*) FROM report_file WHERE status IN ('PENDING', 'RUNNING')").at(0),
              "0");
}

TEST_P(ReportKill, IsFinishedLaterWhenAServerIsToldToStop) {
    ASSERT_NO_FATAL_FAILURE(record_expected_file());
    std::string file;
    {
        const auto began = std::filesystem::file_time_type::clock::now();
        test::ServerProcess server{company.data_dir(), company.server_flags()};
        test::HistoryReport report{server, company};
        file = report.request();
        ASSERT_TRUE(wait_until_written(report, file, whole.bytes / 10, began)) << server.output();
        server.terminate();
        EXPECT_EQ(server.wait(), 0) << server.output();
    }
    EXPECT_THAT(company.select("SELECT status, lease_token FROM report_file WHERE id = '" + file + "'").at(0),
                testing::AnyOf("PENDING ", "COMPLETED "))
        << "a fast machine may have finished it";

    const test::ServerProcess server{company.data_dir(), company.server_flags()};
    test::HistoryReport report{server, company};
    ASSERT_TRUE(test::eventually([&] { return !report.is_in_work(file); }, kTimeout));
    EXPECT_EQ(report.download(file), whole);
}

RUN_ON_EACH_DATABASE(ReportKill);

}  // namespace
}  // namespace callboard
