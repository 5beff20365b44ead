// Behaviour of PostgreSQL only.
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <latch>
#include <stop_token>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "db/db.h"
#include "db/postgres_connection.h"
#include "db/postgres_limits.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

constexpr db::Sql kInsert{"test_insert", R"sql(
    INSERT INTO department (company_id, id, label, label_key, created_at) VALUES ($1, $2, $2, $2, 0))sql"};
constexpr db::Sql kCount{"test_count", "SELECT count(*) FROM department WHERE company_id = $1"};

constexpr db::GlobalSql kFails{"test_fails", "SELECT 1 / (SELECT count(*) FROM company WHERE id = 'none')"};
constexpr db::GlobalSql kWait{"test_wait", "SELECT 1 FROM pg_advisory_xact_lock(4711)"};
constexpr db::GlobalSql kSleepLong{"test_sleep_long", "SELECT 1 FROM pg_sleep(100)"};
constexpr db::GlobalSql kSleeping{"test_sleeping", R"sql(
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'
      AND query LIKE '%pg_sleep(100)%')sql"};
constexpr db::GlobalSql kBackend{"test_backend", "SELECT pg_backend_pid()"};
constexpr db::GlobalSql kOpen{"test_open", R"sql(
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend')sql"};

// Calls a function whenever the time is read: a pool does so before it opens a connection, after that failed,
// and when one is returned to it.
class ActingStopwatch final : public Stopwatch {
  public:
    Instant now() const override {
        if (act) act();
        return Instant{time};
    }
    std::function<void()> act;
    std::chrono::nanoseconds time{0};
};

// Keeps kWait waiting.
class Lock {
  public:
    explicit Lock(const std::string& url) : connection_(Secret{url}) {
        connection_.begin(db::PgConnection::Mode::write);
        connection_.query({kWait.name, kWait.text, true}, {}, [](const db::Row&) { return true; });
    }
    void release() { connection_.commit(); }

  private:
    db::PgConnection connection_;
};

class Postgres : public testing::Test {
  protected:
    void cut_connections() { cut_connections_from(db.postgres->url()); }
    void cut_connections_from(const std::string& url) {
        test::postgres_command(
            url, "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '" + name() +
                     "' AND pid <> pg_backend_pid()");
    }
    // Connections are refused, as by a server that restarts.
    void close_to_all() {
        allow_connections("false");
        cut_connections_from(server());
    }
    void open_to_all() { allow_connections("true"); }
    void allow_connections(const std::string& truth) {
        test::postgres_command(server(), "ALTER DATABASE " + name() + " ALLOW_CONNECTIONS " + truth);
    }
    std::string name() const { return db.postgres->url().substr(db.postgres->url().rfind('/') + 1); }
    std::string server() const {
        return db.postgres->url().substr(0, db.postgres->url().rfind('/') + 1) + "postgres";
    }
    std::unique_ptr<db::Db> open(const db::PostgresLimits& limits, const Stopwatch& stopwatch) {
        return db::open_postgres(Secret{db.postgres->url()},
                                 {.clock = db.clock,
                                  .stopwatch = stopwatch,
                                  .workers = db.workers,
                                  .metrics = metrics,
                                  .log = db.log},
                                 limits);
    }
    std::unique_ptr<db::Db> open(const db::PostgresLimits& limits) { return open(limits, db.stopwatch); }
    std::int64_t number(const db::GlobalSql& sql) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) { return snapshot.number(sql); });
    }
    template <class What>
    static void expect_error(ErrorKind kind, What what) {
        try {
            what();
            ADD_FAILURE() << "nothing was thrown";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind, kind) << error.what() << " " << error.detail;
        }
    }
    // Returns when the query has ended.
    void cancel_a_query(db::Db& where) {
        std::stop_source stop;
        const std::jthread gives_up{[&] {
            while (number(kSleeping) == 0) std::this_thread::yield();
            stop.request_stop();
        }};
        expect_error(ErrorKind::timed_out, [&] {
            where.read(
                std::nullopt, [](db::Snapshot& snapshot) { return snapshot.number(kSleepLong); },
                stop.get_token());
        });
    }
    void insert(const std::string& id) {
        db->write(company, [&](db::Tx& tx) { tx.execute(kInsert, {id}); });
    }
    std::int64_t count() {
        return db->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
    }

    test::TestDatabase db{test::Engine::postgres};
    telemetry::Metrics metrics;  // of a second program
    const CompanyId company = given::company(*db);
};

TEST_F(Postgres, ConnectionsThatWereCutAreMadeAnew) {
    insert("1");
    cut_connections();
    EXPECT_EQ(count(), 1);
    cut_connections();
    insert("2");
    EXPECT_EQ(count(), 2);
}

TEST_F(Postgres, WritesUnderCutConnectionsHappenOnceOrAreReported) {
    std::atomic<int> acknowledged{0};
    std::atomic<int> uncertain{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 50; ++i) {
                try {
                    insert(std::to_string(t * 1000 + i));
                    ++acknowledged;
                } catch (const Error& error) {
                    EXPECT_EQ(error.kind, ErrorKind::unavailable) << error.detail;
                    ++uncertain;
                }
            }
        });
    }
    for (int i = 0; i < 10; ++i) cut_connections();
    for (auto& thread : threads) thread.join();

    EXPECT_GE(count(), acknowledged);
    EXPECT_LE(count(), acknowledged + uncertain);
}

TEST_F(Postgres, ATransactionThatFailedIsNotLeftToTheNext) {
    insert("1");
    db->read(company, [](db::Snapshot& snapshot) {
        try {
            snapshot.number(kFails);
        } catch (const Error&) {
            // Continuing after the error sends a COMMIT that the server skips, as if it were cancelled.
        }
    });

    EXPECT_EQ(count(), 1);
    insert("2");
    EXPECT_EQ(count(), 2);
}

// Otherwise the call would fail although its statements are right.
TEST_F(Postgres, WorkThatGoesOnAfterAFailedStatementIsRepeated) {
    const auto fail_once = [](auto& access, int& runs) {
        if (++runs > 1) return;
        try {
            access.number(kFails);
        } catch (const Error&) {
            // Continuing after the error.
        }
    };
    int reads = 0;
    int writes = 0;

    db->write(company, [&](db::Tx& tx) {
        fail_once(tx, writes);
        tx.execute(kInsert, {"1"});
    });
    const auto counted = db->read(company, [&](db::Snapshot& snapshot) {
        fail_once(snapshot, reads);
        return snapshot.number(kCount);
    });

    EXPECT_EQ(writes, 2);
    EXPECT_EQ(reads, 2);
    EXPECT_EQ(counted, 1);
}

TEST_F(Postgres, AStatementInAFailedTransactionMayBeRetried) {
    db::PgConnection connection{Secret{db.postgres->url()}};
    connection.begin(db::PgConnection::Mode::write);
    EXPECT_THROW(connection.query({kFails.name, kFails.text, true}, {}, [](const db::Row&) { return true; }),
                 Error);

    try {
        connection.script("SELECT 1");
        FAIL();
    } catch (const db::RetryableError& error) {
        EXPECT_TRUE(error.rolled_back);
        EXPECT_TRUE(error.detail.contains("25P02")) << error.detail;
    }
}

TEST_F(Postgres, AConnectionThatIsLeftInAFailedTransactionBeginsAnew) {
    db::PgConnection connection{Secret{db.postgres->url()}};
    const db::Statement fails{kFails.name, kFails.text, true};
    const db::Statement works{kBackend.name, kBackend.text, true};
    const auto nothing = [](const db::Row&) { return true; };

    connection.begin(db::PgConnection::Mode::read);
    EXPECT_THROW(connection.query(fails, {}, nothing), Error);
    connection.end_read();
    connection.begin(db::PgConnection::Mode::write);
    connection.query(works, {}, nothing);
    connection.commit();

    // Also if it is rolled back afterwards.
    connection.begin(db::PgConnection::Mode::read);
    EXPECT_THROW(connection.query(fails, {}, nothing), Error);
    connection.end_read();
    connection.roll_back();
    connection.begin(db::PgConnection::Mode::read);
    connection.query(works, {}, nothing);
    connection.end_read();
}

// Requests of disconnected clients are cancelled one after the other. A cancellation may be late: the request
// is done, and its connection is in use by other work.
TEST_F(Postgres, ACancellationThatComesLateDoesNotEndOtherWork) {
    std::latch is_first_cancelled{1};
    std::latch has_other_begun{1};
    std::atomic<bool> is_counted_down{false};
    std::jthread first{[&] {
        std::stop_source stop;
        const auto work = [&](db::Snapshot& snapshot) {
            snapshot.number(kCount);
            stop.request_stop();
            is_first_cancelled.count_down();
            has_other_begun.wait();  // meanwhile it is cancelled repeatedly
        };
        db->read(company, work, stop.get_token());
    }};
    is_first_cancelled.wait();
    std::stop_source late;
    db->read(
        company,
        [&](db::Snapshot& snapshot) {
            snapshot.number(kCount);
            late.request_stop();
        },
        late.get_token());

    std::future<std::int64_t> other;
    Lock lock{db.postgres->url()};
    other = std::async(std::launch::async, [&] {
        return db->read(company, [&](db::Snapshot& snapshot) {
            if (!is_counted_down.exchange(true)) has_other_begun.count_down();
            return snapshot.number(kWait);
        });
    });
    has_other_begun.wait();
    cancel_a_query(*db);  // after the late cancellation: there is one at a time
    lock.release();

    EXPECT_EQ(other.get(), 1);
    first.join();
}

TEST_F(Postgres, AConnectionThatWasAskedToCancelIsNotUsedAgain) {
    const auto only = open({.most_connections = 1});
    const auto backend = [&] {
        return only->read(std::nullopt, [](db::Snapshot& snapshot) { return snapshot.number(kBackend); });
    };
    const auto before = backend();
    EXPECT_EQ(backend(), before);

    cancel_a_query(*only);

    EXPECT_NE(backend(), before) << "the cancellation may take effect late";
}

TEST_F(Postgres, AServerThatRestartsIsWaitedFor) {
    insert("1");
    ActingStopwatch stopwatch;
    int asked = 0;
    const auto patient = open({}, stopwatch);
    const auto count_there = [&] {
        return patient->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
    };
    EXPECT_EQ(count_there(), 1);
    close_to_all();
    stopwatch.act = [&] {
        if (++asked == 4) open_to_all();
    };

    EXPECT_EQ(count_there(), 1);
    EXPECT_EQ(asked, 2 + 2 + 1 + 1) << "it could not connect twice, did, and returned the connection";
}

TEST_F(Postgres, AServerThatIsAwayForLongIsNotWaitedFor) {
    ActingStopwatch stopwatch;
    int asked = 0;
    const auto patient = open({.wait_for_server = 5s}, stopwatch);
    const auto count_there = [&] {
        return patient->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
    };
    count_there();
    close_to_all();
    stopwatch.act = [&] {
        ++asked;
        stopwatch.time += 2s;
    };

    expect_error(ErrorKind::unavailable, count_there);
    EXPECT_EQ(asked, 4) << "it began after 0 and 4 seconds and failed after 2 and 6";
    expect_error(ErrorKind::unavailable, count_there);
    EXPECT_EQ(asked, 4 + 2) << "who comes now tries once";
    stopwatch.act = {};
    open_to_all();
    EXPECT_EQ(count_there(), 0) << "once it is back, it is used";
}

TEST_F(Postgres, ACallThatIsCancelledDoesNotWaitForTheServer) {
    ActingStopwatch stopwatch;
    std::stop_source stop;
    const auto patient = open({}, stopwatch);
    const auto count_there = [&] {
        return patient->read(
            company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); }, stop.get_token());
    };
    count_there();
    close_to_all();
    stopwatch.act = [&] { stop.request_stop(); };

    expect_error(ErrorKind::timed_out, count_there);
    open_to_all();
}

TEST_F(Postgres, AnAddressThatNeverWorkedIsTriedOnce) {
    ActingStopwatch stopwatch;
    int asked = 0;
    stopwatch.act = [&] { ++asked; };
    close_to_all();

    expect_error(ErrorKind::unavailable, [&] {
        open({}, stopwatch)->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
    });

    EXPECT_EQ(asked, 1);
    open_to_all();
}

TEST_F(Postgres, ThereAreNoMoreConnectionsThanTheLimit) {
    cut_connections();
    const auto limited = open({.most_connections = 3});
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 50; ++i) {
                const auto open_now = limited->read(
                    std::nullopt, [](db::Snapshot& snapshot) { return snapshot.number(kOpen); });
                EXPECT_LE(open_now, 3);
            }
        });
    }
    for (auto& thread : threads) thread.join();
}

TEST_F(Postgres, ConnectionsThatNobodyNeededForAWhileAreClosed) {
    cut_connections();
    ActingStopwatch stopwatch;
    const auto pool = open({.longest_idle = 5min}, stopwatch);
    const auto while_open = [&](const std::function<void()>& work) {
        pool->read(std::nullopt, [&](db::Snapshot& snapshot) {
            snapshot.number(kOpen);
            work();
        });
    };
    const auto open_now = [&] {
        return pool->read(std::nullopt, [](db::Snapshot& snapshot) { return snapshot.number(kOpen); });
    };
    while_open([&] { while_open([&] { EXPECT_EQ(open_now(), 3); }); });

    stopwatch.time = 5min - 1ns;
    EXPECT_EQ(open_now(), 3);
    EXPECT_EQ(open_now(), 3);
    stopwatch.time = 5min;
    EXPECT_EQ(open_now(), 3);  // closes two when it ends
    EXPECT_TRUE(test::eventually([&] { return open_now() == 1; }));
    while_open([&] { EXPECT_EQ(open_now(), 2) << "there is room for new ones"; });
}

TEST_F(Postgres, ACallThatFindsNoConnectionWaitsForOne) {
    const auto limited = open({.most_connections = 1, .wait_for_connection = 1h});
    std::latch is_held{1};
    std::latch is_wanted{1};
    std::atomic<std::int64_t> held{0};
    const std::jthread holder{[&] {
        limited->read(std::nullopt, [&](db::Snapshot& snapshot) {
            held = snapshot.number(kBackend);
            is_held.count_down();
            is_wanted.wait();
            for (int i = 0; i < 50; ++i) snapshot.number(kBackend);
        });
    }};
    is_held.wait();

    is_wanted.count_down();
    const auto used =
        limited->read(std::nullopt, [](db::Snapshot& snapshot) { return snapshot.number(kBackend); });

    EXPECT_EQ(used, held) << "a second connection was opened";
}

TEST_F(Postgres, ACallThatWaitsTooLongForAConnectionFailsAsOverloaded) {
    const auto limited = open({.most_connections = 1, .wait_for_connection = 1ms});

    limited->read(company, [&](db::Snapshot&) {
        expect_error(ErrorKind::overloaded, [&] {
            limited->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
        });
    });

    EXPECT_EQ(limited->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); }), 0);
}

TEST_F(Postgres, ACallThatIsCancelledDoesNotWaitForAConnection) {
    const auto limited = open({.most_connections = 1, .wait_for_connection = 1h});
    std::stop_source stop;
    std::thread gives_up;

    limited->read(company, [&](db::Snapshot&) {
        gives_up = std::thread{[&] { stop.request_stop(); }};
        expect_error(ErrorKind::timed_out, [&] {
            limited->read(
                company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); }, stop.get_token());
        });
    });
    gives_up.join();
}

// Waiting callers are served before those that acquire connections repeatedly.
TEST_F(Postgres, ACallThatWaitsForAConnectionGetsItBeforeLaterOnes) {
    const auto limited = open({.most_connections = 1, .wait_for_connection = 1h});
    std::atomic<bool> stop{false};
    std::vector<std::thread> greedy;
    for (int t = 0; t < 4; ++t) {
        greedy.emplace_back([&] {
            while (!stop)
                limited->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
        });
    }

    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(limited->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); }), 0);

    stop = true;
    for (auto& thread : greedy) thread.join();
}

TEST_F(Postgres, ConnectionsThatBrokeMakeRoomForOthers) {
    const auto limited = open({.most_connections = 2, .wait_for_connection = 1ms});
    const auto count_there = [&] {
        return limited->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
    };
    for (int i = 0; i < 5; ++i) {
        limited->read(company, [&](db::Snapshot& snapshot) {
            snapshot.number(kCount);
            return count_there();
        });
        cut_connections();
        EXPECT_EQ(count_there(), 0);
    }
}

TEST_F(Postgres, ChangesOfTheSchemaHaveAllTheTimeTheyNeed) {
    db::PgConnection connection{Secret{db.postgres->url()}, db::PostgresRole::primary, 130s};
    const auto limit = [&] {
        std::string found;
        connection.query({"test_limit", "SHOW statement_timeout", true}, {}, [&](const db::Row& row) {
            found = row.string(0);
            return false;
        });
        return found;
    };

    connection.begin(db::PgConnection::Mode::write);
    EXPECT_EQ(limit(), "130s");
    connection.lock_schema();
    EXPECT_EQ(limit(), "0");
    connection.commit();
    connection.begin(db::PgConnection::Mode::write);
    EXPECT_EQ(limit(), "130s") << "whatever comes after it on the connection has not";
    connection.commit();
}

TEST_F(Postgres, AStatementThatTakesLongerThanTheLimitIsCancelled) {
    const auto limited = open({.statement_timeout = 1s});

    expect_error(ErrorKind::timed_out, [&] {
        limited->read(std::nullopt, [](db::Snapshot& snapshot) { return snapshot.number(kSleepLong); });
    });
}

TEST_F(Postgres, AScriptRunsAfterStatementsThatWait) {
    db::PgConnection connection{Secret{db.postgres->url()}};

    connection.begin(db::PgConnection::Mode::write);
    connection.enqueue({"test_work_mem", "SELECT set_config('work_mem', '1MB', true)", true}, {});
    connection.script("CREATE TEMPORARY TABLE made AS SELECT current_setting('work_mem') AS limit_of_all");

    std::string found;
    connection.query({"test_made", "SELECT limit_of_all FROM made", true}, {}, [&](const db::Row& row) {
        found = row.string(0);
        return false;
    });
    connection.commit();
    EXPECT_EQ(found, "1MB");
}

TEST_F(Postgres, AServerThatCannotBeReachedIsUnavailable) {
    const db::Environment environment{.clock = db.clock,
                                      .stopwatch = db.stopwatch,
                                      .workers = db.workers,
                                      .metrics = db.metrics,
                                      .log = db.log};
    const auto nowhere = db::open_postgres(Secret{"postgresql://nobody@127.0.0.1:1/none"}, environment);

    try {
        nowhere->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unavailable);
    }
}

}  // namespace
}  // namespace callboard
