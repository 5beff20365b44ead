// Moves the rows of all tables from a database of one engine to an empty one of the other. Failures are
// Errors of kind `conflict` or `unavailable` with a message for the operator.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/function_ref.h"
#include "base/secret.h"
#include "db/db.h"

namespace callboard::db {

// The database that is read. While it exists, nobody else can write to that database.
class TransferSource {
  public:
    explicit TransferSource(const std::filesystem::path& sqlite_file);
    // Fails if anybody else is connected; servers and commands that start later wait.
    explicit TransferSource(const Secret& postgres_url);

    TransferSource(const TransferSource&) = delete;
    TransferSource& operator=(const TransferSource&) = delete;

    Engine engine() const { return rows_->engine(); }
    Connection& connection() { return *rows_; }
    Snapshot snapshot(Timestamp now) { return {*rows_, now, std::nullopt, shared_}; }

    // Fails if the locks were lost meanwhile. To be called immediately before the target is made final.
    void require_locked();

  private:
    std::unique_ptr<Connection> guard_;  // holds the locks on PostgreSQL
    std::unique_ptr<Connection> rows_;
    Shared shared_;
};

// The database that is filled, in one transaction, which is rolled back without commit(). It gets the current
// schema first.
class TransferTarget {
  public:
    // An existing, empty file. It is complete after commit(), but not synced.
    TransferTarget(const std::filesystem::path& sqlite_file, Timestamp now);
    // A database without tables and with the encoding UTF8.
    TransferTarget(const Secret& postgres_url, Timestamp now);

    TransferTarget(const TransferTarget&) = delete;
    TransferTarget& operator=(const TransferTarget&) = delete;

    Engine engine() const { return rows_->engine(); }
    Connection& connection() { return *rows_; }
    Tx& tx() { return *tx_; }

    void commit() { commit_(); }

  private:
    std::unique_ptr<Connection> rows_;
    std::function<void()> commit_;
    Shared shared_;
    std::unique_ptr<Tx> tx_;
};

struct TransferredTable {
    std::string name;
    std::int64_t rows = 0;
};

// Called with the rows that were read meanwhile.
using TransferProgress = FunctionRef<void(std::int64_t rows)>;

// Checks that the source is undamaged and has exactly the tables of the target, and returns them with the
// number of their rows. What the engines store in different ways is not among them: the list of schema files,
// and the search index of candidates.
std::vector<TransferredTable> inspect_tables(TransferSource& source, TransferTarget& target);

// Copies these tables, and the order of the entries of the search index, whose words have to be written
// again. Refuses a row that PostgreSQL could not store.
void copy_tables(TransferSource& source, TransferTarget& target, TransferProgress progress);

// Reads both databases in the order of primary keys and fails at the first difference.
void compare_tables(TransferSource& source, TransferTarget& target, TransferProgress progress);

}  // namespace callboard::db
