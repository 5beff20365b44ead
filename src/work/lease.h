// A lease: which node works on a row, and until when no other node may claim it.
#pragma once

#include <chrono>
#include <string_view>

#include "base/clock.h"

namespace callboard::work {

// A default one has no owner and is expired.
struct Lease {
    std::string_view node;   // the server, which reclaims its leases after a restart
    std::string_view token;  // of this claim: outcomes are only written while the row has it
    std::chrono::milliseconds duration{0};

    Timestamp until(Timestamp now) const { return token.empty() ? Timestamp{} : now + duration; }
};

}  // namespace callboard::work
