// One thread that owns the write connection. It takes all the work that waits,
// runs each piece inside a savepoint of one transaction, commits once, and then
// tells everybody: the cost of making data durable is shared by all who wait.
// Nobody is told before the commit; a piece that throws undoes only itself.
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
        std::function<void()> committed;       // after a commit, before anyone is told
        std::function<void()> between_groups;  // on the writer's thread, while nothing is in progress
    };

    GroupCommit(SqliteConnection& connection, const Clock& clock, const Stopwatch& stopwatch, Shared& shared,
                StoreMeter& meter, Hooks hooks);
    ~GroupCommit();  // finishes what was accepted

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
