// Sends what the program writes to standard error, its log, to a file.
#pragma once

#include <filesystem>
#include <optional>

#include "base/file_descriptor.h"

namespace callboard::cli {

class LogFile {
  public:
    // Nothing: standard error stays as it is. Throws std::runtime_error, which names the file, if it cannot
    // be used: it must be a regular file, because writing to a pipe could wait forever, and no symbolic link,
    // which could lead to any file of the server.
    explicit LogFile(std::optional<std::filesystem::path> file);
    ~LogFile();  // restores standard error, where the reason of a failure is expected

    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;

    // Continues with the file that now has the name. The replacement is atomic: all lines are in one of the
    // two, and none is in the old one afterwards. On failure it throws, and continues with the old one.
    void reopen() const;

  private:
    const std::optional<std::filesystem::path> file_;
    FileDescriptor original_;
};

}  // namespace callboard::cli
