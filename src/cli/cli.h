#pragma once

namespace callboard::cli {

// Runs the program. Exit codes: 0 success, 1 failure, 2 usage error.
int run(int argc, const char* const* argv);

}  // namespace callboard::cli
