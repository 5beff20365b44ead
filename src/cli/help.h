// What --help prints.
#pragma once

#include <string>

#include "cli/spec.h"

namespace callboard::cli {

// `path` is how the command is called: "callboard user add".
std::string help_text(const CommandSpec& command, const std::string& path);

}  // namespace callboard::cli
