// Checks of HTML before it is parsed.
#pragma once

#include <cstddef>
#include <string_view>

namespace callboard::markup {

// The maximum number of attributes of a tag. The parser compares each one with all before it.
inline constexpr std::size_t kMostAttributes = 100;

// If false, the parser finds no tag with more than kMostAttributes attributes. Every "<" counts as the start
// of a tag, also in comments, scripts and values, so false positives are possible. Takes linear time: a text
// that would take longer gives true.
bool may_have_too_many_attributes(std::string_view html);

}  // namespace callboard::markup
