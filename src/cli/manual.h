// The manual page callboard(1), generated from the commands and settings.
#pragma once

#include <string>

#include "cli/spec.h"

namespace callboard::cli {

// In roff, with the macros of man(7).
std::string manual_page(const CommandSpec& root);

}  // namespace callboard::cli
