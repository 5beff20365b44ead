// Behaviour of both engines: every test runs on SQLite and on PostgreSQL.
#include "db/db.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <limits>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "db/list_query.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using db::Snapshot;
using db::Tx;

constexpr db::Sql kInsert{"test_insert", R"sql(
    INSERT INTO department (company_id, id, label, label_key, description, created_at)
    VALUES ($1, $2, $3, $3, $4, $5))sql"};
constexpr db::Sql kCount{"test_count", "SELECT count(*) FROM department WHERE company_id = $1"};
constexpr db::Sql kDescription{"test_description",
                               "SELECT description FROM department WHERE company_id = $1 AND id = $2"};
constexpr db::Sql kCreated{"test_created",
                           "SELECT created_at FROM department WHERE company_id = $1 AND id = $2"};
constexpr db::Sql kMove{"test_move", R"sql(
    UPDATE department SET description = $4 WHERE company_id = $1 AND id = $2 AND description = $3)sql"};
constexpr db::Sql kAddOne{
    "test_add_one", "UPDATE department SET created_at = created_at + 1 WHERE company_id = $1 AND id = $2"};

void insert(Tx& tx, std::string_view id, std::string_view description = "old", std::int64_t created = 0) {
    tx.execute(kInsert, {id, id, description, created});
}

class Db : public test::EachDatabase {
  protected:
    std::int64_t count() { return count(company); }
    std::int64_t count(const CompanyId& whose) {
        return db->read(whose, [](Snapshot& snapshot) { return snapshot.number(kCount); });
    }
    std::string description(std::string_view id) {
        return db
            ->read(company,
                   [&](Snapshot& snapshot) {
                       return snapshot.first(kDescription, {id},
                                             [](const db::Row& row) { return row.string(0); });
                   })
            .value();
    }

    const CompanyId company = given::company(*db);
};

TEST_P(Db, WhatWasWrittenIsReadAfterwards) {
    for (int i = 0; i < 200; ++i) {
        db->write(company, [&](Tx& tx) { insert(tx, std::to_string(i)); });
        ASSERT_EQ(count(), i + 1);
    }
}

TEST_P(Db, KeepsWhatWasCommittedWhenItIsOpenedAgain) {
    db->write(company, [](Tx& tx) { insert(tx, "1"); });

    const auto again = db.open_again();

    EXPECT_EQ(again->read(company, [](Snapshot& snapshot) { return snapshot.number(kCount); }), 1);
}

TEST_P(Db, WorkThatThrowsLeavesNothing) {
    EXPECT_THROW(db->write(company,
                           [](Tx& tx) {
                               insert(tx, "1");
                               throw not_found("GONE");
                           }),
                 Error);

    EXPECT_EQ(count(), 0);
}

TEST_P(Db, AFailureUndoesOnlyItsOwnWorkAmongManyAtOnce) {
    constexpr int kEach = 50;
    const auto worker = [&](int number) {
        for (int i = 0; i < kEach; ++i) {
            const std::string id = std::to_string(number * 1000 + i);
            try {
                db->write(company, [&](Tx& tx) {
                    insert(tx, id);
                    if (i % 2 == 1) throw not_found("ODD");
                });
            } catch (const Error&) {  // NOLINT(bugprone-empty-catch): half of them fail on purpose
            }
        }
    };
    std::vector<std::thread> threads;
    for (int number = 1; number <= 8; ++number) threads.emplace_back(worker, number);
    for (auto& thread : threads) thread.join();

    EXPECT_EQ(count(), 8 * kEach / 2);
}

TEST_P(Db, WhatIsAnnouncedIsHeardAfterTheCommitAndOnlyThen) {
    std::mutex mutex;
    std::vector<std::string> heard;
    int heard_by_another = 0;
    const auto another = db->listen([&](std::span<const db::Announcement> all) {
        const std::lock_guard lock{mutex};
        heard_by_another += static_cast<int>(all.size());
    });
    db::Listening listening = db->listen([&](std::span<const db::Announcement> all) {
        const std::lock_guard lock{mutex};
        for (const auto& each : all) heard.push_back(each.topic);
    });
    db->write(company, [&](db::Tx& tx) {
        tx.announce("kept");
        const std::lock_guard lock{mutex};
        EXPECT_TRUE(heard.empty());
    });
    EXPECT_THROW(db->write(company,
                           [](db::Tx& tx) {
                               tx.announce("undone");
                               throw invalid_request("NO", "no");
                           }),
                 Error);
    {
        // Among many concurrent writes, on SQLite in one transaction.
        std::vector<std::jthread> writers;
        for (int i = 0; i < 8; ++i) {
            writers.emplace_back([this, i] {
                try {
                    db->write(company, [i](db::Tx& tx) {
                        tx.announce(i % 2 == 0 ? "even" : "odd");
                        if (i % 2 == 1) throw invalid_request("NO", "no");
                    });
                } catch (const Error&) {
                }
            });
        }
    }
    listening.stop();
    db->write(company, [](db::Tx& tx) { tx.announce("only the other one listens"); });
    EXPECT_EQ(heard_by_another, 6);
    std::ranges::sort(heard);
    EXPECT_THAT(heard, testing::ElementsAre("even", "even", "even", "even", "kept"));
}

TEST_P(Db, ABrokenConstraintIsAnInternalErrorAndTheNextWorkIsFine) {
    db->write(company, [](Tx& tx) { insert(tx, "1"); });

    try {
        db->write(company, [](Tx& tx) {
            insert(tx, "2");
            insert(tx, "1");
        });
        FAIL() << "a duplicate key was taken";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::internal);
    }
    db->write(company, [](Tx& tx) { insert(tx, "3"); });

    EXPECT_EQ(count(), 2);
}

TEST_P(Db, AnEnqueuedWriteThatFailsUndoesTheWork) {
    db->write(company, [](Tx& tx) { insert(tx, "1"); });

    EXPECT_THROW(db->write(company,
                           [](Tx& tx) {
                               insert(tx, "2");
                               tx.enqueue(kInsert, {"1", "1", "doubled", 0});
                               tx.enqueue(kInsert, {"3", "3", "after the failure", 0});
                           }),
                 Error);

    EXPECT_EQ(count(), 1);
}

TEST_P(Db, EnqueuedWritesAreSeenByLaterQueriesOfTheSameWork) {
    const auto seen = db->write(company, [](Tx& tx) {
        for (const char* id : {"1", "2", "3"}) tx.enqueue(kInsert, {id, id, "d", 0});
        return tx.number(kCount);
    });

    EXPECT_EQ(seen, 3);
}

TEST_P(Db, AQueryThatForgetsTheCompanyDoesNotRun) {
    static constexpr db::Sql kWithoutCompany{"test_without_company", "SELECT count(*) FROM department"};

    EXPECT_THROW(db->read(company, [](Snapshot& snapshot) { return snapshot.number(kWithoutCompany); }),
                 Error);
}

TEST_P(Db, AQueryWithAMissingOrSuperfluousArgumentDoesNotRun) {
    EXPECT_THROW(db->read(company, [](Snapshot& snapshot) { return snapshot.number(kDescription); }), Error);
    EXPECT_THROW(db->read(company, [](Snapshot& snapshot) { return snapshot.number(kCount, {"more"}); }),
                 Error);
    static constexpr db::Sql kGap{"test_gap",
                                  "SELECT count(*) FROM department WHERE company_id = $1 AND id = $3"};
    EXPECT_THROW(db->read(company, [](Snapshot& snapshot) { return snapshot.number(kGap, {"a", "b"}); }),
                 Error);
}

TEST_P(Db, OneCompanyDoesNotSeeTheRowsOfAnother) {
    const CompanyId rival = given::company(*db, "rival");
    db->write(company, [](Tx& tx) { insert(tx, "1"); });

    EXPECT_EQ(count(company), 1);
    EXPECT_EQ(count(rival), 0);
    db->write(rival, [](Tx& tx) { insert(tx, "1"); });
    EXPECT_EQ(count(rival), 1);
}

TEST_P(Db, OfManyGuardedWritesAtOnceExactlyOneWins) {
    db->write(company, [](Tx& tx) { insert(tx, "1"); });

    std::atomic<int> winners{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 16; ++i) {
        threads.emplace_back([&, i] {
            const std::string mine = "new" + std::to_string(i);
            const auto changed =
                db->write(company, [&](Tx& tx) { return tx.execute(kMove, {"1", "old", mine}); });
            winners += static_cast<int>(changed);
        });
    }
    for (auto& thread : threads) thread.join();

    EXPECT_EQ(winners, 1);
    EXPECT_TRUE(description("1").starts_with("new"));
}

TEST_P(Db, ASnapshotShowsOneInstantWhileOthersCommit) {
    db->write(company, [](Tx& tx) { insert(tx, "1"); });

    const auto [before, after] = db->read(company, [&](Snapshot& snapshot) {
        const auto first = snapshot.number(kCount);
        db->write(company, [](Tx& tx) { insert(tx, "2"); });
        return std::pair{first, snapshot.number(kCount)};
    });

    EXPECT_EQ(before, 1);
    EXPECT_EQ(after, 1);
    EXPECT_EQ(count(), 2);
}

TEST_P(Db, SumsStayRightUnderParallelUpdates) {
    db->write(company, [](Tx& tx) { insert(tx, "1"); });

    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            for (int n = 0; n < 25; ++n) db->write(company, [](Tx& tx) { tx.execute(kAddOne, {"1"}); });
        });
    }
    for (auto& thread : threads) thread.join();

    const auto sum = db->read(company, [](Snapshot& snapshot) { return snapshot.number(kCreated, {"1"}); });
    EXPECT_EQ(sum, 200);
}

TEST_P(Db, WorkThatLocksInOppositeOrdersIsRunAgainAndSucceeds) {
    db->write(company, [](Tx& tx) {
        insert(tx, "1");
        insert(tx, "2");
    });

    const auto touch_both = [&](const char* first, const char* second) {
        for (int i = 0; i < 3; ++i) {
            db->write(company, [&](Tx& tx) {
                tx.execute(kAddOne, {first});
                tx.execute(kAddOne, {second});
            });
        }
    };
    auto one = std::async(std::launch::async, touch_both, "1", "2");
    auto other = std::async(std::launch::async, touch_both, "2", "1");
    one.get();
    other.get();

    EXPECT_EQ(db->read(company, [](Snapshot& snapshot) { return snapshot.number(kCreated, {"1"}); }), 6);
    EXPECT_EQ(db->read(company, [](Snapshot& snapshot) { return snapshot.number(kCreated, {"2"}); }), 6);
}

TEST_P(Db, ValuesComeBackAsTheyWent) {
    const std::vector<std::string> texts{
        "", "plain", "it's \"quoted\" \\ % _ $1", "日本🙂", std::string(300'000, 'x'), "line\nbreak\ttab"};
    for (const std::string& text : texts) {
        const std::string id = std::to_string(&text - texts.data() + 1);
        db->write(company, [&](Tx& tx) { insert(tx, id, text); });
        EXPECT_EQ(description(id), text);
    }
    for (const std::int64_t number : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1},
                                      std::int64_t{0}, std::numeric_limits<std::int64_t>::max()}) {
        const std::string id = "9" + std::to_string(number % 97 + 97);
        db->write(company, [&](Tx& tx) { insert(tx, id, "d", number); });
        EXPECT_EQ(db->read(company, [&](Snapshot& snapshot) { return snapshot.number(kCreated, {id}); }),
                  number);
    }
}

TEST_P(Db, NullIsNotTheEmptyText) {
    db->write(company, [](Tx& tx) {
        tx.execute(kInsert, {"1", "1", std::nullopt, 0});
        tx.execute(kInsert, {"2", "2", "", 0});
    });

    const auto value = [&](const char* id) {
        return db->read(company, [&](Snapshot& snapshot) {
            return snapshot.first(kDescription, {id},
                                  [](const db::Row& row) { return row.optional_string(0); });
        });
    };
    EXPECT_EQ(value("1").value(), std::nullopt);
    EXPECT_EQ(value("2").value(), "");
    EXPECT_FALSE(value("3"));
}

TEST_P(Db, AWriteCanReturnItsRows) {
    static constexpr db::Sql kTake{"test_take", R"sql(
        UPDATE department SET description = 'taken' WHERE company_id = $1 AND description = $2 RETURNING id)sql"};
    db->write(company, [](Tx& tx) {
        insert(tx, "1", "free");
        insert(tx, "2", "held");
        insert(tx, "3", "free");
    });

    auto taken = db->write(company, [](Tx& tx) {
        return tx.all(kTake, {"free"}, [](const db::Row& row) { return row.string(0); });
    });
    std::ranges::sort(taken);

    EXPECT_EQ(taken, (std::vector<std::string>{"1", "3"}));
    EXPECT_EQ(description("1"), "taken");
    EXPECT_EQ(description("2"), "held");
}

TEST_P(Db, AListIsComposedOfTheFiltersThatArePresent) {
    static constexpr db::ListSql kList{"test_list", "d.id", "FROM department d WHERE d.company_id = $1",
                                       "ORDER BY d.created_at DESC, d.id DESC"};
    db->write(company, [](Tx& tx) {
        for (int i = 1; i <= 9; ++i) insert(tx, std::to_string(i), i % 2 == 0 ? "even" : "odd", i / 3);
    });
    const auto ids = [&](db::ListQuery& list) {
        return db->read(company, [&](Snapshot& snapshot) {
            std::string all;
            for (const auto& id : snapshot.all(list, [](const db::Row& row) { return row.string(0); }))
                all += id;
            return all;
        });
    };

    const std::vector<std::string> some{"2", "4", "5"};
    const std::vector<std::string> none;
    db::ListQuery everything{kList};
    everything.page(100);
    db::ListQuery filtered{kList};
    filtered.where("d.description =", "even").where_any("d.id", some).page(100);
    db::ListQuery after{kList};
    after.where("(d.created_at, d.id) <", 2, "7").page(3);
    db::ListQuery matching{kList};
    matching.where_matching("(d.id = ? OR d.description = ?)", "9").page(100);
    db::ListQuery skipped{kList};
    skipped.where_any("d.id", none).page(2, 1);

    EXPECT_EQ(ids(everything), "987654321");
    EXPECT_EQ(ids(filtered), "42");
    EXPECT_EQ(ids(after), "654");
    EXPECT_EQ(ids(matching), "9");
    EXPECT_EQ(ids(skipped), "87");
}

TEST_P(Db, TheTotalOfAListIsExactToTenThousandAndAboveThatTenSecondsOldAtMost) {
    static constexpr db::ListSql kList{"test_total", "d.id", "FROM department d WHERE d.company_id = $1",
                                       "ORDER BY d.id"};
    const auto add = [&](int first, int last) {
        db->write(company, [&](Tx& tx) {
            for (int i = first; i <= last; ++i) insert(tx, std::to_string(i), i % 2 == 0 ? "even" : "odd");
        });
    };
    const auto total = [&] {
        return db->read(company, [](Snapshot& snapshot) { return snapshot.total(db::ListQuery{kList}); });
    };
    const auto even = [&] {
        return db->read(company, [](Snapshot& snapshot) {
            db::ListQuery list{kList};
            return snapshot.total(list.where("d.description =", "even"));
        });
    };

    add(1, 10'000);
    EXPECT_EQ(total(), 10'000);
    add(10'001, 10'001);
    EXPECT_EQ(total(), 10'001);
    EXPECT_EQ(even(), 5'000);
    add(10'002, 10'002);
    EXPECT_EQ(total(), 10'001);
    EXPECT_EQ(even(), 5'001);
    db.clock.advance(std::chrono::seconds{10});
    EXPECT_EQ(total(), 10'002);
}

TEST_P(Db, ManyDifferentListQueriesDoNotExhaustTheConnection) {
    static constexpr db::ListSql kList{"test_many", "d.id", "FROM department d WHERE d.company_id = $1", ""};
    db->write(company, [](Tx& tx) { insert(tx, "1"); });

    for (std::size_t size = 1; size <= 600; ++size) {
        const std::vector<std::string> ids(1 + size % 300, "1");
        db::ListQuery list{kList};
        list.where_any("d.id", ids);
        if (size > 300) list.where("d.label =", "1");
        list.page(10);
        const auto found = db->read(company, [&](Snapshot& snapshot) {
            return snapshot.all(list, [](const db::Row& row) { return row.string(0); });
        });
        ASSERT_EQ(found, std::vector<std::string>{"1"}) << size;
    }
}

TEST_P(Db, WhatAnotherProgramWroteIsSeenSoon) {
    EXPECT_EQ(count(), 0);
    const auto other = db.open_again();

    other->write(company, [](Tx& tx) { insert(tx, "1"); });

    EXPECT_TRUE(test::eventually([&] { return count() == 1; }));
}

TEST_P(Db, TheTimeOfATransactionIsTheClocks) {
    const auto now = db->write(company, [](Tx& tx) { return tx.now; });
    EXPECT_EQ(now, clock.now());

    clock.advance(28 * 24h);

    EXPECT_EQ(db->read(company, [](Snapshot& snapshot) { return snapshot.now; }), clock.now());
    EXPECT_EQ(clock.now() - now, 28 * 24h);
}

TEST_P(Db, NewIdsSortInTheOrderOfTheirMaking) {
    const auto ids = db->write(company, [](Tx& tx) {
        std::vector<EventId> made;
        for (int i = 0; i < 100; ++i) made.push_back(tx.new_id<EventId>());
        return made;
    });

    EXPECT_TRUE(std::ranges::is_sorted(ids));
}

// Work that counts its outcomes.
template <class Access>
class Observed final : public db::Work<Access> {
  public:
    Observed(const CompanyId& whose, std::function<void(Access&)> work)
        : db::Work<Access>(whose), work_(std::move(work)) {}

    void run(Access& access) override { work_(access); }
    void done(std::exception_ptr failure) noexcept override { outcome_.set_value(std::move(failure)); }
    std::exception_ptr outcome() { return outcome_.get_future().get(); }

  private:
    std::function<void(Access&)> work_;
    std::promise<std::exception_ptr> outcome_;
};

TEST_P(Db, WorkThatIsStartedTellsItsEnd) {
    Observed<Tx> writing{company, [](Tx& tx) { insert(tx, "1"); }};
    Observed<Tx> failing{company, [](Tx&) { throw not_found("GONE"); }};
    db->start(writing);
    db->start(failing);
    EXPECT_FALSE(writing.outcome());
    EXPECT_THROW(std::rethrow_exception(failing.outcome()), Error);

    std::atomic<std::int64_t> seen{0};
    for (const auto weight : {db::Weight::light, db::Weight::heavy}) {
        Observed<Snapshot> reading{company, [&](Snapshot& snapshot) { seen = snapshot.number(kCount); }};
        db->start(reading, weight);
        EXPECT_FALSE(reading.outcome());
        EXPECT_EQ(seen, 1);
    }
}

TEST_P(Db, AReadThatIsToldToStopEnds) {
    static constexpr db::Sql kEndless{"test_endless", R"sql(
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)
        SELECT count(*) FROM n WHERE i > 0 AND $1 <> '')sql"};
    std::promise<void> running;
    std::stop_source source;
    Observed<Snapshot> reading{company, [&](Snapshot& snapshot) {
                                   running.set_value();
                                   snapshot.number(kEndless);
                               }};
    reading.stop = source.get_token();
    db->start(reading, db::Weight::heavy);
    running.get_future().wait();

    // The statement may not have started at the first request; later ones find it running.
    auto ended = std::async(std::launch::async, [&] { return reading.outcome(); });
    source.request_stop();
    if (ended.wait_for(test::kLongestWait) != std::future_status::ready) FAIL() << "the query runs on";

    try {
        std::rethrow_exception(ended.get());
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::timed_out);
    }
    EXPECT_EQ(count(), 0);
}

TEST_P(Db, AWriteThatWasToldToStopBeforeItBeganIsNotBegun) {
    std::stop_source source;
    source.request_stop();
    Observed<Tx> writing{company, [](Tx& tx) { insert(tx, "1"); }};
    writing.stop = source.get_token();

    db->start(writing);

    EXPECT_TRUE(writing.outcome());
    EXPECT_EQ(count(), 0);
}

RUN_ON_EACH_DATABASE(Db);

}  // namespace
}  // namespace callboard
