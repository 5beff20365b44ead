// Online backup of the database to one file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "settings/settings.h"

namespace callboard::app {

struct Backup {
    std::int64_t bytes;
    std::string_view engine;  // sqlite or postgresql
};

// Writes TARGET.partial, readable by its owner only, and renames it when it is complete, verified and synced.
// Throws if TARGET exists or there is no database. The schema is copied as it is, whatever its version.
Backup back_up(const settings::Settings& settings, const std::filesystem::path& target);

}  // namespace callboard::app
