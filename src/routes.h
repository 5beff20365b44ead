#pragma once

#include <vector>

#include "edge/route.h"

namespace callboard {

// THE TABLE: one row per endpoint.
std::vector<edge::Route> routes();

// And those that exist only with --sandbox.
std::vector<edge::Route> routes_with_sandbox();

}  // namespace callboard
