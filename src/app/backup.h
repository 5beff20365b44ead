// Online backup of the database and the report files to one file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/function_ref.h"
#include "settings/settings.h"

namespace callboard::app {

struct BackupRequest {
    std::filesystem::path target;                   // the file; with `keep`, a folder
    std::optional<std::filesystem::path> key_file;  // encrypts
    std::optional<std::size_t> keep;                // how many backups to keep in the folder
};

struct Backup {
    std::filesystem::path file;
    std::int64_t bytes = 0;
    std::string engine;  // sqlite or postgresql
    std::int64_t schema = 0;
    std::int64_t reports = 0;
    bool has_secrets_key = false;
    std::vector<std::filesystem::path> removed;  // older backups in the folder
};

// Called with how much is done; the total may be an estimate.
using BackupProgress = FunctionRef<void(std::int64_t done, std::int64_t total)>;

// Writes TARGET.partial, accessible by its owner only, reads it back, and renames it when it is synced. The
// secrets key is included if the backup is encrypted. Throws if TARGET exists or there is no database. The
// schema is copied as it is, whatever its version.
Backup back_up(const settings::Settings& settings, const BackupRequest& request, const Clock& clock,
               BackupProgress progress);

}  // namespace callboard::app
