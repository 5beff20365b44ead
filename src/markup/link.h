#pragma once

#include <optional>
#include <string_view>

namespace callboard::markup {

// The address as it may stand in a link, without the white space around it: http, https or mailto, complete.
// Nothing for all others, and for what browsers would read as another scheme than it seems.
std::optional<std::string_view> safe_link(std::string_view address);

}  // namespace callboard::markup
