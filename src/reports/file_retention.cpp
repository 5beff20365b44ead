#include "reports/file_retention.h"

#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "base/id_source.h"
#include "reports/file_folder.h"
#include "reports/report_file_store.h"

namespace callboard::reports {
namespace {

using namespace std::chrono_literals;

constexpr auto kSweepInterval = 10min;
constexpr int kSweepsBetweenOrphans = 6;  // a scan of the whole folder
constexpr std::int64_t kRemovalBatch = 500;
constexpr auto kOrphanRetention = 24h;

// While the file is RUNNING, a complete one may be recorded soon.
bool is_wanted(const FoundFile& found, const store::KnownBytes& known) {
    if (known.status == FileStatus::running) return true;
    return !found.is_part && known.bytes_name == found.bytes_name;
}

}  // namespace

FileRetention::FileRetention(db::Db& db, const Clock& clock, const telemetry::Log& log,
                             std::filesystem::path folder, std::chrono::hours retention)
    : db_(db), clock_(clock), log_(log), folder_(std::move(folder)), retention_(retention) {}

void FileRetention::sweep(const std::stop_token& stop) {
    const Timestamp now = clock_.now();
    if (now < next_sweep_) return;
    next_sweep_ = now + kSweepInterval;
    remove_old(stop);
    if (sweeps_++ % kSweepsBetweenOrphans == 0) remove_orphans(stop);
}

void FileRetention::remove_old(const std::stop_token& stop) {
    std::size_t removed = 0;
    do {
        const auto old = db_.write(std::nullopt, [this](db::Tx& tx) {
            return store::remove_older(tx, tx.now - retention_, kRemovalBatch);
        });
        remove_files(folder_, old);
        removed = old.size();
    } while (removed == kRemovalBatch && !stop.stop_requested());
}

// Removes contents that no row refers to: a process was killed between writing them and recording them.
void FileRetention::remove_orphans(const std::stop_token& stop) {
    const std::string oldest_kept = first_uuid_of(clock_.now() - kOrphanRetention);
    for (const FoundFile& found : files_in(folder_)) {
        if (stop.stop_requested()) return;
        if (found.file.text() >= oldest_kept) continue;
        const auto known = db_.read(
            std::nullopt, [&](db::Snapshot& snapshot) { return store::known_bytes(snapshot, found.file); });
        if (known && is_wanted(found, *known)) continue;
        std::error_code error;
        std::filesystem::remove(found.path, error);
        if (error)
            log_.write(telemetry::Level::warn, "report_file_not_removed",
                       {{"file", found.file.text()}, {"reason", error.message()}});
    }
}

}  // namespace callboard::reports
