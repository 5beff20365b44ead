#pragma once

#include "edge/web.h"

namespace callboard::pages {

// "/": the start page; a browser with a session is redirected to the console.
edge::Route home(const edge::Columns& columns);

}  // namespace callboard::pages
