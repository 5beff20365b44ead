#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace callboard {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);

// Compares in constant time.
bool same_digest(const Sha256& a, const Sha256& b);

}  // namespace callboard
