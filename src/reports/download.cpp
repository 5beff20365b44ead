#include "reports/download.h"

#include <utility>

#include "base/error.h"
#include "reports/areas.h"
#include "reports/file_folder.h"
#include "reports/report_store.h"
#include "reports/reporting.h"

namespace callboard::reports {
namespace {

Download complete(db::Snapshot& snapshot, ReportFile file) {
    if (file.status != FileStatus::completed) throw not_found("REPORT_FILE_NOT_FOUND");
    const auto report = store::find(snapshot, file.report);
    const Area* const area = area_called(file.area);
    // A built-in report has no row; its name is that of its area.
    std::string name = report ? report->name : std::string{area ? area->title : ""};
    return {.file = std::move(file), .report_name = std::move(name)};
}

}  // namespace

Download download(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportFileId& id) {
    return complete(snapshot, visible_file(snapshot, actor, id));
}

Download newest_download(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportId& report) {
    return complete(snapshot, recent_file(snapshot, actor, report));
}

StoredBytes bytes_of(const ReportFile& file, Format format, const std::filesystem::path& folder) {
    if (!file.bytes_name) throw unavailable("a complete file has no bytes: " + std::string{file.id.text()});
    const auto& size = format == Format::csv ? file.csv_bytes : file.excel_bytes;
    return {.path = path_of(folder / *file.bytes_name, format), .size = size.value_or(0)};
}

}  // namespace callboard::reports
