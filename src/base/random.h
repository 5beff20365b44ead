// Randomness for ids, keys and passwords: unguessable, from OpenSSL's generator. Thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace callboard {

void fill_random(std::span<std::uint8_t> bytes);

// Evenly spread over 0 … limit - 1.
std::uint64_t random_below(std::uint64_t limit);

// 256 bits as text: what nobody guesses, of characters that need no escape anywhere.
std::string random_secret();

// Characters drawn evenly from the alphabet.
std::string random_text(std::size_t length, std::string_view alphabet);

}  // namespace callboard
