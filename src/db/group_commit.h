// Group commit: one thread owns the write connection, takes all queued work, runs each piece in a savepoint
// of one transaction and commits once, so that all share the cost of one fsync. Callers are notified only
// after the commit; a piece that throws rolls back only its savepoint.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
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

    void loop();
    Group next_group();
    void commit(Group& group);
    bool try_commit(Group& group);
    void attempt(Piece& piece);
    void attempt_in_savepoint(Piece& piece);
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
    std::thread thread_;
};

}  // namespace callboard::db
