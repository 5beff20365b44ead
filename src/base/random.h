// Cryptographically secure random values from OpenSSL, for ids, keys and passwords. Thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace callboard {

void fill_random(std::span<std::uint8_t> bytes);

// Uniformly distributed over 0 … limit - 1.
std::uint64_t random_below(std::uint64_t limit);

// 256 random bits in base64url, which needs no escaping in URLs, headers and JSON.
std::string random_secret();

// Characters drawn uniformly from `alphabet`.
std::string random_text(std::size_t length, std::string_view alphabet);

}  // namespace callboard
