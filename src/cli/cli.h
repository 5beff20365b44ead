#pragma once

namespace callboard::cli {

// The program: 0 done, 1 failed, 2 wrong usage.
int run(int argc, const char* const* argv);

}  // namespace callboard::cli
