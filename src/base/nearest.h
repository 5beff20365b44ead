// Fuzzy matching of mistyped names.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace callboard {

// The candidate with the smallest edit distance to `word`, if it is small enough for a typo;
// case-insensitive. Words longer than 64 bytes have none, so the cost is bounded by the number of candidates.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace callboard
