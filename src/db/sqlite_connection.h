// A SQLite connection with its prepared statements. Used by one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/connection.h"
#include "db/sqlite_sizes.h"

struct sqlite3;

namespace callboard::db {

// An entry of the full-text index that is written just before the commit (text_search.h).
struct SearchEntry {
    CompanyId company;
    CandidateId candidate;
    std::string text;
};

class SqliteConnection final : public Connection {
  public:
    // An inspector changes nothing, creates no files beside the database, and fails if the database does not
    // exist. A loader fills a new file that nobody else knows: without a journal, without waiting for the
    // disk, and without checking foreign keys.
    enum class Role { writer, reader, inspector, loader };

    SqliteConnection(const std::string& path, Role role, const SqliteSizes& sizes = {});
    ~SqliteConnection() override;

    SqliteConnection(const SqliteConnection&) = delete;
    SqliteConnection& operator=(const SqliteConnection&) = delete;

    Engine engine() const override { return Engine::sqlite; }
    void query(const Statement& statement, std::span<const Value> args, Visit visit) override;
    void stream(const Statement& statement, std::span<const Value> args, Visit visit) override;
    std::int64_t execute(const Statement& statement, std::span<const Value> args) override;
    void enqueue(const Statement& statement, std::span<const Value> args) override {
        execute(statement, args);
    }
    void script(std::string_view text) override;
    void lock_schema() override {}  // the writer of a SQLite database already holds the lock

    // A statement such as BEGIN. `text` must be a constant.
    void command(std::string_view text);

    // False if SQLite rolled back the transaction by itself, as it does when the disk is full.
    bool in_transaction() const;

    // Increases with everything that this connection writes, also if it is rolled back.
    std::int64_t writes() const;

    // Changes when another connection has committed since the last snapshot of this one.
    std::int64_t data_version();

    // While set, statements are interrupted soon after a stop request. The token is polled because
    // sqlite3_interrupt() has no effect if it comes just before a statement begins.
    void set_stop_token(const std::stop_token* stop);

    // Checkpoints and resets the WAL; false if readers of old snapshots blocked it until the time-out.
    bool checkpoint_and_restart_log();
    void checkpoint_passive();

    // Pages in the WAL after the last commit of this connection.
    int log_pages() const { return log_pages_; }

    std::vector<SearchEntry> search_entries;  // of the transaction in progress

  private:
    class Prepared;

    Prepared& prepared(const Statement& statement);

    explicit SqliteConnection(sqlite3* handle);
    void use_log();

    sqlite3* handle_ = nullptr;
    int log_pages_ = 0;
    std::int64_t scripts_ = 0;
    std::unordered_map<const void*, std::unique_ptr<Prepared>> fixed_;
    std::unordered_map<std::string, std::unique_ptr<Prepared>> composed_;
};

}  // namespace callboard::db
