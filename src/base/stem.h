// The stem of an English word: what "build", "builder" and "building" have in common.
#pragma once

#include <string>
#include <string_view>

namespace callboard {

// By Porter's algorithm, and a bit more. A word with anything but small letters of the English alphabet is
// its own stem.
std::string stem(std::string_view word);

}  // namespace callboard
