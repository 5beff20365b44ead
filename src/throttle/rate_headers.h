// What is left of a budget, as the client is told: X-RateLimit-*, and beside them the fields of the IETF's
// draft.
#pragma once

#include <optional>
#include <string>

#include "throttle/ledger.h"

namespace callboard::throttle {

// Lines of a response's head. A limit that is switched off has none.
void append_headers(std::string& lines, const std::optional<Share>& rate,
                    const std::optional<Share>& concurrency);

}  // namespace callboard::throttle
