// HTML pages, as rows of the route table.
#pragma once

#include <vector>

#include "edge/route.h"

namespace callboard::pages {

std::vector<edge::Route> console_routes();
std::vector<edge::Route> page_routes();
std::vector<edge::Route> identity_routes();
std::vector<edge::Route> candidate_page_routes();
std::vector<edge::Route> careers_page_routes();

}  // namespace callboard::pages
