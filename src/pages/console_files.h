// The files of the console, a single-page application that is built from web/console.
#pragma once

#include <string_view>

#include "edge/static_file.h"

namespace callboard::pages {

inline constexpr std::string_view kConsolePath = "/console";

// False if the program was built without it (CALLBOARD_CONSOLE).
bool has_console();

// The page that loads it, the same for all of its paths.
std::string_view console_shell();

// /console/assets/{file}
const edge::StaticFile* console_asset(const edge::Services& services, const edge::PathParams& path);

}  // namespace callboard::pages
