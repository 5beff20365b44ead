// What refusals of the pipeline say: what was wrong, and what is allowed.
#pragma once

#include <cstddef>
#include <string>

#include "edge/route.h"
#include "throttle/ledger.h"

namespace callboard::edge {

// Of a permit that was refused: the policy, and what it allows.
std::string too_many(const throttle::Permit& permit);

std::string not_acceptable(const Route& route);

// What follows "the request body is too large".
std::string too_large(std::size_t limit);

}  // namespace callboard::edge
