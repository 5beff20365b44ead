// How much a JsonDocument may have, beside its depth (kMaxJsonDepth); more is INVALID_JSON. What a patch
// makes may have no more, either.
#pragma once

#include <cstddef>
#include <string>

namespace callboard::wire {

// Of the members of a document, the first ones of each object are free, and the others are counted together.
// A client can choose keys that have the same hash, and each of them is compared with all others of its
// object.
inline constexpr std::size_t kFreeMembers = 32;
inline constexpr std::size_t kMostExtraMembers = 2'000;

// Keys of one hash are compared with each other byte by byte.
inline constexpr std::size_t kLongestKey = 1'024;

// A value of two bytes, such as "1,", takes 24 in memory, and more while it is parsed.
inline constexpr std::size_t kMostValues = 100'000;

// For messages.
std::string too_many_members();
std::string too_many_values();

}  // namespace callboard::wire
