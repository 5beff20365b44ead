// A table of work for tests of the queue, made in the database of the test.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/db.h"
#include "support/each_database.h"
#include "work/queue_store.h"

namespace callboard::test {

inline const work::Queue& test_queue() {
    static const work::Queue queue{{.name = "chore", .kind = "sort", .progress = "done"}};
    return queue;
}

struct Chore {
    std::string status;
    std::int64_t attempts = 0;
    std::int64_t done = 0;
    std::string node;
    Timestamp leased_until;
};

class QueueTest : public EachDatabase {
  protected:
    static constexpr db::GlobalSql kCreate{"test_chore_create", R"(
        CREATE TABLE chore (company_id TEXT NOT NULL, id TEXT NOT NULL PRIMARY KEY, status TEXT NOT NULL,
                            sort TEXT NOT NULL, done BIGINT NOT NULL, attempts BIGINT NOT NULL, node TEXT NOT NULL,
                            lease_token TEXT NOT NULL, leased_until BIGINT NOT NULL))"};
    static constexpr db::Sql kInsert{
        "test_chore_insert", "INSERT INTO chore VALUES ($1, $2, 'PENDING', 'dishes', 0, 0, '', '', 0)"};
    static constexpr db::GlobalSql kFind{
        "test_chore_find", "SELECT status, attempts, done, node, leased_until FROM chore WHERE id = $1"};
    static constexpr db::GlobalSql kRemove{"test_chore_remove", "DELETE FROM chore WHERE id = $1"};

    QueueTest() {
        db->write(std::nullopt, [](db::Tx& tx) { tx.execute(kCreate, {}); });
    }

    static CompanyId company(int number) {
        return CompanyId::from_trusted("0189cb00-0000-7000-8000-00000000000" + std::to_string(number));
    }
    work::RowId given(int of_company = 1) {
        return db->write(company(of_company), [](db::Tx& tx) {
            const auto id = tx.new_id<work::RowId>();
            tx.execute(kInsert, {id});
            return id;
        });
    }
    std::optional<Chore> find(const work::RowId& id) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return snapshot.first(kFind, {id}, [](const db::Row& row) {
                return Chore{row.string(0), row.integer(1), row.integer(2), row.string(3), row.time(4)};
            });
        });
    }
    void remove(const work::RowId& id) {
        db->write(std::nullopt, [&](db::Tx& tx) { tx.execute(kRemove, {id}); });
    }

    const work::Queue& queue = test_queue();
};

}  // namespace callboard::test
