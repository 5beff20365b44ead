// The folder with the bytes of report files. What has its name there is whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/partial_file.h"
#include "reports/report.h"

namespace callboard::reports {

// What the bytes of a file are called that the holder of this lease made. Each maker has names of its own:
// one that is late cannot touch what another one has made.
std::string bytes_name(const ReportFileId& file, std::string_view lease_token);

// `place` is folder / bytes_name.
std::filesystem::path path_of(std::filesystem::path place, Format format);

// A file on its way: under another name until keep(), and removed unless it was kept.
class NewFile {
  public:
    NewFile(const std::filesystem::path& place, Format format);

    void append(std::string_view bytes);                                // at once: best in large pieces
    const std::filesystem::path& path() const { return file_.path(); }  // for a library that writes it itself

    // Safe on the disk, under its name. How many bytes it has.
    std::int64_t keep();

  private:
    PartialFile file_;
};

void remove_bytes(const std::filesystem::path& place);  // in all formats

// Whoever made them.
void remove_files(const std::filesystem::path& folder, std::span<const ReportFileId> files);

// Everything in the folder that is, or was to become, a report file.
struct FoundFile {
    std::filesystem::path path;
    ReportFileId file;
    std::string bytes_name;
    bool is_part = false;  // not whole
};
std::vector<FoundFile> files_in(const std::filesystem::path& folder);

}  // namespace callboard::reports
