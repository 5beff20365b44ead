// Sanitises HTML from clients: parses it and serialises allowed elements and attributes only. All text is
// escaped.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "markup/tag_scan.h"

namespace callboard::markup {

// The maximum depth of nested elements. The parser searches all open elements at each end tag.
inline constexpr std::size_t kDeepest = 200;

// Text without "<" is no markup and is returned as it is. Returns nothing if elements are nested deeper than
// kDeepest or a tag has more than kMostAttributes attributes. Idempotent. The input must be UTF-8.
std::optional<std::string> sanitised(std::string_view html);

}  // namespace callboard::markup
