// The folder that a server keeps its files in.
#pragma once

#include <filesystem>

#include "settings/settings.h"

namespace callboard::app {

// Files that this program makes from now on are readable by its owner only.
void keep_files_private();

// Makes the folder when it is missing, and keeps files private.
void prepare_data_dir(const std::filesystem::path& folder);

std::filesystem::path database_file(const std::filesystem::path& folder);

// The folder of report files, made when it is missing.
std::filesystem::path prepare_report_dir(const settings::Settings& settings);

// Held by the one server that works in the folder. Throws std::runtime_error when another one does.
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
