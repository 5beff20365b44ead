// The program as a whole.
#pragma once

#include "cli/spec.h"

namespace callboard::cli {

// Runs the program. Exit codes: 0 success, 1 failure, 2 usage error.
int run(int argc, const char* const* argv);

// Every command of the program.
CommandSpec all_commands();

}  // namespace callboard::cli
