// What a client prefers (RFC 7240).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace callboard::http {

// The value of a preference in a list such as `respond-async, handling=strict; wait=10`; empty when it has
// none. Nothing when it is not there. Of several only the first counts.
std::optional<std::string> preference(std::string_view list, std::string_view name);

}  // namespace callboard::http
