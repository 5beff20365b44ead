// Generates the files of one run: all formats in one pass over the table.
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
    std::string access_groups;  // of the reader, the same at the beginning and the end
    // At the beginning; only if the files have properties and the reader does not see restricted ones.
    std::optional<std::int64_t> property_restrictions;
};

// Writes the rows that are visible to `reader` to `place` (file_folder.h). Calls `progress` every few
// thousand rows; an exception of it aborts the generation. Runs on the calling thread; rows are read as
// read_rows() (table.h) says.
Generated generate(db::Db& db, const CompanyId& company, const ReportFile& file,
                   const accounts::Actor& reader, const std::filesystem::path& place,
                   const std::stop_token& stop, const std::function<void(std::int64_t rows)>& progress);

// After a failure or an unknown outcome: removes the contents at `place`, unless the row of the file refers
// to them. Returns true if it does: the file is complete.
bool remove_unless_known(db::Db& db, const CompanyId& company, const ReportFileId& file,
                         const std::filesystem::path& place);

// The number of rows that generate() would write now.
std::int64_t count_rows(db::Db& db, const CompanyId& company, const ReportFile& file,
                        const accounts::Actor& reader, const std::stop_token& stop);

}  // namespace callboard::reports
