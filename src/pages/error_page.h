// Errors as HTML pages, for browsers.
#pragma once

#include <string>

#include "edge/error_page.h"

namespace callboard::pages {

std::string error_page(const edge::ErrorPageContent& error);

}  // namespace callboard::pages
