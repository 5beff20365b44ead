// What a caller gives away must be its own.
#pragma once

#include "oauth/scope.h"

namespace callboard::oauth {

// Throws SCOPE_NOT_HELD, which names a scope, unless `held`, the scopes of the caller, include `wanted`.
void require_holding(const ScopeSet& held, const ScopeSet& wanted);

}  // namespace callboard::oauth
