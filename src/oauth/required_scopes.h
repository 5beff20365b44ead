#pragma once

#include <string_view>

#include "oauth/scope.h"

namespace callboard::oauth {

// The scopes that an operator names. Throws Error when one is unknown, and says which, or when there is none.
ScopeSet required_scopes(std::string_view text);

}  // namespace callboard::oauth
