// The folder with the contents of report files. A file under its final name is complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/id.h"
#include "base/partial_file.h"
#include "reports/report.h"

namespace callboard::reports {

// The name of the contents made by the holder of this lease. Names differ for each lease, so a late holder
// cannot overwrite the result of another one.
std::string bytes_name(const ReportFileId& file, std::string_view lease_token);

// `place` is folder / bytes_name.
std::filesystem::path path_of(std::filesystem::path place, Format format);

// A file that is being written: under a temporary name until keep(), and removed without it.
class NewFile {
  public:
    NewFile(const std::filesystem::path& place, Format format);

    void append(std::string_view bytes);                                // unbuffered
    const std::filesystem::path& path() const { return file_.path(); }  // for a library that writes it itself

    // Syncs and renames the file; returns its size.
    std::int64_t keep();

  private:
    PartialFile file_;
};

void remove_bytes(const std::filesystem::path& place);  // in all formats

// Removes the contents in all formats and of all leases.
void remove_files(const std::filesystem::path& folder, std::span<const ReportFileId> files);

// Whether this is the name of a report file, without a folder.
bool is_report_file_name(std::string_view name);

// A report file or temporary file in the folder.
struct FoundFile {
    std::filesystem::path path;
    ReportFileId file;
    std::string bytes_name;
    bool is_part = false;  // temporary
};
std::vector<FoundFile> files_in(const std::filesystem::path& folder);

// The same for a folder of any size, one file at a time in no order; `visit` returns false to stop early.
void visit_files(const std::filesystem::path& folder, FunctionRef<bool(FoundFile&&)> visit);

}  // namespace callboard::reports
