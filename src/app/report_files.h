// The report files of an installation, for copies of it.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/file_descriptor.h"
#include "base/function_ref.h"
#include "settings/settings.h"

namespace callboard::app {

// Without links, temporary files and files that are none of ours.
std::vector<std::filesystem::path> complete_report_files(const settings::Settings& settings);

// A file that is read only if it is a regular one: a link could lead to any file of this machine, and opening
// a FIFO would block.
class RegularFile {
  public:
    explicit RegularFile(std::filesystem::path file);

    bool exists() const;
    void read(FunctionRef<void(std::string_view piece)> receive) const;

  private:
    [[noreturn]] void fail() const;

    const std::filesystem::path file_;
    const FileDescriptor descriptor_;
};

}  // namespace callboard::app
