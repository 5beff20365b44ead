// The output of --help.
#pragma once

#include <string>

#include "cli/spec.h"

namespace callboard::cli {

// `path` is the command with its groups: "callboard user add".
std::string help_text(const CommandSpec& command, const std::string& path);

}  // namespace callboard::cli
