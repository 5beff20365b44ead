// Behaviour of SQLite only.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "db/db.h"
#include "db/engines.h"
#include "db/sqlite_connection.h"
#include "db/text_search.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/manual_clock.h"
#include "support/rows.h"

namespace callboard {
namespace {

constexpr db::Sql kInsert{"test_insert", R"sql(
    INSERT INTO department (company_id, id, label, label_key, description, created_at)
    VALUES ($1, $2, $2, $2, $3, 0))sql"};
// The row exists: SQLite rolls back the whole transaction.
constexpr db::Sql kInsertOrRollBack{"test_insert_or_roll_back", R"sql(
    INSERT OR ROLLBACK INTO department (company_id, id, label, label_key, description, created_at)
    VALUES ($1, $2, $2, $2, '', 0))sql"};
constexpr db::Sql kInsertCandidate{"test_insert_candidate", R"sql(
    INSERT INTO candidate (company_id, id, first_name, last_name, email, email_key, last_name_key, employment,
                           summary, details, consent, created_at, updated_at)
    VALUES ($1, $2, $2, $2, $2, $2, $2, 'EXTERNAL', '{}', '{}', 'REQUIRED', 0, 0))sql"};
constexpr db::Sql kCount{"test_count", "SELECT count(*) FROM department WHERE company_id = $1"};

// Of this process.
std::ptrdiff_t open_descriptors_of(const std::filesystem::path& file) {
    const std::filesystem::directory_iterator descriptors{"/proc/self/fd"};
    return std::ranges::count_if(descriptors, [&](const auto& descriptor) {
        std::error_code closed;
        return std::filesystem::read_symlink(descriptor, closed) == file;
    });
}

class Sqlite : public testing::Test {
  protected:
    // The same file as another program, with its own time.
    std::unique_ptr<db::Db> open_again(const Stopwatch& stopwatch, telemetry::Metrics& metrics) {
        return db::open_sqlite(db.folder.path() / "test.db", {.clock = db.clock,
                                                              .stopwatch = stopwatch,
                                                              .workers = db.workers,
                                                              .metrics = metrics,
                                                              .log = db.log});
    }

    test::TestDatabase db{test::Engine::sqlite};
    const CompanyId company = given::company(*db);
};

TEST_F(Sqlite, ManyWhoWaitShareOneTransaction) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 16; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 50; ++i) {
                const std::string id = std::to_string(t * 1000 + i);
                db->write(company, [&](db::Tx& tx) { tx.execute(kInsert, {id, "d"}); });
            }
        });
    }
    for (auto& thread : threads) thread.join();

    const std::string page = db.metrics.page();
    const auto value = [&](const std::string& name) {
        return std::stoi(page.substr(page.find("\n" + name + " ") + name.size() + 2));
    };
    EXPECT_GE(value("callboard_store_writes_total"), 800);
    EXPECT_LT(value("callboard_store_commits_total"), value("callboard_store_writes_total") / 2);
}

// --- groups

// One piece of a group: inserts a row, counts its runs, and may fail.
struct Insertion final : db::WriteWork {
    enum class Fails { never, before_writing, after_writing, with_the_transaction, if_search_is_damaged };

    Insertion(const CompanyId& whose, std::string which, Fails when)
        : Work(whose), id(std::move(which)), fails(when) {}
    void run(db::Tx& tx) override {
        ++runs;
        if (fails == Fails::before_writing) throw not_found("BEFORE");
        tx.execute(kInsert, {id, "d"});
        tx.announce(id);
        if (fails == Fails::after_writing) throw not_found("AFTER");
        if (fails == Fails::with_the_transaction) tx.execute(kInsertOrRollBack, {id});
        if (fails == Fails::if_search_is_damaged) {
            tx.execute(kInsertCandidate, {id});
            db::TextSearch::put(tx, CandidateId::from_trusted(id), {.words = "cook"});
        }
    }
    void done(std::exception_ptr why) noexcept override {
        failed = why != nullptr;
        ended.set_value();
    }

    const std::string id;
    const Fails fails;
    int runs = 0;
    bool failed = false;
    std::promise<void> ended;
};

class SqliteGroups : public Sqlite {
  protected:
    using Fails = Insertion::Fails;

    // Runs all of them in one transaction: they wait behind a write that ends after they are queued.
    std::vector<std::unique_ptr<Insertion>> group(const std::vector<Fails>& each_fails) {
        std::promise<void> queued;
        std::promise<void> begun;
        std::thread first{[&] {
            db->write(company, [&](db::Tx&) {
                begun.set_value();
                queued.get_future().wait();
            });
        }};
        begun.get_future().wait();
        std::vector<std::unique_ptr<Insertion>> pieces;
        for (const Fails fails : each_fails)
            pieces.push_back(std::make_unique<Insertion>(company, std::to_string(++last_), fails));
        for (const auto& each : pieces) db->start(*each);
        queued.set_value();
        first.join();
        for (const auto& each : pieces) each->ended.get_future().wait();
        return pieces;
    }
    std::int64_t rows() {
        return db->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
    }
    static std::vector<int> runs_of(const std::vector<std::unique_ptr<Insertion>>& pieces) {
        std::vector<int> runs;
        for (const auto& each : pieces) runs.push_back(each->runs);
        return runs;
    }

    static std::vector<bool> failed_in(const std::vector<std::unique_ptr<Insertion>>& pieces) {
        std::vector<bool> failed;
        for (const auto& each : pieces) failed.push_back(each->failed);
        return failed;
    }
    std::string file() const { return db.folder.path() / "test.db"; }

    int last_ = 0;
};

TEST_F(SqliteGroups, WhatFailsBeforeItWritesUndoesNothing) {
    const auto pieces = group({Fails::never, Fails::before_writing, Fails::never});

    EXPECT_EQ(runs_of(pieces), (std::vector{1, 1, 1}));
    EXPECT_TRUE(pieces[1]->failed);
    EXPECT_FALSE(pieces[0]->failed);
    EXPECT_EQ(rows(), 2);
}

TEST_F(SqliteGroups, WhatFailsAfterItHasWrittenUndoesItselfOnly) {
    std::vector<std::string> announced;
    const auto listening = db->listen([&](std::span<const db::Announcement> announcements) {
        for (const auto& each : announcements) announced.push_back(each.topic);
    });
    const auto pieces = group({Fails::never, Fails::before_writing, Fails::after_writing, Fails::never});

    EXPECT_EQ(runs_of(pieces), (std::vector{2, 2, 2, 1})) << "the group runs again, with savepoints";
    EXPECT_FALSE(pieces[0]->failed);
    EXPECT_TRUE(pieces[1]->failed);
    EXPECT_TRUE(pieces[2]->failed);
    EXPECT_FALSE(pieces[3]->failed);
    EXPECT_EQ(rows(), 2);
    EXPECT_EQ(announced, (std::vector<std::string>{"1", "4"}));
}

TEST_F(SqliteGroups, IfTheEngineUndoesTheTransactionTheOthersRunAgain) {
    std::vector<std::string> announced;
    const auto listening = db->listen([&](std::span<const db::Announcement> announcements) {
        for (const auto& each : announcements) announced.push_back(each.topic);
    });
    const std::vector<Fails> second_fails{Fails::never, Fails::with_the_transaction, Fails::never};

    const auto without_savepoints = group(second_fails);
    EXPECT_EQ(runs_of(without_savepoints), (std::vector{2, 1, 1}));
    EXPECT_EQ(failed_in(without_savepoints), (std::vector{false, true, false}));
    group({Fails::never, Fails::after_writing});
    const auto with_savepoints = group(second_fails);
    EXPECT_EQ(runs_of(with_savepoints), (std::vector{2, 1, 1}));
    EXPECT_EQ(failed_in(with_savepoints), (std::vector{false, true, false}));

    EXPECT_EQ(rows(), 5);
    EXPECT_EQ(announced, (std::vector<std::string>{"1", "3", "4", "6", "8"}));
}

// Without the description of its segments, which FTS5 reads when it writes one: not before the commit, unless
// a savepoint begins. The second group has savepoints.
TEST_F(SqliteGroups, ADamagedSearchIndexFailsOnlyWhatWritesToIt) {
    const std::vector<Fails> second_may_fail{Fails::never, Fails::if_search_is_damaged, Fails::never};
    EXPECT_EQ(failed_in(group(second_may_fail)), (std::vector{false, false, false}));

    test::Rows{file(), nullptr}.select("DELETE FROM candidate_text_data WHERE id = 10");

    for (int i = 0; i < 2; ++i) {
        const auto pieces = group(second_may_fail);
        EXPECT_EQ(failed_in(pieces), (std::vector{false, true, false}));
        EXPECT_EQ(runs_of(pieces), (std::vector{2, 2, 2}));
    }
    EXPECT_EQ(rows(), 3 + 2 * 2);
}

TEST_F(SqliteGroups, AMissingSearchIndexFailsOnlyWhatWritesToIt) {
    test::Rows{file(), nullptr}.select("DROP TABLE candidate_text");

    const auto pieces = group({Fails::never, Fails::if_search_is_damaged, Fails::never});

    EXPECT_EQ(failed_in(pieces), (std::vector{false, true, false}));
    EXPECT_EQ(rows(), 2);
}

TEST_F(SqliteGroups, TheNextOnesHaveSavepointsForAWhile) {
    group({Fails::never, Fails::after_writing});
    const std::vector<Fails> half_fail{Fails::after_writing, Fails::never};

    EXPECT_EQ(runs_of(group(half_fail)), (std::vector{1, 1}));
    EXPECT_EQ(rows(), 2);

    for (int i = 0; i < 10; ++i) group(std::vector(110, Fails::never));
    EXPECT_EQ(runs_of(group(half_fail)), (std::vector{2, 1})) << "without savepoints again";
    EXPECT_EQ(rows(), 2 + 10 * 110 + 1);
}

// The reader keeps its snapshot after each read, which must not keep the log from being reset.
TEST_F(Sqlite, TheLogDoesNotGrowWithoutEndWhileThereAreReaders) {
    const std::string large(100'000, 'x');

    for (int i = 0; i < 1'000; ++i) {
        const std::string id = std::to_string(i);
        db->write(company, [&](db::Tx& tx) { tx.execute(kInsert, {id, large}); });
        db->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
    }

    // Of 100 MB written. A reset that meets a running checkpoint is tried again 4 MB later.
    EXPECT_LT(std::filesystem::file_size(db.folder.path() / "test.db-wal"), 50'000'000);
}

// SQLite itself would fail at once: the first programs on a new file change its mode at the same time.
TEST_F(Sqlite, WaitsForAnotherProgramBeforeItChangesTheModeOfAFile) {
    const std::string file = db.folder.path() / "other.db";
    db::SqliteConnection other{file, db::SqliteConnection::Role::loader};
    other.command("BEGIN IMMEDIATE");

    auto opened = std::async(std::launch::async, [&] {
        const db::SqliteConnection writer{file, db::SqliteConnection::Role::writer};
    });
    EXPECT_TRUE(test::eventually([&] { return open_descriptors_of(file) == 2; }));
    EXPECT_EQ(opened.wait_for(std::chrono::milliseconds{50}), std::future_status::timeout);
    other.command("COMMIT");

    EXPECT_NO_THROW(opened.get());
}

// Each reader keeps its snapshot for up to 100 ms; but no read returns an older state than an earlier read.
TEST_F(Sqlite, WhatOneReaderHasSeenOfAnotherProgramAllOthersSee) {
    test::ManualStopwatch stopwatch;
    telemetry::Metrics metrics;
    const auto server = open_again(stopwatch, metrics);
    const auto count = [](db::Snapshot& snapshot) { return snapshot.number(kCount); };
    // Two readers, one 60 ms newer: a read inside a read needs a second one.
    EXPECT_EQ(server->read(company, count), 0);
    stopwatch.advance(std::chrono::milliseconds{60});
    server->read(company, [&](db::Snapshot&) { return server->read(company, count); });

    db->write(company, [](db::Tx& tx) { tx.execute(kInsert, {"1", "d"}); });  // another program

    stopwatch.advance(std::chrono::milliseconds{50});
    server->read(company, [&](db::Snapshot& older) {
        EXPECT_EQ(older.number(kCount), 1) << "after 110 ms it was renewed";
        EXPECT_EQ(server->read(company, count), 1) << "and the other one, of 50 ms, because of it";
    });
}

TEST_F(Sqlite, ReadsOnThePoolWhileReadsAreSlow) {
    struct Read final : db::ReadWork {
        Read(const CompanyId& whose, std::function<void()> what) : Work(whose), action(std::move(what)) {}
        void run(db::Snapshot& snapshot) override {
            snapshot.number(kCount);
            action();
            thread = std::this_thread::get_id();
        }
        void done(std::exception_ptr) noexcept override { ended.set_value(); }
        const std::function<void()> action;
        std::thread::id thread;
        std::promise<void> ended;
    };
    test::ManualStopwatch stopwatch;
    telemetry::Metrics metrics;
    const auto server = open_again(stopwatch, metrics);
    const auto is_here = [&](std::chrono::milliseconds duration) {
        Read read{company, [&] { stopwatch.advance(duration); }};
        server->start(read, db::Weight::light);
        read.ended.get_future().wait();
        return read.thread == std::this_thread::get_id();
    };

    for (int i = 0; i < 4; ++i) EXPECT_TRUE(is_here(std::chrono::milliseconds{5}));
    EXPECT_FALSE(server->reads_at_once());
    EXPECT_FALSE(is_here({}));
    EXPECT_NE(metrics.page().find("callboard_store_slow_reads_total 1"), std::string::npos);
    stopwatch.advance(std::chrono::seconds{1});
    EXPECT_TRUE(is_here({})) << "one is tried";
    EXPECT_TRUE(server->reads_at_once());
    EXPECT_TRUE(is_here({}));
}

TEST_F(Sqlite, UsesAsMuchMemoryAsItIsTold) {
    const std::string file = (db.folder.path() / "test.db").string();
    const db::SqliteSizes sizes{.mapped = 1 << 20, .reader_cache = 128 << 10, .writer_cache = 256 << 10};
    const auto value = [&](db::SqliteConnection::Role role, std::string_view pragma) {
        db::SqliteConnection connection{file, role, sizes};
        std::int64_t number = 0;
        connection.query({pragma, pragma, true}, {}, [&](const db::Row& row) {
            number = row.integer(0);
            return false;
        });
        return number;
    };
    EXPECT_EQ(value(db::SqliteConnection::Role::reader, "PRAGMA mmap_size"), 1 << 20);
    EXPECT_EQ(value(db::SqliteConnection::Role::reader, "PRAGMA cache_size"), -128);
    EXPECT_EQ(value(db::SqliteConnection::Role::writer, "PRAGMA cache_size"), -256);
}

// The same with our own commits in between, after which readers are renewed one by one.
TEST_F(Sqlite, WhatOneReaderHasSeenOfAnotherProgramAllOthersSeeAlsoAmongCommitsOfOurOwn) {
    test::ManualStopwatch stopwatch;
    telemetry::Metrics metrics;
    const auto server = open_again(stopwatch, metrics);
    const auto insert = [](std::string_view id) {
        return [id](db::Tx& tx) { tx.execute(kInsert, {id, "d"}); };
    };
    const auto count = [](db::Snapshot& snapshot) { return snapshot.number(kCount); };
    server->read(company, [&](db::Snapshot&) { return server->read(company, count); });  // two readers

    server->write(company, insert("ours"));
    EXPECT_EQ(server->read(company, count), 1) << "one reader was renewed";
    db->write(company, insert("theirs"));
    server->read(company, [&](db::Snapshot& one) {
        const auto first = one.number(kCount);
        const auto second = server->read(company, count);  // the other one, renewed only now
        EXPECT_GE(second, first);
        EXPECT_EQ(second, 2);
    });

    EXPECT_EQ(server->read(company, count), 2) << "the first one, although it was renewed a moment ago";
}

}  // namespace
}  // namespace callboard
