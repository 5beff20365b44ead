// kill -9 at random moments during concurrent writes: every acknowledged write is there, and none is partial.
// TEST_KILLS sets the number of kills; by default 5 for each engine.
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/program.h"
#include "support/tenant.h"

namespace callboard {
namespace {

constexpr db::GlobalSql kCounts{"test_counts", R"sql(
    SELECT (SELECT count(*) FROM job), (SELECT count(*) FROM job_ad), (SELECT count(*) FROM job_status_change),
           (SELECT count(*) FROM job_member), (SELECT count(*) FROM event WHERE name = 'job.created'),
           (SELECT count(*) FROM event WHERE name = 'job.ad.created'),
           (SELECT count(*) FROM audit_record WHERE event_name = 'JOB_CREATED'),
           (SELECT count(*) FROM audit_record WHERE event_name = 'JOB_AD_CREATED'))sql"};

constexpr const char* kJob =
    R"({"title":"Cook","industry":{"id":"restaurants"},"function":{"id":"production"},)"
    R"("experienceLevel":{"id":"entry_level"},"location":{"countryCode":"us","city":"A"}})";

int kills() {
    const char* const text = std::getenv("TEST_KILLS");
    return text ? std::atoi(text) : 5;
}

class Kill : public testing::TestWithParam<test::Engine> {
  protected:
    test::Arguments where() const {
        test::Arguments flags{"--data-dir", data_dir.string()};
        if (postgres) flags.insert(flags.end(), {"--database", postgres->url()});
        return flags;
    }
    test::Arguments server_flags() const {
        if (!postgres) return {};
        return {"--database", postgres->url()};
    }

    const test::TemporaryFolder folder;
    const std::filesystem::path data_dir = folder.path() / "data";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
};

// Creates jobs until the server is killed, and records the acknowledged ones.
class Writers {
  public:
    Writers(std::uint16_t port, const std::string& key) {
        for (int i = 0; i < 8; ++i) threads_.emplace_back([this, port, key] { write(port, key); });
    }
    std::vector<std::string> join() {
        for (auto& thread : threads_) thread.join();
        return acknowledged_;
    }
    void wait_for(std::size_t count) {
        while (count_ < count) std::this_thread::yield();
    }

  private:
    void write(std::uint16_t port, const std::string& key) {
        try {
            test::Client client{port, {{"X-SmartToken", key}}};
            for (;;) {
                const auto answer = client.post("/jobs", kJob);
                if (answer.status != 201) throw std::runtime_error(answer.body);
                const std::lock_guard lock{mutex_};
                acknowledged_.emplace_back(answer.json().at("id").as_string());
                ++count_;
            }
        } catch (const std::runtime_error&) {  // NOLINT(bugprone-empty-catch)
            // The server was killed during the call, as intended.
        }
    }

    std::mutex mutex_;
    std::atomic<std::size_t> count_{0};
    std::vector<std::string> acknowledged_;
    std::vector<std::thread> threads_;
};

TEST_P(Kill, LosesNothingThatWasAcknowledgedAndLeavesNothingHalfDone) {
    test::run([&] {
        test::Arguments arguments{"migrate"};
        const auto flags = where();
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        return arguments;
    }());
    const auto tenant = test::add_tenant(where(), "acme");
    std::mt19937 random{4711};
    std::vector<std::string> acknowledged;

    for (int round = 0; round < kills(); ++round) {
        test::ServerProcess server{data_dir, server_flags()};
        Writers writers{server.port(), tenant.api_key};
        writers.wait_for(1 + random() % 200);
        server.kill();
        const auto these = writers.join();
        acknowledged.insert(acknowledged.end(), these.begin(), these.end());
    }

    test::ServerProcess server{data_dir, server_flags()};
    test::Client client{server.port(), {{"X-SmartToken", tenant.api_key}}};
    for (const std::string& id : acknowledged) {
        ASSERT_EQ(client.get("/jobs/" + id).status, 200) << "an acknowledged job is lost";
    }
    EXPECT_GE(acknowledged.size(), static_cast<std::size_t>(kills()));

    test::ManualClock clock;
    const SystemStopwatch stopwatch;
    telemetry::Metrics metrics;
    const telemetry::Log log{telemetry::Level::off, telemetry::LogFormat::text};
    Workers workers{1, 10};
    const db::Environment environment{
        .clock = clock, .stopwatch = stopwatch, .workers = workers, .metrics = metrics, .log = log};
    const auto db = postgres ? db::open_postgres(Secret{postgres->url()}, environment)
                             : db::open_sqlite(data_dir / "callboard.db", environment);
    const auto counts = db->read(std::nullopt, [](db::Snapshot& snapshot) {
        return snapshot
            .first(kCounts, {},
                   [](const db::Row& row) {
                       std::vector<std::int64_t> all;
                       for (int i = 0; i < 8; ++i) all.push_back(row.integer(i));
                       return all;
                   })
            .value();
    });
    EXPECT_GE(counts.front(), std::ssize(acknowledged));
    for (const auto count : counts) EXPECT_EQ(count, counts.front()) << "a job is half there";
}

INSTANTIATE_TEST_SUITE_P(Db, Kill, testing::Values(test::Engine::sqlite, test::Engine::postgres),
                         [](const auto& each) {
                             return each.param == test::Engine::sqlite ? "sqlite" : "postgres";
                         });

}  // namespace
}  // namespace callboard
