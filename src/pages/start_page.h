#pragma once

#include "edge/route.h"

namespace callboard::pages {

// The start page at "/".
edge::Page start_page(const edge::Services& services, const http::Request& request);

}  // namespace callboard::pages
