#pragma once

#include <string_view>

#include "oauth/scope.h"

namespace callboard::oauth {

// Parses scopes given by the operator. Throws Error if one is unknown or if there are none.
ScopeSet required_scopes(std::string_view text);

}  // namespace callboard::oauth
