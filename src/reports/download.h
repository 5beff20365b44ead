// Downloads of report files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "accounts/actor.h"
#include "db/db.h"
#include "reports/report_file.h"

namespace callboard::reports {

struct Download {
    ReportFile file;
    std::string report_name;
};

// A complete file, if the actor may read it: this one, or the newest of the report. Throw
// REPORT_FILE_NOT_FOUND.
Download download(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportFileId& id);
Download newest_download(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportId& report);

struct StoredBytes {
    std::filesystem::path path;
    std::int64_t size;  // expected
};

// The file must be complete and have the format.
StoredBytes bytes_of(const ReportFile& file, Format format, const std::filesystem::path& folder);

}  // namespace callboard::reports
