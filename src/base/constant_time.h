// Constant-time comparison of secrets and derived values: tokens, digests, signatures.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace callboard {

// Takes the same time wherever the first difference lies; only a different length shows.
bool equal_in_constant_time(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b);
bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace callboard
