#pragma once

#include <cstdint>
#include <optional>

namespace callboard::http {

// How many bytes of a TCP connection the other side has acknowledged. What was handed to the system may still
// wait here, unread, for as long as it likes. Nothing where the system does not count them.
std::optional<std::uint64_t> acknowledged_bytes(int socket);

}  // namespace callboard::http
