// Row-by-row reading of results of any length, on both engines.
#include <atomic>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "db/db.h"
#include "db/list_query.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using db::Snapshot;
using db::Tx;

constexpr db::Sql kInsert{"test_stream_insert", R"sql(
    INSERT INTO department (company_id, id, label, label_key, description, created_at)
    VALUES ($1, $2, $3, $3, NULL, $4))sql"};
constexpr db::Sql kCount{"test_stream_count", "SELECT count(*) FROM department WHERE company_id = $1"};
constexpr db::Sql kMove{"test_stream_move",
                        "UPDATE department SET created_at = created_at + 1000000 WHERE company_id = $1"};
constexpr db::ListSql kList{"test_stream", "d.created_at, d.label, d.description",
                            "FROM department d WHERE d.company_id = $1", "ORDER BY d.created_at"};

class Streams : public test::EachDatabase {
  protected:
    // Rows with consecutive numbers from `first`.
    void insert(const CompanyId& whose, int first, int count) {
        db->write(whose, [&](Tx& tx) {
            for (int i = first; i < first + count; ++i)
                tx.enqueue(kInsert, {std::to_string(i), "label " + std::to_string(i), i});
        });
    }
    static std::vector<std::int64_t> numbers(Snapshot& snapshot) {
        db::ListQuery list{kList};
        std::vector<std::int64_t> found;
        snapshot.each(list.whole(), [&](const db::Row& row) { found.push_back(row.integer(0)); });
        return found;
    }
    std::vector<std::int64_t> numbers(const CompanyId& whose) {
        return db->read(whose, [](Snapshot& snapshot) { return numbers(snapshot); });
    }
    static std::vector<std::int64_t> up_to(std::int64_t end) {
        std::vector<std::int64_t> expected;
        for (std::int64_t i = 0; i < end; ++i) expected.push_back(i);
        return expected;
    }

    const CompanyId company = given::company(*db);
};

TEST_P(Streams, GiveEachRowOnceAndInOrderWhateverTheirNumber) {
    int there = 0;
    for (const int count : {0, 1, 999, 1'000, 1'001, 1'999, 2'000, 2'001, 3'500}) {
        insert(company, there, count - there);
        there = count;
        EXPECT_TRUE(numbers(company) == up_to(count)) << count;
    }
}

TEST_P(Streams, GiveTheRowsOfOneCompanyThatMatchTheFilters) {
    const CompanyId other = given::company(*db, "other");
    insert(company, 0, 1'500);
    insert(other, 5'000, 3);

    const auto found = db->read(company, [](Snapshot& snapshot) {
        std::vector<std::string> texts;
        db::ListQuery list{kList};
        const std::string label = "label 1400";
        list.where("d.created_at >=", 1'200).where("d.label =", label);
        snapshot.each(list.whole(), [&](const db::Row& row) {
            EXPECT_TRUE(row.is_null(2));
            texts.push_back(row.string(1));
        });
        return texts;
    });

    EXPECT_EQ(found, std::vector<std::string>{"label 1400"});
    EXPECT_EQ(numbers(other), (std::vector<std::int64_t>{5'000, 5'001, 5'002}));
}

TEST_P(Streams, MayBeGoneThroughAgainAmongOtherQueries) {
    insert(company, 0, 2'500);

    db->read(company, [](Snapshot& snapshot) {
        EXPECT_EQ(snapshot.number(kCount), 2'500);
        EXPECT_TRUE(numbers(snapshot) == up_to(2'500));
        EXPECT_EQ(snapshot.number(kCount), 2'500);
        EXPECT_TRUE(numbers(snapshot) == up_to(2'500));
        db::ListQuery none{kList};
        snapshot.each(none.where("d.created_at <", 0).whole(), [](const db::Row&) { ADD_FAILURE(); });
        EXPECT_EQ(snapshot.number(kCount), 2'500);
    });
}

TEST_P(Streams, ShowWhatATransactionHasWrittenItself) {
    const auto seen = db->write(company, [&](Tx& tx) {
        for (int i = 0; i < 1'200; ++i) tx.enqueue(kInsert, {std::to_string(i), std::to_string(i), i});
        auto found = numbers(tx);
        tx.execute(kMove, {});
        return found;
    });

    EXPECT_TRUE(seen == up_to(1'200));
    EXPECT_EQ(numbers(company).front(), 1'000'000);
}

// However a stream ends, the connection stays usable.
TEST_P(Streams, ThatAreBrokenOffLeaveNothingBehind) {
    insert(company, 0, 4'000);
    for (const int last : {0, 1, 998, 999, 1'000, 1'500, 3'999}) {
        int visited = 0;
        EXPECT_THROW(db->read(company,
                              [&](Snapshot& snapshot) {
                                  db::ListQuery list{kList};
                                  snapshot.each(list.whole(), [&](const db::Row& row) {
                                      ++visited;
                                      if (row.integer(0) == last) throw not_found("ENOUGH");
                                  });
                              }),
                     Error);
        EXPECT_EQ(visited, last + 1);
        EXPECT_TRUE(numbers(company) == up_to(4'000)) << "after " << last;
    }
}

TEST_P(Streams, WhoseQueryIsWrongFailAndLeaveNothingBehind) {
    static constexpr db::ListSql kWrong{"test_stream_wrong", "d.no_such_column",
                                        "FROM department d WHERE d.company_id = $1", ""};
    insert(company, 0, 10);
    EXPECT_THROW(db->read(company,
                          [](Snapshot& snapshot) {
                              db::ListQuery list{kWrong};
                              snapshot.each(list.whole(), [](const db::Row&) {});
                          }),
                 Error);

    EXPECT_TRUE(numbers(company) == up_to(10));
}

TEST_P(Streams, EndBetweenTwoRowsWhenTheyAreToldToStop) {
    insert(company, 0, 3'000);
    std::stop_source source;
    int visited = 0;

    try {
        db->read(
            company,
            [&](Snapshot& snapshot) {
                db::ListQuery list{kList};
                snapshot.each(list.whole(), [&](const db::Row&) {
                    if (++visited == 1'500) source.request_stop();
                });
            },
            source.get_token());
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::timed_out);
    }
    EXPECT_EQ(visited, 1'500);
    EXPECT_TRUE(numbers(company) == up_to(3'000));
}

TEST_P(Streams, ThatAreToldToStopBeforehandAreNotBegun) {
    insert(company, 0, 10);
    std::stop_source source;
    source.request_stop();
    int visited = 0;

    EXPECT_THROW(db->read(
                     company,
                     [&](Snapshot& snapshot) {
                         db::ListQuery list{kList};
                         snapshot.each(list.whole(), [&](const db::Row&) { ++visited; });
                     },
                     source.get_token()),
                 Error);
    EXPECT_EQ(visited, 0);
}

// A query that returns no row for a long time is cancelled, too.
TEST_P(Streams, EndWithinAQueryThatTakesLong) {
    static constexpr db::ListSql kLong{
        "test_stream_long", "n.i",
        "FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000000) SELECT i "
        "FROM n) n WHERE $1 <> '' AND (n.i < 2 OR n.i = 200000000)",
        ""};
    std::stop_source source;
    std::jthread stopper{[&] { source.request_stop(); }};

    EXPECT_THROW(db->read(
                     company,
                     [](Snapshot& snapshot) {
                         db::ListQuery list{kLong};
                         snapshot.each(list.whole(), [](const db::Row&) {});
                     },
                     source.get_token()),
                 Error);
    EXPECT_TRUE(numbers(company).empty());
}

TEST_P(Streams, AreOfOneInstantWhateverOthersWrite) {
    insert(company, 0, 2'500);
    std::atomic<bool> half = false;
    std::jthread writer{[&] {
        half.wait(false);
        insert(company, 2'500, 500);
        db->write(company, [](Tx& tx) { tx.execute(kMove, {}); });
        half = false;
        half.notify_all();
    }};

    db->read(company, [&](Snapshot& snapshot) {
        std::vector<std::int64_t> found;
        db::ListQuery list{kList};
        snapshot.each(list.whole(), [&](const db::Row& row) {
            found.push_back(row.integer(0));
            if (found.size() != 700) return;
            half = true;
            half.notify_all();
            half.wait(true);
        });
        EXPECT_TRUE(found == up_to(2'500));
        EXPECT_TRUE(numbers(snapshot) == up_to(2'500));
    });
    writer.join();

    const auto afterwards = numbers(company);
    ASSERT_EQ(afterwards.size(), 3'000U);
    EXPECT_EQ(afterwards.front(), 1'000'000);
}

// A query during a stream may be refused; the stream must not lose rows.
TEST_P(Streams, LoseNoRowToAQueryInTheirMidst) {
    insert(company, 0, 4'000);
    std::vector<std::int64_t> found;

    try {
        db->read(company, [&](Snapshot& snapshot) {
            db::ListQuery list{kList};
            snapshot.each(list.whole(), [&](const db::Row& row) {
                found.push_back(row.integer(0));
                if (found.size() == 500) EXPECT_EQ(snapshot.number(kCount), 4'000);
            });
        });
        EXPECT_TRUE(found == up_to(4'000)) << found.size();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::internal);
        EXPECT_EQ(found.size(), 500U);
    }
    EXPECT_TRUE(numbers(company) == up_to(4'000));
}

TEST_P(Streams, OfManyAtTheSameTimeDoNotMix) {
    const CompanyId other = given::company(*db, "other");
    insert(company, 0, 2'200);
    insert(other, 10'000, 1'300);
    std::vector<std::jthread> readers;
    for (int i = 0; i < 4; ++i) {
        readers.emplace_back([&, i] {
            for (int n = 0; n < 5; ++n) {
                const auto found = numbers(i % 2 == 0 ? company : other);
                EXPECT_EQ(found.size(), i % 2 == 0 ? 2'200U : 1'300U);
                EXPECT_EQ(found.front(), i % 2 == 0 ? 0 : 10'000);
            }
        });
    }
}

RUN_ON_EACH_DATABASE(Streams);

class PostgresStreams : public Streams {};

// The work is run again from its beginning, and discards earlier results itself.
TEST_P(PostgresStreams, OfALostConnectionBeginAnew) {
    insert(company, 0, 4'000);
    int runs = 0;

    const auto found = db->read(company, [&](Snapshot& snapshot) {
        ++runs;
        std::vector<std::int64_t> rows;
        db::ListQuery list{kList};
        snapshot.each(list.whole(), [&](const db::Row& row) {
            rows.push_back(row.integer(0));
            if (runs > 1 || rows.size() != 500) return;
            test::postgres_command(db.postgres->url(),
                                   "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
                                   "current_database() AND pid <> pg_backend_pid()");
        });
        return rows;
    });

    EXPECT_EQ(runs, 2);
    EXPECT_TRUE(found == up_to(4'000)) << found.size();
}

INSTANTIATE_TEST_SUITE_P(Db, PostgresStreams, testing::Values(test::Engine::postgres));

}  // namespace
}  // namespace callboard
