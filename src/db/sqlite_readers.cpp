#include "db/sqlite_readers.h"

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
    if (!reader) reader = std::make_unique<Reader>(path_);
    renew(*reader);
    return {*this, std::move(reader)};
}

void SqliteReaders::release_snapshots() {
    const std::lock_guard lock{mutex_};
    for (const auto& reader : idle_) close(*reader);
}

void SqliteReaders::renew(Reader& reader) {
    // Read before the snapshot is taken: it may then hold more than we think, never less.
    const std::uint64_t commits = commits_.load(std::memory_order_acquire);
    const auto now = stopwatch_.now();
    if (reader.open && reader.commits == commits && now - reader.opened < kOldest) return;
    close(reader);
    reader.connection.command("BEGIN");
    reader.open = true;
    reader.commits = commits;
    reader.opened = now;
}

void SqliteReaders::close(Reader& reader) {
    if (!reader.open) return;
    reader.open = false;
    if (reader.connection.in_transaction()) reader.connection.command("COMMIT");
}

void SqliteReaders::give_back(std::unique_ptr<Reader> reader) {
    if (letting_go_) close(*reader);
    const std::lock_guard lock{mutex_};
    idle_.push_back(std::move(reader));
}

}  // namespace callboard::db
