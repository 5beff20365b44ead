// All SQL of report files: what people see of them, and the work of making them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/db.h"
#include "reports/report_file.h"

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

// Who makes a file, and until when nobody else does.
struct Lease {
    std::string_view node;
    std::string_view token;
    Timestamp until;
};

// False while another of the same report is being made. Who makes it at once says so by a lease.
bool insert_file(db::Tx& tx, const ReportFile& file, const Lease& lease = {});
// Which they were: their bytes go as well.
std::vector<ReportFileId> remove_files(db::Tx& tx, const ReportId& report);

// --- making them, across companies

// Without what may be unreadable: one bad row must not stop the others.
struct Claimed {
    CompanyId company;
    ReportFileId id;
    ScheduleType schedule_type{};
    std::int64_t attempts = 0;  // with this one
};

// Is there one to claim? Asked often, and a write would disturb others.
bool is_one_waiting(db::Snapshot& snapshot);

// The one asked for first that waits, or whose maker's lease has run out, becomes RUNNING under this lease.
std::optional<Claimed> claim(db::Tx& tx, const Lease& lease);

// These are false, and change nothing, when the token is not in the row any more.
bool renew(db::Tx& tx, const ReportFileId& id, std::string_view token, Timestamp leased_until,
           std::int64_t rows);
struct Outcome {
    std::optional<Failure> failure;  // nothing: it is complete
    std::string access_groups;
    std::int64_t rows = 0;
    std::optional<std::int64_t> csv_bytes;
    std::optional<std::int64_t> excel_bytes;
};
// Complete, its bytes are those of the holder of the token: bytes_name (file_folder.h).
bool finish(db::Tx& tx, const ReportFileId& id, std::string_view token, const Outcome& outcome);
bool give_back(db::Tx& tx, const ReportFileId& id, std::string_view token);  // PENDING again, as if untouched
// After an attempt that failed: PENDING again, but nobody takes it before then, unless its server wakes it.
struct Rest {
    Timestamp until;
    bool attempt_counts = true;
};
bool postpone(db::Tx& tx, const ReportFileId& id, std::string_view token, const Rest& rest);
// What a server of this name postponed, or left RUNNING, waits again. False: another one has it, or nobody.
bool wake(db::Tx& tx, const ReportFileId& id, std::string_view node);
std::int64_t wake_all_of(db::Tx& tx, std::string_view node);  // how many

// Removes the rows of those made before then, at most so many; which they were.
std::vector<ReportFileId> remove_older(db::Tx& tx, Timestamp than, std::int64_t most);

// Of a file in any company; nothing: there is no such file.
struct KnownBytes {
    FileStatus status{};
    std::optional<std::string> bytes_name;
};
std::optional<KnownBytes> known_bytes(db::Snapshot& snapshot, const ReportFileId& id);

}  // namespace callboard::reports::store
