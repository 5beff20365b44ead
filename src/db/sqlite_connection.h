// One connection to a SQLite file, with its prepared statements. Used by one thread at a time.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>

#include "db/connection.h"

struct sqlite3;

namespace callboard::db {

class SqliteConnection final : public Connection {
  public:
    // An inspector changes nothing, not even files beside the database, and finds only what is there.
    enum class Role { writer, reader, inspector };

    SqliteConnection(const std::string& path, Role role);
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
    void lock_schema() override {}  // the one writer of a SQLite file holds it already

    // A statement of the engine itself, such as BEGIN. `text` must be a constant.
    void command(std::string_view text);

    // False when the engine has rolled the transaction back by itself, as it does when the disk is full.
    bool in_transaction() const;

    // Another number than before when what this transaction sees was changed by another connection since.
    std::int64_t data_version();

    // As long as this is set, statements end soon after it is asked to stop. Asked from time to time, rather
    // than told once by sqlite3_interrupt(): that is lost when it comes just before a statement begins.
    void obey(const std::stop_token* stop);

    // Copies the log into the database file and starts it anew; false when readers of old snapshots did not
    // let go of it in time.
    bool checkpoint_and_restart_log();
    void checkpoint_what_is_free();

    // Pages in the log after the last commit of this connection.
    int log_pages() const { return log_pages_; }

  private:
    class Prepared;

    Prepared& prepared(const Statement& statement);

    explicit SqliteConnection(sqlite3* handle);

    sqlite3* handle_ = nullptr;
    int log_pages_ = 0;
    std::unordered_map<const void*, std::unique_ptr<Prepared>> fixed_;
    std::unordered_map<std::string, std::unique_ptr<Prepared>> composed_;
};

}  // namespace callboard::db
