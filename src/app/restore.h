// Puts a backup into an empty place.
#pragma once

#include <filesystem>
#include <optional>

#include "app/backup_file.h"
#include "archive/header.h"
#include "base/clock.h"
#include "base/function_ref.h"
#include "settings/settings.h"

namespace callboard::app {

struct RestoreRequest {
    std::filesystem::path file;
    std::optional<std::filesystem::path> key_file;  // decrypts
};

struct Restored {
    archive::Header header;
    BackupContent content;
    bool needs_migration = false;  // by the next start
};

// Verifies the whole backup before it writes anything. The database appears last and as a whole: a restore
// that was interrupted can be repeated. Throws if there is a database already, if the backup is of another
// engine or a newer schema, or if another secrets key is in the place of the one in the backup.
Restored restore(const settings::Settings& settings, const RestoreRequest& request,
                 FunctionRef<void(std::int64_t done, std::int64_t total)> progress);

}  // namespace callboard::app
