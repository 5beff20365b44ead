// A look at HTML before it is parsed.
#pragma once

#include <cstddef>
#include <string_view>

namespace callboard::markup {

// How many attributes a tag may have. The parser compares each of them with all before it.
inline constexpr std::size_t kMostAttributes = 100;

// False means that the parser finds no tag with more attributes, wherever it sees tags begin: each "<" is
// taken for one, also in comments, scripts and values. So it may be true of a text in which the parser finds
// less. Takes time in proportion to the text; what would take longer is such a text, too.
bool may_have_too_many_attributes(std::string_view html);

}  // namespace callboard::markup
