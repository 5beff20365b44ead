#pragma once

#include "edge/static_file.h"

namespace callboard::pages {

// The OpenAPI document as people read it, where they can try a call.
const edge::StaticFile* reference_page(const edge::Services& services, const edge::PathParams& path);

}  // namespace callboard::pages
