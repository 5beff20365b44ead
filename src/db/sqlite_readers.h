// The connections that read a SQLite file. Each keeps its snapshot open from one
// request to the next, because taking one costs more than a point read, and renews
// it when something was committed since. What another program committed is seen by
// all of them once one has seen it: nobody who comes later reads an older state.
// Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "db/sqlite_connection.h"

namespace callboard::db {

class SqliteReaders {
  public:
    SqliteReaders(std::string path, const Stopwatch& stopwatch)
        : path_(std::move(path)), stopwatch_(stopwatch) {}

    // To be called after each commit and before anyone is told of it: whoever was told, reads it.
    void committed() { commits_.fetch_add(1, std::memory_order_release); }

    // A connection with a snapshot that holds everything committed before this call, for one thread.
    class Lease;
    Lease take();

    // Lets go of the snapshots that nobody uses now: a log can start again from its beginning only when
    // nobody reads from it. While a LettingGo lives, those in use are let go of as well, when they come back.
    void release_snapshots();
    class LettingGo {
      public:
        explicit LettingGo(SqliteReaders& readers) : readers_(readers) {
            readers_.letting_go_ = true;
            readers_.release_snapshots();
        }
        LettingGo(const LettingGo&) = delete;
        LettingGo& operator=(const LettingGo&) = delete;
        ~LettingGo() { readers_.letting_go_ = false; }

      private:
        SqliteReaders& readers_;
    };

  private:
    struct Reader {
        explicit Reader(const std::string& path) : connection(path, SqliteConnection::Role::reader) {}
        SqliteConnection connection;
        bool open = false;
        std::uint64_t commits = 0;
        std::int64_t version = 0;
        Stopwatch::Instant opened;
    };

    void renew(Reader& reader);
    void will_take_snapshot(const Reader& reader);
    void has_news(Reader& reader);
    static void close(Reader& reader);
    void give_back(std::unique_ptr<Reader> reader);

    // Also without a commit of ours: another program may have committed.
    static constexpr std::chrono::milliseconds kOldest{100};

    const std::string path_;
    const Stopwatch& stopwatch_;
    std::atomic<std::uint64_t> commits_{1};  // ours, and those of others that a reader met
    std::atomic<bool> letting_go_{false};
    std::mutex mutex_;
    std::uint64_t latest_commits_ = 0;  // that snapshots were taken for
    int latest_snapshots_ = 0;          // how many were
    std::vector<std::unique_ptr<Reader>> idle_;
};

class SqliteReaders::Lease {
  public:
    Lease(SqliteReaders& readers, std::unique_ptr<Reader> reader)
        : readers_(readers), reader_(std::move(reader)) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { readers_.give_back(std::move(reader_)); }

    SqliteConnection& connection() { return reader_->connection; }

  private:
    SqliteReaders& readers_;
    std::unique_ptr<Reader> reader_;
};

}  // namespace callboard::db
