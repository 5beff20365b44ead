// The memory for making and sending a report does not depend on its size. TEST_REPORT_ROWS sets the number of
// rows; by default so many that keeping them in memory would be noticed.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/types.h>

#include "integration/reports/history_company.h"
#include "support/eventually.h"

// Sanitizers use memory and time of their own.
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define CALLBOARD_HAS_SANITIZER 1
#else
#define CALLBOARD_HAS_SANITIZER 0
#endif

namespace callboard {
namespace {

using namespace std::chrono_literals;

constexpr auto kTimeout = 800s;
constexpr std::int64_t kMegabyte = 1'000'000;
constexpr std::int64_t kMostMemory = 40 * kMegabyte;     // above an idle server's
constexpr std::int64_t kFlat = 8 * kMegabyte;            // of the second half above the first
constexpr std::int64_t kMostReadAhead = 24 * kMegabyte;  // for the buffers of a connection

std::int64_t rows() {
    const char* const text = std::getenv("TEST_REPORT_ROWS");
    return text ? std::atoll(text) : 500'000;
}

// The anonymous memory of the process. Mapped pages of the database belong to the page cache, which the
// system can reclaim.
std::int64_t memory_of(pid_t process) {
    std::ifstream status{"/proc/" + std::to_string(process) + "/status"};
    constexpr std::string_view kName = "RssAnon:";
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(kName)) return std::stoll(line.substr(kName.size())) * 1024;
    ADD_FAILURE() << "no memory of process " << process;
    return 0;
}

// What the process has read from files, also from cached ones.
std::int64_t bytes_read_by(pid_t process) {
    std::ifstream counters{"/proc/" + std::to_string(process) + "/io"};
    constexpr std::string_view kName = "rchar:";
    for (std::string line; std::getline(counters, line);)
        if (line.starts_with(kName)) return std::stoll(line.substr(kName.size()));
    ADD_FAILURE() << "no counters of process " << process;
    return 0;
}

// Samples the memory of the process until the maximum is read.
class MemoryWatch {
  public:
    explicit MemoryWatch(pid_t process)
        : thread_([this, process](const std::stop_token& stop) {
              while (!stop.stop_requested()) {
                  samples_.push_back(memory_of(process));
                  std::this_thread::sleep_for(2ms);
              }
          }) {}

    void expect_little_above(std::int64_t idle, const std::string& what) {
        thread_.request_stop();
        thread_.join();
        ASSERT_GE(samples_.size(), 2U) << what << " was too quick to be watched";
        const auto middle = samples_.begin() + std::ssize(samples_) / 2;
        const std::int64_t first = *std::max_element(samples_.begin(), middle);
        const std::int64_t second = *std::max_element(middle, samples_.end());
        if (CALLBOARD_HAS_SANITIZER) return;
        EXPECT_LE(std::max(first, second) - idle, kMostMemory) << what;
        EXPECT_LE(second - first, kFlat) << what << ": it grows";
    }

  private:
    std::vector<std::int64_t> samples_;
    std::jthread thread_;
};

class ReportSize : public testing::TestWithParam<test::Engine> {
  protected:
    const test::HistoryCompany company{GetParam(), rows()};
};

TEST_P(ReportSize, DoesNotMatterForMemoryNorForTheFirstByte) {
    const test::ServerProcess server{company.data_dir(), company.server_flags()};
    test::HistoryReport report{server, company};
    for (int i = 0; i < 100; ++i) ASSERT_EQ(report.client().get("/jobs?limit=1").status, 200);
    const std::int64_t idle = memory_of(server.pid());

    MemoryWatch making{server.pid()};
    const std::string file = report.request();
    ASSERT_TRUE(test::eventually([&] { return !report.is_in_work(file); }, kTimeout));
    making.expect_little_above(idle, "making");
    ASSERT_EQ(report.status(file), "COMPLETED") << report.file(file).body;

    // Beside clients that request the data and do not read it.
    std::vector<test::Connection> idlers;
    for (int i = 0; i < 8; ++i) idlers.push_back(report.asking(file));
    MemoryWatch sending{server.pid()};
    const auto whole = report.download(file);
    sending.expect_little_above(idle, "sending");
    EXPECT_EQ(whole.status, 200);
    EXPECT_EQ(whole.lines, rows() + 1);
    EXPECT_EQ(whole.bytes, whole.promised);
    EXPECT_EQ(whole.end, "\r\n");

    // The first byte is sent when a small part of the file has been read.
    ASSERT_GT(whole.bytes, 2 * kMostReadAhead) << "too small to notice";
    idlers.clear();
    const std::int64_t before = bytes_read_by(server.pid());
    EXPECT_GT(report.download(file, 1).bytes, 0);
    EXPECT_LT(bytes_read_by(server.pid()) - before, kMostReadAhead);
}

RUN_ON_EACH_DATABASE(ReportSize);

}  // namespace
}  // namespace callboard
