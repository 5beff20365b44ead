// Times as HTTP and RSS write them.
#pragma once

#include <string>

#include "base/clock.h"

namespace callboard {

// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, section 5.6.7)
std::string http_date(Timestamp time);

}  // namespace callboard
