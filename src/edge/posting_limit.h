// The limits of applications for one posting, for routes with a credential. Pages ask AddressLimits
// themselves.
#pragma once

#include <string_view>

#include "edge/route.h"

namespace callboard::edge {

// `parameter` is the one of the path with the UUID of the posting. Refused requests get a 429 before their
// body is read.
Route limited_per_posting(Route row, std::string_view parameter);

}  // namespace callboard::edge
