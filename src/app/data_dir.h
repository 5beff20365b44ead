// The data directory of a server.
#pragma once

#include <filesystem>

#include "settings/settings.h"

namespace callboard::app {

// Sets the umask so that new files are readable by their owner only.
void set_private_umask();

// Creates the folder if it is missing, and calls set_private_umask().
void prepare_data_dir(const std::filesystem::path& folder);

std::filesystem::path database_file(const std::filesystem::path& folder);

// Throws Error if it is a symbolic link: a lock on the folder says nothing about a file in another one.
void require_own_database_file(const std::filesystem::path& folder);

// The name, in the folder, of the socket at which the server shows its requests (callboard tail).
inline constexpr const char* kTailSocket = "tail.sock";

std::filesystem::path report_dir(const settings::Settings& settings);

// The folder of report files, created if it is missing.
std::filesystem::path prepare_report_dir(const settings::Settings& settings);

// An exclusive lock on the folder. Throws std::runtime_error if another server holds it.
class DataDirLock {
  public:
    explicit DataDirLock(const std::filesystem::path& folder);
    ~DataDirLock();

    DataDirLock(const DataDirLock&) = delete;
    DataDirLock& operator=(const DataDirLock&) = delete;

  private:
    int file_;
};

}  // namespace callboard::app
