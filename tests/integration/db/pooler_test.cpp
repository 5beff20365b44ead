// PgBouncer between the program and PostgreSQL: pooling of sessions works, pooling of transactions is
// refused.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <unistd.h>

#include "db/postgres_connection.h"
#include "integration/job_writers.h"
#include "support/child_server.h"
#include "support/each_database.h"
#include "support/free_port.h"
#include "support/program.h"
#include "support/program_failure.h"
#include "support/receiver.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::Arguments;
using test::expect_failure;
using testing::AllOf;
using testing::HasSubstr;

class Pooler : public testing::Test {
  protected:
    void given_pool_of(const std::string& mode, int size = 20, const std::string& more = "") {
        const std::string& direct = postgres.url();
        const auto colon = direct.rfind(':');
        const std::filesystem::path file = folder.path() / "pgbouncer.ini";
        std::ofstream{file} << "[databases]\n* = host=127.0.0.1 user=callboard port="
                            << direct.substr(colon + 1, direct.rfind('/') - colon - 1)
                            << "\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = " << port
                            << "\nunix_socket_dir =\nauth_type = any\npool_mode = " << mode
                            << "\ndefault_pool_size = " << size << "\n"
                            << more;
        Arguments command{"pgbouncer"};
        if (geteuid() == 0) command.insert(command.end(), {"-u", "postgres"});  // refuses to run as root
        command.push_back(file);
        bouncer.emplace(command, port, folder.path() / "log");
    }
    std::string pooled() const {
        return "postgresql://callboard@127.0.0.1:" + std::to_string(port) +
               postgres.url().substr(postgres.url().rfind('/'));
    }
    test::Outcome command(Arguments words, const Arguments& more = {}) const {
        words.insert(words.end(), {"--json", "--data-dir", data_dir});
        words.insert(words.end(), more.begin(), more.end());
        return test::run(words);
    }
    void expect_refused(const Arguments& database, const std::string& setting) const {
        for (const Arguments& each : {Arguments{"serve", "--listen", "127.0.0.1:0"}, {"company", "list"}}) {
            const auto outcome = command(each, database);
            expect_failure(outcome, 2, "pools transactions");
            EXPECT_THAT(outcome.err, AllOf(HasSubstr(setting), HasSubstr("pool_mode = session")));
        }
        const auto checked = command({"doctor"}, database);
        EXPECT_EQ(checked.code, 1);
        EXPECT_THAT(checked.out, AllOf(HasSubstr("pools transactions"), HasSubstr("pool_mode = session")));
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::uint16_t port = test::free_port();
    const test::PostgresDatabase postgres;
    std::optional<test::ChildServer> bouncer;
};

TEST_F(Pooler, OfTransactionsIsRefused) {
    given_pool_of("transaction");

    expect_refused({"--database", pooled()}, "--database:");
    expect_refused({"--database", postgres.url(), "--database-replica", pooled()}, "--database-replica:");
}

TEST_F(Pooler, OfTransactionsWhoseConnectionsTakeTurnsIsRefused) {
    given_pool_of("transaction", 20, "server_round_robin = 1\nmin_pool_size = 5\n");

    expect_refused({"--database", pooled()}, "--database:");
}

TEST_F(Pooler, OfTransactionsWithTwoConnectionsThatTakeTurnsIsRefused) {
    given_pool_of("transaction", 20, "server_round_robin = 1\n");
    {
        using Handle = std::unique_ptr<PGconn, decltype(&PQfinish)>;
        const Handle one{PQconnectdb(pooled().c_str()), PQfinish};
        const Handle other{PQconnectdb(pooled().c_str()), PQfinish};
        for (const char* const statement : {"BEGIN", "COMMIT"})
            for (const Handle& each : {std::cref(one), std::cref(other)})
                PQclear(PQexec(each.get(), statement));
    }

    expect_refused({"--database", pooled()}, "--database:");
}

TEST_F(Pooler, OfStatementsIsRefused) {
    given_pool_of("statement");

    expect_refused({"--database", pooled()}, "--database:");
}

TEST_F(Pooler, OfSessionsWorks) {
    const Arguments where{"--data-dir", data_dir, "--database", pooled()};
    given_pool_of("session");
    const auto tenant = test::add_tenant(where, "acme");
    const test::ServerProcess server{data_dir, {"--database", pooled(), "--database-connections", "8"}};
    {
        test::JobWriters writers{server.port(), tenant.api_key, 6};
        EXPECT_TRUE(writers.wait_for_more(60));
        writers.stop();
        EXPECT_THAT(writers.refusals(), testing::IsEmpty());
    }

    const auto checked = command({"doctor"}, {"--database", pooled()});
    EXPECT_EQ(checked.code, 0) << checked.out;
    const auto report = command({"report", "run", "Jobs", "--company", "acme"}, {"--database", pooled()});
    EXPECT_EQ(report.code, 0) << report.err;
}

// The server cannot be asked whether it works on the statement: the pooler lets that connection wait.
TEST_F(Pooler, ASlowStatementOnItsOnlyConnectionIsWaitedFor) {
    given_pool_of("session", 1);
    db::PgConnection connection{Secret{pooled()}, db::PostgresRole::primary, 0s, 50ms};
    std::int64_t found = 0;

    connection.begin(db::PgConnection::Mode::read);
    connection.query({"test_sleep", "SELECT 1 FROM pg_sleep(1)", true}, {}, [&](const db::Row& row) {
        found = row.integer(0);
        return true;
    });
    connection.end_read();

    EXPECT_EQ(found, 1);
    EXPECT_FALSE(connection.broken());
}

// With a connection more than it may have, the server would wait for two minutes.
TEST_F(Pooler, OfFourSessionsIsEnoughForAServerWithFourConnections) {
    given_pool_of("session", 4);
    const auto tenant = test::add_tenant({"--data-dir", data_dir, "--database", pooled()}, "acme");
    test::Receiver receiver;
    const test::ServerProcess server{
        data_dir,
        {"--database", pooled(), "--database-connections", "4", "--webhook-allow-private",
         "--webhook-ca-file", receiver.ca_file().string()}};
    ASSERT_NO_FATAL_FAILURE(test::subscribe_to_jobs(server.port(), tenant.api_key, receiver.url("/jobs")));

    test::JobWriters writers{server.port(), tenant.api_key, 12};
    EXPECT_TRUE(writers.wait_for_more(60));
    writers.stop();

    EXPECT_THAT(writers.refusals(), testing::IsEmpty());
    test::expect_nothing_lost(writers, server.port(), tenant.api_key, receiver, "/jobs");
}

TEST_F(Pooler, WithoutAFreeConnectionIsNamed) {
    given_pool_of("session", 1);

    expect_failure(command({"migrate"}, {"--database", pooled()}), 1, "raise its pool size");
}

}  // namespace
}  // namespace callboard
