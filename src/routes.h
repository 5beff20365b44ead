#pragma once

#include <vector>

#include "edge/route.h"

namespace callboard {

// THE TABLE: one row per endpoint.
std::vector<edge::Route> routes();

}  // namespace callboard
