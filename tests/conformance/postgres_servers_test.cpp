// Which PostgreSQL server is used if there are several, and what happens when it vanishes, becomes silent,
// refuses writes or does not confirm a commit.
#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "base/error.h"
#include "db/db.h"
#include "db/postgres_connection.h"
#include "db/postgres_limits.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/silent_proxy.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr db::Sql kInsert{"test_insert", R"sql(
    INSERT INTO department (company_id, id, label, label_key, created_at) VALUES ($1, $2, $2, $2, 0))sql"};
constexpr db::Sql kCount{"test_count", "SELECT count(*) FROM department WHERE company_id = $1"};
constexpr db::GlobalSql kBackend{"test_backend", "SELECT pg_backend_pid()"};
constexpr db::GlobalSql kSleep{"test_sleep", "SELECT 1 FROM pg_sleep(1)"};
constexpr db::GlobalSql kSleepLong{"test_sleep_long", "SELECT 1 FROM pg_sleep(100)"};
constexpr db::GlobalSql kSleeping{"test_sleeping", R"sql(
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_sleep(100)%'
      AND wait_event = 'PgSleep')sql"};

// The sockets of this process that are connected to the port.
std::vector<int> sockets_to(int port) {
    constexpr int kMostDescriptors = 1024;
    std::vector<int> found;
    for (int descriptor = 0; descriptor < kMostDescriptors; ++descriptor) {
        sockaddr_in peer{};
        socklen_t size = sizeof peer;
        if (getpeername(descriptor, reinterpret_cast<sockaddr*>(&peer), &size) == 0 &&
            peer.sin_family == AF_INET && ntohs(peer.sin_port) == port)
            found.push_back(descriptor);
    }
    return found;
}

int option(int socket, int name) {
    int value = -1;
    socklen_t size = sizeof value;
    getsockopt(socket, IPPROTO_TCP, name, &value, &size);
    return value;
}

class PostgresServers : public testing::Test {
  protected:
    std::string url() const { return db.postgres->url(); }
    std::string name() const { return url().substr(url().rfind('/') + 1); }
    std::string port() const {
        const auto colon = url().rfind(':');
        return url().substr(colon + 1, url().rfind('/') - colon - 1);
    }
    // Port 1 is closed.
    std::string with_hosts(const std::string& hosts, const std::string& more = "") const {
        return "postgresql://callboard:s3cret@" + hosts + "/" + name() + more;
    }
    std::string working() const { return "127.0.0.1:" + port(); }

    // As superuser of the server, who can always write.
    void on_server(const std::string& sql) const {
        test::postgres_command(url().substr(0, url().rfind('/') + 1) + "postgres", sql);
    }
    // For sessions that begin from now on.
    void set_read_only(const std::string& value) const {
        on_server("ALTER DATABASE " + name() + " SET default_transaction_read_only = " + value);
    }
    void cut_connections() const {
        on_server("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '" + name() +
                  "'");
    }
    // During COMMIT of a transaction that adds a department.
    void given_commits_that(const std::string& statement) const {
        test::postgres_command(
            url(), "CREATE FUNCTION interfere() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " + statement +
                       "; RETURN NULL; END $$");
        test::postgres_command(url(),
                               "CREATE CONSTRAINT TRIGGER interfere AFTER INSERT ON department DEFERRABLE "
                               "INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION interfere()");
    }
    struct Attempt {
        int runs = 0;
        std::string failure;
        ErrorKind kind = ErrorKind::internal;
    };
    Attempt insert() {
        Attempt attempt;
        try {
            db->write(company, [&](db::Tx& tx) {
                ++attempt.runs;
                tx.execute(kInsert, {"1"});
            });
        } catch (const Error& error) {
            attempt.failure = error.detail;
            attempt.kind = error.kind;
        }
        return attempt;
    }
    std::int64_t count() {
        return db->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
    }
    std::string connecting_fails_with(const std::string& address,
                                      db::PostgresRole role = db::PostgresRole::primary) const {
        try {
            const db::PgConnection connection{Secret{address}, role};
            return "";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind, ErrorKind::unavailable);
            return error.detail;
        }
    }

    // Connections through the proxy.
    Secret proxy_url(const std::string& more = "") const {
        return Secret{"postgresql://callboard@127.0.0.1:" + std::to_string(proxy.port()) + "/" + name() +
                      more};
    }
    std::unique_ptr<db::Db> open_through_proxy(const db::PostgresLimits& limits,
                                               const std::string& more = "") {
        return db::open_postgres(proxy_url(more),
                                 {.clock = db.clock,
                                  .stopwatch = db.stopwatch,
                                  .workers = db.workers,
                                  .metrics = metrics,
                                  .log = db.log},
                                 limits);
    }
    // If it never ends, the end of its connections ends it.
    std::int64_t result_of(std::future<std::int64_t> work) {
        if (work.wait_for(test::kLongestWait) != std::future_status::ready) {
            ADD_FAILURE() << "it waits forever";
            proxy.close_connections();
        }
        return work.get();
    }
    static std::int64_t number(db::Db& where, const db::GlobalSql& sql, const std::stop_token& stop = {}) {
        return where.read(std::nullopt, [&](db::Snapshot& snapshot) { return snapshot.number(sql); }, stop);
    }
    std::future<std::int64_t> begin_counting(db::Db& where) {
        return std::async(std::launch::async, [&] {
            return where.read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
        });
    }

    static constexpr db::PostgresLimits kImpatient{.longest_silence = 100ms};

    test::TestDatabase db{test::Engine::postgres};
    const CompanyId company = given::company(*db);
    test::SilentProxy proxy{static_cast<std::uint16_t>(std::stoi(port()))};
    telemetry::Metrics metrics;  // of a second program
};

TEST_F(PostgresServers, AMachineThatVanishedIsNoticedInSeconds) {
    cut_connections();
    EXPECT_EQ(count(), 0);
    const auto sockets = sockets_to(std::stoi(port()));

    ASSERT_FALSE(sockets.empty());
    for (const int socket : sockets) {
        EXPECT_EQ(option(socket, TCP_KEEPIDLE), 5);
        EXPECT_EQ(option(socket, TCP_KEEPINTVL), 2);
        EXPECT_EQ(option(socket, TCP_KEEPCNT), 3);
        EXPECT_EQ(option(socket, TCP_USER_TIMEOUT), 10'000);
    }
}

TEST_F(PostgresServers, TheAddressMaySayOtherwise) {
    const auto before = sockets_to(std::stoi(port()));
    const db::PgConnection connection{
        Secret{with_hosts(working(), "?keepalives_idle=60&tcp_user_timeout=20000")}};

    for (const int socket : sockets_to(std::stoi(port()))) {
        if (std::ranges::find(before, socket) != before.end()) continue;
        EXPECT_EQ(option(socket, TCP_KEEPIDLE), 60);
        EXPECT_EQ(option(socket, TCP_USER_TIMEOUT), 20'000);
        EXPECT_EQ(option(socket, TCP_KEEPINTVL), 2);
    }
}

TEST_F(PostgresServers, OfSeveralTheOneThatRespondsIsUsed) {
    EXPECT_EQ(connecting_fails_with(with_hosts("127.0.0.1:1," + working())), "");
    EXPECT_EQ(connecting_fails_with(with_hosts(working() + ",127.0.0.1:1")), "");
}

TEST_F(PostgresServers, IfNoneRespondsAllAreNamedWithoutThePassword) {
    EXPECT_THAT(connecting_fails_with(with_hosts("127.0.0.1:1,127.0.0.1:2")),
                AllOf(HasSubstr("port 1 failed"), HasSubstr("port 2 failed"), Not(HasSubstr("s3cret")),
                      Not(HasSubstr("\n"))));
}

TEST_F(PostgresServers, OfSeveralOneThatRefusesWritesIsOnlyRead) {
    const std::string several = with_hosts(working() + "," + working());
    set_read_only("on");

    EXPECT_THAT(connecting_fails_with(several), HasSubstr("read-only"));
    EXPECT_EQ(connecting_fails_with(several, db::PostgresRole::replica), "");
    EXPECT_EQ(connecting_fails_with(several + "?target_session_attrs=any"), "") << "the address decides";
    EXPECT_EQ(connecting_fails_with(with_hosts(working())), "") << "a single one is used, for backups";
}

TEST_F(PostgresServers, AWriteThatIsRefusedIsRepeatedOnAnotherConnection) {
    set_read_only("on");
    cut_connections();
    EXPECT_EQ(count(), 0) << "on a new connection, which is read-only";
    int runs = 0;

    db->write(company, [&](db::Tx& tx) {
        if (++runs == 1) set_read_only("off");
        tx.execute(kInsert, {"1"});
    });

    EXPECT_EQ(runs, 2);
    EXPECT_EQ(count(), 1);
}

TEST_F(PostgresServers, ACommitThatIsCutOffIsNeitherRepeatedNorReportedAsDone) {
    given_commits_that("PERFORM pg_terminate_backend(pg_backend_pid()), pg_sleep(10)");

    const Attempt attempt = insert();

    EXPECT_EQ(attempt.runs, 1);
    EXPECT_EQ(attempt.kind, ErrorKind::unavailable);
    EXPECT_THAT(attempt.failure, HasSubstr("the outcome of a commit is unknown"));
}

// PostgreSQL does so if the wait for the synchronous standby is cancelled.
TEST_F(PostgresServers, ACommitWithAWarningIsNotReportedAsDone) {
    given_commits_that("RAISE WARNING 'not replicated'");

    const Attempt attempt = insert();

    EXPECT_EQ(attempt.runs, 1);
    EXPECT_EQ(attempt.kind, ErrorKind::unavailable);
    EXPECT_THAT(attempt.failure,
                HasSubstr("the outcome of a commit is unknown: PostgreSQL: COMMIT: not replicated"));
    EXPECT_EQ(count(), 1);
}

// --- a proxy or a network that drops connections without closing them

// The time limit of the test is longer, for busy machines.
TEST_F(PostgresServers, ASilentProxyIsLeftWithinFifteenSeconds) {
    const auto through = open_through_proxy({});
    EXPECT_GT(number(*through, kBackend), 0);
    const auto before = proxy.connections();

    proxy.become_silent();
    const auto began = db.stopwatch.now();
    auto counted = begin_counting(*through);
    EXPECT_TRUE(test::eventually([&] { return proxy.connections() > before; })) << "the server is asked";
    proxy.serve_new_connections();

    EXPECT_EQ(result_of(std::move(counted)), 0);
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(db.stopwatch.now() - began);
    RecordProperty("milliseconds", std::to_string(took.count()));
    EXPECT_LT(took, test::kLongestWait);
}

TEST_F(PostgresServers, AQuestionThatDidNotArriveIsAskedOnAnotherConnection) {
    const auto through = open_through_proxy(kImpatient);
    const auto before = number(*through, kBackend);

    proxy.become_silent();
    proxy.serve_new_connections();

    EXPECT_EQ(result_of(begin_counting(*through)), 0);
    EXPECT_NE(number(*through, kBackend), before);
}

TEST_F(PostgresServers, AnAnswerThatDidNotArriveIsAskedForOnAnotherConnection) {
    const auto through = open_through_proxy(kImpatient);
    const auto before = number(*through, kBackend);

    proxy.lose_answers();

    EXPECT_EQ(result_of(begin_counting(*through)), 0);
    EXPECT_NE(number(*through, kBackend), before);
}

TEST_F(PostgresServers, ASlowStatementIsWaitedFor) {
    const auto through = open_through_proxy(kImpatient);
    const auto before = number(*through, kBackend);
    const auto connections = proxy.connections();

    EXPECT_EQ(number(*through, kSleep), 1);

    EXPECT_EQ(number(*through, kBackend), before) << "on the same connection";
    EXPECT_GT(proxy.connections(), connections) << "the server was asked meanwhile";
}

// A server that is too busy for another connection, or a proxy that restarts, may do its work all the same.
TEST_F(PostgresServers, AConnectionSurvivesAQuestionThatIsNotAnswered) {
    const auto through = open_through_proxy(kImpatient);
    const auto before = number(*through, kBackend);
    const auto connections = proxy.connections();

    proxy.refuse_next();
    EXPECT_EQ(number(*through, kSleep), 1);

    EXPECT_EQ(number(*through, kBackend), before) << "on the same connection";
    EXPECT_GT(proxy.connections(), connections + 1) << "it was asked again";
}

// An attempt to connect to it takes as long as the time-out. If all callers waited for so long, so would
// those behind them.
TEST_F(PostgresServers, WhileAServerIsSilentOneCallerTriesToConnectAndTheOthersFailAtOnce) {
    const auto through =
        open_through_proxy({.wait_for_server = 0ms, .longest_silence = 100ms}, "?connect_timeout=2");
    EXPECT_GT(number(*through, kBackend), 0);
    proxy.become_silent();
    EXPECT_THROW(begin_counting(*through).get(), Error) << "it could not connect again";

    const auto before = proxy.connections();
    auto first = begin_counting(*through);
    EXPECT_TRUE(test::eventually([&] { return proxy.connections() > before; }));
    for (int i = 0; i < 20; ++i) {
        try {
            number(*through, kBackend);
            ADD_FAILURE() << "it is silent";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind, ErrorKind::unavailable);
        }
    }
    EXPECT_LE(proxy.connections(), before + 3) << "there is another attempt each second";

    proxy.serve_new_connections();
    EXPECT_TRUE(test::eventually([&] {
        try {
            return number(*through, kBackend) > 0;
        } catch (const Error&) {
            return false;
        }
    })) << "while the first one still waits";
    EXPECT_THROW(first.get(), Error);
}

// Such as a pooler without a free connection.
TEST_F(PostgresServers, AServerThatSetsUpNoSessionIsNotWaitedForForever) {
    proxy.become_silent_after_greeting();

    try {
        const db::PgConnection connection{proxy_url(), db::PostgresRole::primary, 0s, 5s, 100ms};
        ADD_FAILURE() << "it is connected";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unavailable);
        EXPECT_THAT(error.detail, HasSubstr("a new connection gets no response"));
    }
}

TEST_F(PostgresServers, ACommitThatGetsNoAnswerIsNeitherRepeatedNorReportedAsDone) {
    const auto through = open_through_proxy(kImpatient);
    int runs = 0;
    std::string failure;

    try {
        through->write(company, [&](db::Tx& tx) {
            ++runs;
            tx.execute(kInsert, {"1"});
            proxy.lose_answers();
        });
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unavailable);
        failure = error.detail;
    }

    EXPECT_EQ(runs, 1);
    EXPECT_THAT(failure,
                AllOf(HasSubstr("the outcome of a commit is unknown"), HasSubstr("does not respond")));
    EXPECT_EQ(count(), 1) << "it was committed";
}

TEST_F(PostgresServers, AStatementOfASilentConnectionIsCancelled) {
    const auto through = open_through_proxy(kImpatient);
    std::stop_source stop;
    auto sleeping = std::async(std::launch::async, [&] {
        try {
            return number(*through, kSleepLong, stop.get_token());
        } catch (const Error& error) {
            EXPECT_EQ(error.kind, ErrorKind::timed_out) << error.detail;
            return std::int64_t{0};
        }
    });
    EXPECT_TRUE(test::eventually([&] { return number(*db, kSleeping) == 1; }));

    proxy.become_silent();
    proxy.serve_new_connections();
    stop.request_stop();

    EXPECT_TRUE(test::eventually([&] { return number(*db, kSleeping) == 0; }));
    EXPECT_EQ(result_of(std::move(sleeping)), 0);
}

}  // namespace
}  // namespace callboard
