// Hints to the operation or page that lists the valid values. Domain code reports the error; only this layer
// knows the paths.
#pragma once

#include <span>
#include <string_view>

namespace callboard::edge {

struct Hint {
    std::string_view code;
    std::string_view text;
};
std::span<const Hint> all_hints();

// Empty if there is no hint.
std::string_view hint_for(std::string_view code);

}  // namespace callboard::edge
