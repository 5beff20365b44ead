// Read connections of SQLite. Each keeps its snapshot open between requests, because taking one costs more
// than a point read, and renews it after commits. Once one of them has seen a commit of another program, all
// others see it: reads are monotonic. Thread-safe.
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
    SqliteReaders(std::string path, const SqliteSizes& sizes, const Stopwatch& stopwatch)
        : path_(std::move(path)), sizes_(sizes), stopwatch_(stopwatch) {}

    // To be called after each commit, before its caller is notified, so that callers read their own writes.
    void committed() { commits_.fetch_add(1, std::memory_order_release); }

    // A connection for one thread whose snapshot contains everything committed before this call.
    class Lease;
    Lease take();

    // Closes the snapshots of idle connections, because the WAL can be reset only if no reader uses it.
    // During the lifetime of a SnapshotsReleased, those in use are closed as soon as they are returned.
    void release_snapshots();
    class SnapshotsReleased {
      public:
        explicit SnapshotsReleased(SqliteReaders& readers) : readers_(readers) {
            readers_.releases_snapshots_ = true;
            readers_.release_snapshots();
        }
        SnapshotsReleased(const SnapshotsReleased&) = delete;
        SnapshotsReleased& operator=(const SnapshotsReleased&) = delete;
        ~SnapshotsReleased() { readers_.releases_snapshots_ = false; }

      private:
        SqliteReaders& readers_;
    };

  private:
    struct Reader {
        Reader(const std::string& path, const SqliteSizes& sizes)
            : connection(path, SqliteConnection::Role::reader, sizes) {}
        SqliteConnection connection;
        bool open = false;
        std::uint64_t commits = 0;
        std::int64_t version = 0;
        Stopwatch::Instant opened;
    };

    void renew(Reader& reader);
    void will_take_snapshot(const Reader& reader);
    void on_foreign_commit(Reader& reader);
    static void close(Reader& reader);
    void give_back(std::unique_ptr<Reader> reader);

    // The maximum age of a snapshot: another program may have committed.
    static constexpr std::chrono::milliseconds kOldest{100};

    const std::string path_;
    const SqliteSizes sizes_;
    const Stopwatch& stopwatch_;
    std::atomic<std::uint64_t> commits_{1};  // our commits, and detected commits of others
    std::atomic<bool> releases_snapshots_{false};
    std::mutex mutex_;
    std::uint64_t latest_commits_ = 0;  // the highest number that snapshots were taken for
    int latest_snapshots_ = 0;          // how many have that number
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
