// HTML from clients is made harmless: it is parsed, and written anew from a list of allowed elements and
// attributes. Nothing of the input reaches the output but text, which is escaped.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "markup/tag_scan.h"

namespace callboard::markup {

// How many elements may stand inside each other. The parser looks through all of them at each end tag.
inline constexpr std::size_t kDeepest = 200;

// Text without "<" is no markup and stays as it is. Nothing when elements are nested deeper than kDeepest, or
// a tag has more attributes than kMostAttributes. Sanitising the result again changes nothing. The input must
// be UTF-8.
std::optional<std::string> sanitised(std::string_view html);

}  // namespace callboard::markup
