// X-RateLimit-* headers, and the RateLimit fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers).
#pragma once

#include <optional>
#include <string>

#include "throttle/ledger.h"

namespace callboard::throttle {

// Appends header lines; none for a disabled limit.
void append_headers(std::string& lines, const std::optional<Share>& rate,
                    const std::optional<Share>& concurrency);

}  // namespace callboard::throttle
