// A primary with a synchronous standby: the primary is killed under load, and the standby takes over.
#include <chrono>
#include <cstdio>
#include <future>
#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/job_writers.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/own_postgres.h"
#include "support/program.h"
#include "support/receiver.h"
#include "support/rows.h"
#include "support/standby.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::Arguments;
using test::eventually;
using testing::Each;
using testing::Key;

class Failover : public testing::Test {
  protected:
    void SetUp() override {
        test::postgres_command(postgres.url(), "ALTER SYSTEM SET synchronous_standby_names = '*'");
        test::postgres_command(postgres.url(), "SELECT pg_reload_conf()");
        ASSERT_TRUE(eventually([&] { return count("pg_stat_replication WHERE sync_state = 'sync'") == 1; }));
    }

    // Without a standby, dropping the database would wait for one.
    void TearDown() override {
        try {
            test::postgres_command(postgres.url(), "ALTER SYSTEM RESET synchronous_standby_names");
            test::postgres_command(postgres.url(), "SELECT pg_reload_conf()");
        } catch (const std::runtime_error&) {  // NOLINT(bugprone-empty-catch)
            // The primary was killed.
        }
    }

    // Of the two, the server must find the one that accepts writes.
    std::string both() const {
        const std::string& primary = postgres.url();
        const auto host = primary.find("127.0.0.1");
        return primary.substr(0, host) + "127.0.0.1:" + std::to_string(standby.port()) + "," +
               primary.substr(host);
    }
    Arguments flags() const {
        return {"--database", both(), "--webhook-allow-private", "--webhook-ca-file",
                receiver.ca_file().string()};
    }
    int count(const std::string& from) const {
        return std::stoi(test::Rows{"", &postgres}.select("SELECT count(*) FROM " + from).at(0));
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const test::OwnPostgres own;
    const test::PostgresDatabase postgres;
    const test::Tenant tenant =
        test::add_tenant({"--data-dir", data_dir, "--database", postgres.url()}, "acme");
    const test::Standby standby{postgres.url()};
    test::Receiver receiver;
};

TEST_F(Failover, TheServerGoesOnByItselfAndNothingAcknowledgedIsLost) {
    const test::ServerProcess server{data_dir, flags()};
    ASSERT_NO_FATAL_FAILURE(test::subscribe_to_jobs(server.port(), tenant.api_key, receiver.url("/jobs")));
    test::JobWriters writers{server.port(), tenant.api_key, 4};
    ASSERT_TRUE(writers.wait_for_more(50));

    own.kill();
    ASSERT_TRUE(eventually([&] { return writers.refusals()[503] > 0; })) << "calls wait for it for seconds";
    const auto promoting_at = std::chrono::steady_clock::now();
    standby.promote();
    const auto promoted_at = std::chrono::steady_clock::now();
    ASSERT_TRUE(eventually([&] { return writers.next_success(promoted_at).has_value(); })) << server.output();
    ASSERT_TRUE(writers.wait_for_more(20));
    writers.stop();

    const auto in_ms = [](auto duration) {
        return static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(duration).count());
    };
    std::printf("promotion took %d ms, next success %d ms after its beginning; %zu jobs, %d times 503\n",
                in_ms(promoted_at - promoting_at), in_ms(writers.next_success(promoting_at).value()),
                writers.count(), writers.refusals()[503]);
    EXPECT_EQ(writers.broken_connections(), 0);
    EXPECT_THAT(writers.refusals(), Each(Key(503)));
    test::expect_nothing_lost(writers, server.port(), tenant.api_key, receiver, "/jobs");

    // Commands find it, too, and a backup is made of the new primary.
    const Arguments where{"--data-dir", data_dir, "--database", both()};
    const auto listed = test::run({"company", "list", where[0], where[1], where[2], where[3]});
    EXPECT_EQ(listed.code, 0) << listed.err;
    const auto checked = test::run({"doctor", where[0], where[1], where[2], where[3]});
    EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
    const auto saved = test::run({"backup", folder.path() / "saved", where[0], where[1], where[2], where[3]});
    EXPECT_EQ(saved.code, 0) << saved.err;
}

// Otherwise it would be lost with the primary.
TEST_F(Failover, AWriteThatTheStandbyDoesNotConfirmIsNotAcknowledged) {
    const test::ServerProcess server{data_dir, flags()};
    standby.stop();
    auto answer = std::async(std::launch::async, [&] {
        test::Client client{server.port(), {{"X-SmartToken", tenant.api_key}}};
        return client.post("/jobs", test::kNewJob).status;
    });

    // PostgreSQL gives up waiting when the statement is cancelled, for example by its time-out.
    ASSERT_TRUE(eventually([&] {
        test::postgres_command(
            postgres.url(),
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
        return answer.wait_for(10ms) == std::future_status::ready;
    }));

    EXPECT_EQ(answer.get(), 503);
    EXPECT_EQ(count("job"), 1) << "it was never committed";
}

}  // namespace
}  // namespace callboard
