#include "db/sqlite_readers.h"

#include <utility>

namespace callboard::db {

SqliteReaders::Lease SqliteReaders::take() {
    std::unique_ptr<Reader> reader;
    {
        const std::lock_guard lock{mutex_};
        if (!idle_.empty()) {
            reader = std::move(idle_.back());
            idle_.pop_back();
        }
    }
    if (!reader) reader = std::make_unique<Reader>(path_, sizes_);
    renew(*reader);
    return {*this, std::move(reader)};
}

void SqliteReaders::release_snapshots() {
    const std::lock_guard lock{mutex_};
    for (const auto& reader : idle_) close(*reader);
}

void SqliteReaders::renew(Reader& reader) {
    // Read before the snapshot is taken: the snapshot may then contain more commits than recorded, never
    // fewer.
    const std::uint64_t commits = commits_.load(std::memory_order_acquire);
    const auto now = stopwatch_.now();
    if (reader.open && reader.commits == commits && now - reader.opened < kOldest) return;
    close(reader);
    reader.commits = commits;
    reader.opened = now;
    will_take_snapshot(reader);
    reader.connection.command("BEGIN");
    reader.open = true;
    const std::int64_t version = reader.connection.data_version();  // takes the snapshot
    if (std::exchange(reader.version, version) != version) on_foreign_commit(reader);
}

void SqliteReaders::will_take_snapshot(const Reader& reader) {
    const std::lock_guard lock{mutex_};
    if (reader.commits > latest_commits_) {
        latest_commits_ = reader.commits;
        latest_snapshots_ = 0;
    }
    ++latest_snapshots_;
}

// If this is the only snapshot for this number of commits, all others are renewed before use anyway.
// Otherwise the change may be a commit of another program that other snapshots with this number do not
// contain, so the number is increased to renew them.
void SqliteReaders::on_foreign_commit(Reader& reader) {
    const std::lock_guard lock{mutex_};
    if (reader.commits == latest_commits_ && latest_snapshots_ == 1) return;
    std::uint64_t expected = reader.commits;
    if (commits_.compare_exchange_strong(expected, expected + 1, std::memory_order_acq_rel)) {
        latest_commits_ = ++reader.commits;
        latest_snapshots_ = 1;
    } else {
        commits_.fetch_add(1, std::memory_order_acq_rel);
    }
}

void SqliteReaders::close(Reader& reader) {
    if (!reader.open) return;
    reader.open = false;
    if (reader.connection.in_transaction()) reader.connection.command("COMMIT");
}

void SqliteReaders::give_back(std::unique_ptr<Reader> reader) {
    if (releases_snapshots_) close(*reader);
    const std::lock_guard lock{mutex_};
    idle_.push_back(std::move(reader));
}

}  // namespace callboard::db
