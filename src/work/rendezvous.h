// Rendezvous hashing: servers that know the same list of servers agree on who of them prefers a key, without
// asking each other. When a server joins or leaves, only the keys move that it gets or had.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace callboard::work {

// The number of servers that precede this one for the key; 0: it is the preferred one. It need not be in the
// list.
std::size_t rank(std::string_view server, std::span<const std::string> servers, std::string_view key);

}  // namespace callboard::work
