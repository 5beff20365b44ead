// Who works on a row, and how long nobody else does.
#pragma once

#include <chrono>
#include <string_view>

#include "base/clock.h"

namespace callboard::work {

// A default one is nobody's: it has ended already.
struct Lease {
    std::string_view node;   // the server: what it held when it was killed is its own when it starts again
    std::string_view token;  // of this claim: an outcome is written only where the row still has it
    std::chrono::milliseconds duration{0};

    Timestamp until(Timestamp now) const { return token.empty() ? Timestamp{} : now + duration; }
};

}  // namespace callboard::work
