// The documented errors of a route, as lists that can be concatenated.
#pragma once

#include <vector>

#include "edge/route.h"

namespace callboard::edge {

using Errors = std::vector<DocumentedError>;

inline Errors operator+(Errors errors, const Errors& more) {
    errors.insert(errors.end(), more.begin(), more.end());
    return errors;
}

}  // namespace callboard::edge
