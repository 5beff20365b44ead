// What somebody meant who mistyped a name.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace callboard {

// The candidate nearest to `word`, if it is near enough to be a typing error; compares without regard to
// letter case. Words longer than 64 bytes have none, so the cost is bounded by the number of candidates.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace callboard
