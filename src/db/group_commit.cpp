#include "db/group_commit.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "base/error.h"
#include "db/text_search.h"

namespace callboard::db {
namespace {

// Limits how long the first of a group waits for the last.
constexpr std::size_t kLargestGroup = 256;

// After one had to be undone, that many pieces have savepoints: what runs twice is a small part of all work.
constexpr std::size_t kPiecesWithSavepoints = 4 * kLargestGroup;

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
    const bool has_savepoints = left_with_savepoints_ > 0 && group.size() > 1;
    left_with_savepoints_ -= std::min(left_with_savepoints_, group.size());
    try {
        std::optional isolation = has_savepoints ? Isolation::savepoints : Isolation::none;
        while (isolation) isolation = try_commit(group, *isolation);
    } catch (...) {
        roll_back();
        for (Piece& piece : group)
            if (!piece.failure) piece.failure = std::current_exception();
    }
    meter_.committed(group.size(), stopwatch_.now() - began);
}

// Returns how the pieces without a failure must run again, because the transaction was rolled back.
std::optional<GroupCommit::Isolation> GroupCommit::try_commit(Group& group, Isolation isolation) {
    connection_.command("BEGIN IMMEDIATE");
    connection_.announcements.clear();
    connection_.search_entries.clear();
    try {
        if (!run_all(group, isolation)) return std::max(isolation, Isolation::savepoints);
        if (group.size() == 1 && group.front().failure) {
            connection_.command("ROLLBACK");
            return std::nullopt;
        }
        write_search_index();
    } catch (const Error&) {
        const bool can_isolate = isolation < Isolation::search_index && group.size() > 1;
        if (!can_isolate || !connection_.in_transaction()) throw;
        undo(group);
        return Isolation::search_index;
    }
    connection_.command("COMMIT");
    hooks_.committed();
    shared_.announcer.notify(connection_.announcements);
    return std::nullopt;
}

bool GroupCommit::run_all(Group& group, Isolation isolation) {
    for (Piece& piece : group) {
        if (piece.failure) continue;
        const std::int64_t written_before = connection_.writes();
        if (isolation == Isolation::none) {
            attempt(piece, isolation);
        } else {
            attempt_in_savepoint(piece, isolation);
        }
        if (!connection_.in_transaction()) {  // SQLite has rolled it back by itself
            if (!piece.failure)
                piece.failure = std::make_exception_ptr(unavailable("the engine undid the transaction"));
            return false;
        }
        if (!piece.failure || connection_.writes() == written_before) continue;
        left_with_savepoints_ = kPiecesWithSavepoints;
        if (isolation != Isolation::none || group.size() == 1) continue;
        undo(group);
        return false;
    }
    return true;
}

// Also forgets what a failed piece has announced and put.
void GroupCommit::attempt(Piece& piece, Isolation isolation) {
    auto& announcements = connection_.announcements;
    auto& entries = connection_.search_entries;
    const auto announced = std::ssize(announcements);
    const auto put = std::ssize(entries);
    try {
        if (piece.work->stop.stop_requested()) throw timed_out();
        Tx tx{connection_, clock_.now(), piece.work->company, shared_};
        piece.work->run(tx);
        if (isolation == Isolation::search_index) write_search_index();
    } catch (...) {
        piece.failure = std::current_exception();
        announcements.erase(announcements.begin() + announced, announcements.end());
        entries.erase(entries.begin() + put, entries.end());
    }
}

void GroupCommit::attempt_in_savepoint(Piece& piece, Isolation isolation) {
    connection_.command("SAVEPOINT piece");
    attempt(piece, isolation);
    if (!connection_.in_transaction()) return;
    if (piece.failure) connection_.command("ROLLBACK TO piece");
    connection_.command("RELEASE piece");
}

// FTS5 writes what it has when a savepoint begins, otherwise at the commit: then the whole group would fail.
void GroupCommit::write_search_index() {
    TextSearch::write_entries(connection_);
    connection_.search_entries.clear();
    connection_.command("SAVEPOINT search_index");
    connection_.command("RELEASE search_index");
}

// All pieces run again, also those that have failed: they may have seen what is undone.
void GroupCommit::undo(Group& group) {
    connection_.command("ROLLBACK");
    for (Piece& piece : group) piece.failure = nullptr;
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
