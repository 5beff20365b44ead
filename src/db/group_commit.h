// Group commit: one thread owns the write connection, takes all queued work, runs it in one transaction and
// commits once, so that all share the cost of one fsync. Callers are notified only after the commit; a piece
// that throws undoes only itself. Most of those throw before they write, and have nothing to undo. If one has
// written, the group is rolled back and runs again, each piece in a savepoint; so do the next groups.
// Savepoints are not used always, because SQLite copies each page that is changed within one. If the search
// index cannot be written, each piece writes its own entries in its savepoint, so that others do not fail.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/id_source.h"
#include "db/db.h"
#include "db/sqlite_connection.h"
#include "db/store_meter.h"

namespace callboard::db {

class GroupCommit {
  public:
    struct Hooks {
        std::function<void()> committed;       // after a commit, before done() is called
        std::function<void()> between_groups;  // on the writer's thread, outside of a transaction
    };

    GroupCommit(SqliteConnection& connection, const Clock& clock, const Stopwatch& stopwatch, Shared& shared,
                StoreMeter& meter, Hooks hooks);
    ~GroupCommit();  // completes the queued work

    GroupCommit(const GroupCommit&) = delete;
    GroupCommit& operator=(const GroupCommit&) = delete;

    // work.done() is called on the writer's thread.
    void add(WriteWork& work);

    std::size_t waiting() const;

  private:
    struct Piece {
        WriteWork* work;
        std::exception_ptr failure;
    };
    using Group = std::vector<Piece>;
    enum class Isolation { none, savepoints, search_index };  // each includes those before

    void loop();
    Group next_group();
    void commit(Group& group);
    std::optional<Isolation> try_commit(Group& group, Isolation isolation);
    bool run_all(Group& group, Isolation isolation);
    void attempt(Piece& piece, Isolation isolation);
    void attempt_in_savepoint(Piece& piece, Isolation isolation);
    void write_search_index();
    void undo(Group& group);
    void roll_back();

    SqliteConnection& connection_;
    const Clock& clock_;
    const Stopwatch& stopwatch_;
    Shared& shared_;
    StoreMeter& meter_;
    const Hooks hooks_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<WriteWork*> queue_;
    bool stopping_ = false;
    std::size_t left_with_savepoints_ = 0;  // pieces; used by the writer's thread only
    std::thread thread_;
};

}  // namespace callboard::db
