#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace callboard {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);

}  // namespace callboard
