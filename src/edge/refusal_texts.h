// Messages of refusals by the pipeline: what was wrong, and what is allowed.
#pragma once

#include <cstddef>
#include <string>

#include "edge/route.h"
#include "throttle/ledger.h"

namespace callboard::edge {

// For a refused permit: the policy and its limit.
std::string too_many(const throttle::Permit& permit);

std::string not_acceptable(const Route& route);

// The text after "the request body is too large".
std::string too_large(std::size_t limit);

}  // namespace callboard::edge
