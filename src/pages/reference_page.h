#pragma once

#include "edge/static_file.h"

namespace callboard::pages {

// The API reference, rendered from the OpenAPI document in the browser.
const edge::StaticFile* reference_page(const edge::Services& services, const edge::PathParams& path);

}  // namespace callboard::pages
