#include "reports/file_retention.h"

#include <map>
#include <system_error>
#include <utility>
#include <vector>

#include "base/id_source.h"
#include "reports/report_file_store.h"

namespace callboard::reports {
namespace {

using namespace std::chrono_literals;

constexpr auto kSweepInterval = 10min;
constexpr auto kLeaseDuration = 3 * kSweepInterval;
constexpr int kSweepsBetweenOrphans = 6;  // a scan of the whole folder
constexpr std::int64_t kRemovalBatch = 500;
constexpr auto kOrphanRetention = 24h;

// While the file is RUNNING, a complete one may be recorded soon.
bool is_wanted(const FoundFile& found, const std::map<ReportFileId, store::KnownBytes>& known) {
    const auto row = known.find(found.file);
    if (row == known.end()) return false;
    if (row->second.status == FileStatus::running) return true;
    return !found.is_part && row->second.bytes_name == found.bytes_name;
}

}  // namespace

FileRetention::FileRetention(db::Db& db, const Clock& clock, const telemetry::Log& log,
                             std::filesystem::path folder, std::chrono::hours retention, std::string node)
    : db_(db),
      clock_(clock),
      log_(log),
      folder_(std::move(folder)),
      retention_(retention),
      task_{.task = "report_files", .node = std::move(node), .lease_duration = kLeaseDuration} {}

void FileRetention::sweep(const std::stop_token& stop) {
    const Timestamp now = clock_.now();
    if (now < next_sweep_) return;
    next_sweep_ = now + kSweepInterval;
    if (!work::may_clean(db_, task_)) return;
    remove_old(stop);
    if (sweeps_++ % kSweepsBetweenOrphans == 0) remove_orphans(stop);
}

// Contents of other leases of the same file, if any, are orphans from now on.
void FileRetention::remove_old(const std::stop_token& stop) {
    std::size_t removed = 0;
    do {
        const auto old = db_.write(std::nullopt, [this](db::Tx& tx) {
            return store::remove_older(tx, tx.now - retention_, kRemovalBatch);
        });
        for (const store::RemovedFile& each : old)
            if (each.bytes_name) remove_bytes(folder_ / *each.bytes_name);
        removed = old.size();
    } while (removed == kRemovalBatch && !stop.stop_requested() && work::may_clean(db_, task_));
}

// Removes contents that no row refers to: a process was killed between writing them and recording them.
void FileRetention::remove_orphans(const std::stop_token& stop) {
    const std::string oldest_kept = first_uuid_of(clock_.now() - kOrphanRetention);
    std::vector<FoundFile> batch;
    bool is_ours = true;
    visit_files(folder_, [&](FoundFile&& found) {
        if (stop.stop_requested()) return false;
        if (found.file.text() >= oldest_kept) return true;
        batch.push_back(std::move(found));
        if (batch.size() < store::kMostKnownAtOnce) return true;
        remove_unwanted(batch);
        batch.clear();
        is_ours = work::may_clean(db_, task_);
        return is_ours;
    });
    if (is_ours && !stop.stop_requested()) remove_unwanted(batch);
}

void FileRetention::remove_unwanted(std::span<const FoundFile> files) {
    std::vector<ReportFileId> ids;
    for (const FoundFile& each : files) ids.push_back(each.file);
    const auto known =
        db_.read(std::nullopt, [&](db::Snapshot& snapshot) { return store::known_bytes(snapshot, ids); });
    for (const FoundFile& each : files) {
        if (is_wanted(each, known)) continue;
        std::error_code error;
        std::filesystem::remove(each.path, error);
        if (error)
            log_.write(telemetry::Level::warn, "report_file_not_removed",
                       {{"file", each.file.text()}, {"reason", error.message()}});
    }
}

}  // namespace callboard::reports
