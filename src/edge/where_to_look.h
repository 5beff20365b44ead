// Where somebody who got an error finds what would have been right. Nouns say what is wrong; which path lists
// the right values is known here, at the edge.
#pragma once

#include <span>
#include <string_view>

namespace callboard::edge {

struct Hint {
    std::string_view code;
    std::string_view text;
};
std::span<const Hint> all_hints();

// Empty: there is nothing to say.
std::string_view where_to_look(std::string_view code);

}  // namespace callboard::edge
