#pragma once

#include "edge/static_file.h"

namespace callboard::pages {

// /assets/{file}: the stylesheets, scripts and images of web/, and the sections of the guides; nothing else.
const edge::StaticFile* asset(const edge::Services& services, const edge::PathParams& path);

}  // namespace callboard::pages
