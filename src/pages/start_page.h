#pragma once

#include "edge/route.h"

namespace callboard::pages {

// What a person with a browser meets at "/".
edge::Page start_page(const edge::Services& services, const http::Request& request);

}  // namespace callboard::pages
