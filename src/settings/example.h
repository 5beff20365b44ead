// A settings file to start from.
#pragma once

#include <string>

namespace callboard::settings {

// A TOML file with every setting commented out, its meaning above it. A setting with a default shows it; the
// others show the placeholder of their value.
std::string example_file();

}  // namespace callboard::settings
