// All SQL of report files; their generation is a queue (work/queue_store.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/db.h"
#include "reports/report_file.h"
#include "work/lease.h"
#include "work/queue_store.h"

namespace callboard::reports::store {

// Throws if the stored definition is invalid.
std::optional<ReportFile> find_file(db::Snapshot& snapshot, const ReportFileId& id);

// Selects the files that a user requested; complete ones only if generated with the same permissions.
struct Reader {
    UserId user;
    accounts::Role role{};
    std::optional<std::string> access_groups;  // absent: not compared
    std::int64_t property_restrictions = 0;
};

// The files of one report, newest first, with optional filters. An invalid stored definition is returned
// empty.
struct FileSelection {
    ReportId report;
    std::optional<Reader> reader;
    bool only_completed = false;
    std::optional<ReportFileId> after;  // the last of the page before
    std::int64_t limit = 10;
};
std::vector<ReportFile> files(db::Snapshot& snapshot, const FileSelection& selection);

// False while another file of the report is being generated. A caller that generates it itself passes a
// lease.
bool insert_file(db::Tx& tx, const ReportFile& file, const work::Lease& lease = {});
// Returns the ids, whose contents the caller removes.
std::vector<ReportFileId> remove_files(db::Tx& tx, const ReportId& report);

// --- generation, across companies

// The queue of PENDING and RUNNING files. The kind is the ScheduleType, so that a file with an invalid
// definition can be claimed, too.
const work::Queue& queue();
work::RowId row_of(const ReportFileId& id);

struct Outcome {
    std::optional<Failure> failure;  // absent: complete
    std::string access_groups;
    std::optional<std::int64_t> property_restrictions = {};
    std::int64_t rows = 0;
    std::optional<std::int64_t> csv_bytes;
    std::optional<std::int64_t> excel_bytes;
};
// Returns false and changes nothing if the row has another token. A complete file refers to the contents of
// the holder of the token: bytes_name() (file_folder.h).
bool finish(db::Tx& tx, const ReportFileId& id, std::string_view token, const Outcome& outcome);

// Deletes at most `most` files that were requested before the time.
struct RemovedFile {
    ReportFileId id;
    std::optional<std::string> bytes_name;  // of its contents, which the caller removes
};
std::vector<RemovedFile> remove_older(db::Tx& tx, Timestamp before, std::int64_t most);

// The contents that the row of a file refers to, in any company; nullopt if there is no such file.
struct KnownBytes {
    FileStatus status{};
    std::optional<std::string> bytes_name;
};
std::optional<KnownBytes> known_bytes(db::Snapshot& snapshot, const ReportFileId& id);

// The same for several files in one query; those without a row are not among the results.
inline constexpr std::size_t kMostKnownAtOnce = 64;
std::map<ReportFileId, KnownBytes> known_bytes(db::Snapshot& snapshot, std::span<const ReportFileId> ids);

}  // namespace callboard::reports::store
