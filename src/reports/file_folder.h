// The folder with the bytes of report files. What has its name there is whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "reports/report.h"

namespace callboard::reports {

std::filesystem::path path_of(const std::filesystem::path& folder, const ReportFileId& file, Format format);

// A file on its way: under another name until keep().
class NewFile {
  public:
    NewFile(const std::filesystem::path& folder, const ReportFileId& file, Format format);
    ~NewFile();  // removes it, unless it was kept

    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    void append(std::string_view bytes);                         // at once: best in large pieces
    const std::filesystem::path& path() const { return part_; }  // for a library that writes it itself

    // Safe on the disk, under its name. How many bytes it has. Throws when there is one of that name:
    // somebody else has made it meanwhile, and theirs is the one that is known.
    std::int64_t keep();

  private:
    const std::filesystem::path part_;
    const std::filesystem::path final_;
    int descriptor_ = -1;
    bool kept_ = false;
};

void remove_file(const std::filesystem::path& folder, const ReportFileId& file);  // in all formats

// Everything in the folder that is, or was to become, a report file.
struct FoundFile {
    std::filesystem::path path;
    ReportFileId file;
    bool is_part = false;  // not whole
};
std::vector<FoundFile> files_in(const std::filesystem::path& folder);

}  // namespace callboard::reports
