// A database whose queries are measured in numbers that do not depend on the speed of the machine: steps of
// SQLite's virtual machine, or pages that PostgreSQL looked at. For tests of how the cost grows with the
// data.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "support/each_database.h"
#include "support/postgres_session.h"

namespace callboard::test {

class MeasuredDatabase {
  public:
    explicit MeasuredDatabase(Engine engine);

    db::Db& operator*() { return *database_; }
    db::Db* operator->() { return &*database_; }
    TestDatabase& database() { return database_; }

    // Runs one statement on the data, of any length.
    void run(const std::string& sql);
    // Updates the statistics of PostgreSQL's planner, as its own maintenance would after a while.
    void analyze();

    // What all queries cost that end while `work` runs, those of other threads included.
    std::int64_t cost_of(const std::function<void()>& work);

    // The number of SELECT, INSERT, UPDATE, DELETE and COMMIT statements, likewise.
    std::int64_t statements_of(const std::function<void()>& work);

  private:
    std::int64_t counted_by_postgres(const std::function<void()>& work, const std::string& sum);

    TestDatabase database_;
    std::optional<PostgresSession> statistics_;
    std::list<std::string> statements_;  // which connections identify by their address
};

// Whether the cost with four times as many rows is about the same: an index gets a level deeper now and then,
// which is a page more for each lookup.
bool is_flat(std::int64_t before, std::int64_t after);

struct MeasuredWork {
    std::string name;
    std::function<void()> run;
};

// Tests with this fixture run on SQLite and on PostgreSQL.
class Growth : public testing::TestWithParam<Engine> {
  protected:
    // Measures each work before and after `grow`, which makes four times as many rows of what there is. All
    // of them are run once before they are measured: caches are filled, statements prepared.
    void expect_flat(const std::vector<MeasuredWork>& works, const std::function<void()>& grow);
    // The same for one work; `fill(from, to)` adds the rows with these numbers, at first those to `size`.
    void expect_flat(std::int64_t size, const std::function<void(std::int64_t from, std::int64_t to)>& fill,
                     const std::function<void()>& work);

    MeasuredDatabase db{GetParam()};

  private:
    std::vector<std::int64_t> costs_of(const std::vector<MeasuredWork>& works);
};

}  // namespace callboard::test
