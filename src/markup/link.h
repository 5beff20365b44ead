#pragma once

#include <optional>
#include <string_view>

namespace callboard::markup {

// The trimmed URL if it is safe in a link: absolute, with scheme http, https or mailto. Nothing for all
// others, and for URLs whose scheme browsers could read differently.
std::optional<std::string_view> safe_link(std::string_view address);

}  // namespace callboard::markup
