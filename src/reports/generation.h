// Making the files of one run: read once, at one instant, and written as they are read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "accounts/actor.h"
#include "db/db.h"
#include "reports/report_file.h"

namespace callboard::reports {

struct Generated {
    std::int64_t rows = 0;
    std::optional<std::int64_t> csv_bytes;
    std::optional<std::int64_t> excel_bytes;
    std::string access_groups;  // that the reader was in at that instant
};

// What `reader` may see of it, kept at this place (file_folder.h). `progress` is told how many rows there are
// so far, every few thousand; what it throws ends the work. Runs on the calling thread, in one read
// transaction.
Generated generate(db::Db& db, const CompanyId& company, const ReportFile& file,
                   const accounts::Actor& reader, const std::filesystem::path& place,
                   const std::stop_token& stop, const std::function<void(std::int64_t rows)>& progress);

// After an end that was not a success, or of which nobody knows what it was: removes what was kept at this
// place, unless it is what the row of the file names. True: it is, the file is complete.
bool remove_unless_known(db::Db& db, const CompanyId& company, const ReportFileId& file,
                         const std::filesystem::path& place);

// How many rows that will be, if nobody writes meanwhile.
std::int64_t count_rows(db::Db& db, const CompanyId& company, const ReportFile& file,
                        const accounts::Actor& reader, const std::stop_token& stop);

}  // namespace callboard::reports
