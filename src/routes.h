#pragma once

#include <vector>

#include "edge/route.h"

namespace callboard {

// THE TABLE: one row per endpoint of the OpenAPI document.
std::vector<edge::Route> routes();

// And those that exist only with --sandbox.
std::vector<edge::Route> routes_with_sandbox();

enum class Sandbox { no, yes };

// All rows that a server has: also those of SCIM, which describes itself.
std::vector<edge::Route> served_routes(Sandbox sandbox);

}  // namespace callboard
