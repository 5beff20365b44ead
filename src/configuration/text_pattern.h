// How a text must look: # stands for a digit, @ for a letter from A to Z in either case, * for a letter or a
// digit, every other character for itself, and a backslash for the character after it. Such a pattern needs
// one pass over the text, whatever an administrator writes; a regular expression may not.
#pragma once

#include <string_view>

namespace callboard::configuration {

// False if it is empty or ends with a backslash that stands for nothing.
bool is_text_pattern(std::string_view pattern);

// The whole text.
bool matches_pattern(std::string_view text, std::string_view pattern);

}  // namespace callboard::configuration
