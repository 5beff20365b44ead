// Operations that exist only with --sandbox, as rows of the route table.
#pragma once

#include <vector>

#include "edge/route.h"

namespace callboard::sandbox {

std::vector<edge::Route> sandbox_routes();

}  // namespace callboard::sandbox
