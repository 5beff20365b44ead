#include "db/group_commit.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/error.h"

namespace callboard::db {
namespace {

// Limits how long the first of a group waits for the last.
constexpr std::size_t kLargestGroup = 256;

}  // namespace

GroupCommit::GroupCommit(SqliteConnection& connection, const Clock& clock, const Stopwatch& stopwatch,
                         Shared& shared, StoreMeter& meter, Hooks hooks)
    : connection_(connection),
      clock_(clock),
      stopwatch_(stopwatch),
      shared_(shared),
      meter_(meter),
      hooks_(std::move(hooks)),
      thread_([this] { loop(); }) {}

GroupCommit::~GroupCommit() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void GroupCommit::add(WriteWork& work) {
    {
        const std::lock_guard lock{mutex_};
        queue_.push_back(&work);
    }
    wake_.notify_one();
}

std::size_t GroupCommit::waiting() const {
    const std::lock_guard lock{mutex_};
    return queue_.size();
}

void GroupCommit::loop() {
    for (Group group = next_group(); !group.empty(); group = next_group()) {
        commit(group);
        for (const Piece& piece : group) piece.work->done(piece.failure);
        hooks_.between_groups();
    }
}

GroupCommit::Group GroupCommit::next_group() {
    std::unique_lock lock{mutex_};
    wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    const auto end = queue_.begin() + static_cast<std::ptrdiff_t>(std::min(queue_.size(), kLargestGroup));
    Group group;
    group.reserve(static_cast<std::size_t>(end - queue_.begin()));
    std::transform(queue_.begin(), end, std::back_inserter(group),
                   [](WriteWork* work) { return Piece{work, {}}; });
    queue_.erase(queue_.begin(), end);
    return group;
}

void GroupCommit::commit(Group& group) {
    const auto began = stopwatch_.now();
    try {
        while (!try_commit(group)) {
        }
    } catch (...) {
        roll_back();
        for (Piece& piece : group)
            if (!piece.failure) piece.failure = std::current_exception();
    }
    meter_.committed(group.size(), stopwatch_.now() - began);
}

// Returns false if SQLite rolled back the transaction by itself: then one piece has failed for good, and the
// others that had already run must run again.
bool GroupCommit::try_commit(Group& group) {
    connection_.command("BEGIN IMMEDIATE");
    connection_.announcements.clear();
    for (Piece& piece : group) {
        if (piece.failure) continue;
        if (group.size() == 1) {
            attempt(piece);
        } else {
            attempt_in_savepoint(piece);
        }
        if (!connection_.in_transaction()) {
            if (!piece.failure)
                piece.failure = std::make_exception_ptr(unavailable("the engine undid the transaction"));
            return false;
        }
    }
    if (group.size() == 1 && group.front().failure) {
        connection_.command("ROLLBACK");
        return true;
    }
    connection_.command("COMMIT");
    hooks_.committed();
    shared_.announcer.notify(connection_.announcements);
    return true;
}

void GroupCommit::attempt(Piece& piece) {
    try {
        if (piece.work->stop.stop_requested()) throw timed_out();
        Tx tx{connection_, clock_.now(), piece.work->company, shared_};
        piece.work->run(tx);
    } catch (...) {
        piece.failure = std::current_exception();
    }
}

void GroupCommit::attempt_in_savepoint(Piece& piece) {
    connection_.command("SAVEPOINT piece");
    const auto announced_before = std::ssize(connection_.announcements);
    attempt(piece);
    if (!connection_.in_transaction()) return;
    if (piece.failure) {
        connection_.command("ROLLBACK TO piece");
        auto& announced = connection_.announcements;
        announced.erase(announced.begin() + announced_before, announced.end());
    }
    connection_.command("RELEASE piece");
}

void GroupCommit::roll_back() {
    if (!connection_.in_transaction()) return;
    try {
        connection_.command("ROLLBACK");
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch)
        // The callers get the error that led here.
    }
}

}  // namespace callboard::db
