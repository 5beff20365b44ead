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

std::optional<ReportFile> find_file(db::Snapshot& snapshot, const ReportFileId& id);

// Whose files are wanted: their own, and of those that are complete only what was made for these rights.
struct Reader {
    UserId user;
    accounts::Role role{};
    std::optional<std::string> access_groups;  // nothing: they make no difference
};

// Of one report, newest first; those of a reader, if one is named; only complete ones, if asked for.
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

struct Claimed {
    CompanyId company;
    ReportFile file;
};

// Is there one to claim? Asked often, and a write would disturb others.
bool is_one_waiting(db::Snapshot& snapshot);

// The oldest that waits, or whose maker's lease has run out, becomes RUNNING under this lease.
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
bool finish(db::Tx& tx, const ReportFileId& id, std::string_view token, const Outcome& outcome);
bool give_back(db::Tx& tx, const ReportFileId& id, std::string_view token);  // PENDING again, as if untouched
// The same after an attempt that failed: it counts, and the next one is made then or later.
bool postpone(db::Tx& tx, const ReportFileId& id, std::string_view token, Timestamp until);

// What a server of this name left RUNNING when it died waits again. How many.
std::int64_t give_back_all_of(db::Tx& tx, std::string_view node);

// Removes the rows of those made before then, at most so many; which they were.
std::vector<ReportFileId> remove_older(db::Tx& tx, Timestamp than, std::int64_t most);
std::optional<FileStatus> status_of(db::Snapshot& snapshot, const ReportFileId& id);  // in any company

}  // namespace callboard::reports::store
