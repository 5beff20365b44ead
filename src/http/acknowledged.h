#pragma once

#include <cstdint>
#include <optional>

namespace callboard::http {

// The number of bytes that the peer has acknowledged (TCP_INFO); what was written to the socket may still be
// in its send buffer. Nothing where the kernel does not report it.
std::optional<std::uint64_t> acknowledged_bytes(int socket);

// Whether bytes that were sent on this TCP socket have not been acknowledged by the peer.
bool has_unacknowledged_bytes(int socket);

}  // namespace callboard::http
