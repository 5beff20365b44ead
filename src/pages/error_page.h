// An error as a page, for people with a browser.
#pragma once

#include <string>

#include "edge/error_page.h"

namespace callboard::pages {

// What went wrong, and a way back.
std::string error_page(const edge::ErrorPageContent& error);

}  // namespace callboard::pages
