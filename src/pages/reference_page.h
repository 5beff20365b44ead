#pragma once

#include "edge/route.h"

namespace callboard::pages {

// The OpenAPI document as people read it, where they can try a call.
edge::Page reference_page(const edge::Services& services, const http::Request& request);
edge::Page reference_script(const edge::Services& services, const http::Request& request);
edge::Page reference_stylesheet(const edge::Services& services, const http::Request& request);

}  // namespace callboard::pages
