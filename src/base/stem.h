// Stemming of English words: "build", "builder" and "building" have the same stem.
#pragma once

#include <string>
#include <string_view>

namespace callboard {

// Porter's algorithm with one addition. A word with anything but lower-case English letters is returned as it
// is.
std::string stem(std::string_view word);

}  // namespace callboard
