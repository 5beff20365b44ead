// The Prefer header (RFC 7240).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace callboard::http {

// The value of a preference in a list such as `respond-async, handling=strict; wait=10`; empty if it has no
// value, nothing if it is absent. Of duplicates only the first counts.
std::optional<std::string> preference(std::string_view list, std::string_view name);

}  // namespace callboard::http
