// A copy of the database in one file, made while servers use it.
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

// The file gets its name when it is complete, checked and on the disk; until then it is TARGET.partial. Only
// its owner may read it. Throws when there is a file of that name already, or no database. Whatever schema
// the database has is copied as it is.
Backup back_up(const settings::Settings& settings, const std::filesystem::path& target);

}  // namespace callboard::app
