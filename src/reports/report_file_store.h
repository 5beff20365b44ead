// All SQL of report files; the work of making them is a queue (work/queue_store.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/db.h"
#include "reports/report_file.h"
#include "work/lease.h"
#include "work/queue_store.h"

namespace callboard::reports::store {

// Throws when its definition cannot be read.
std::optional<ReportFile> find_file(db::Snapshot& snapshot, const ReportFileId& id);

// Whose files are wanted: their own, and of those that are complete only what was made for these rights.
struct Reader {
    UserId user;
    accounts::Role role{};
    std::optional<std::string> access_groups;  // nothing: they make no difference
};

// Of one report, newest first. A definition that cannot be read is left empty. Those of a reader, if one is
// named; only complete ones, if asked for.
struct FileSelection {
    ReportId report;
    std::optional<Reader> reader;
    bool only_completed = false;
    std::optional<ReportFileId> after;  // the last of the page before
    std::int64_t limit = 10;
};
std::vector<ReportFile> files(db::Snapshot& snapshot, const FileSelection& selection);

// False while another of the same report is being made. Whoever makes it at once holds a lease.
bool insert_file(db::Tx& tx, const ReportFile& file, const work::Lease& lease = {});
// Which they were: their bytes go as well.
std::vector<ReportFileId> remove_files(db::Tx& tx, const ReportId& report);

// --- making them, across companies

// Of the files that are PENDING or RUNNING. The kind of such work is the ScheduleType: a definition that
// cannot be read does not keep it from being claimed.
const work::Queue& queue();
work::RowId row_of(const ReportFileId& id);

struct Outcome {
    std::optional<Failure> failure;  // nothing: it is complete
    std::string access_groups;
    std::int64_t rows = 0;
    std::optional<std::int64_t> csv_bytes;
    std::optional<std::int64_t> excel_bytes;
};
// False, and nothing is changed, when the row does not have the token any more. Complete, its bytes are those
// of the holder of the token: bytes_name (file_folder.h).
bool finish(db::Tx& tx, const ReportFileId& id, std::string_view token, const Outcome& outcome);

// Removes the rows of those made before then, at most so many; which they were.
std::vector<ReportFileId> remove_older(db::Tx& tx, Timestamp before, std::int64_t most);

// Of a file in any company; nothing: there is no such file.
struct KnownBytes {
    FileStatus status{};
    std::optional<std::string> bytes_name;
};
std::optional<KnownBytes> known_bytes(db::Snapshot& snapshot, const ReportFileId& id);

}  // namespace callboard::reports::store
