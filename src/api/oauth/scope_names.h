// Scopes as lists of the API.
#pragma once

#include <vector>

#include "oauth/scope.h"

namespace callboard::api {

inline oauth::ScopeSet scope_set(const std::vector<oauth::Scope>& scopes) {
    oauth::ScopeSet set;
    for (const oauth::Scope scope : scopes) set.insert(scope);
    return set;
}

inline std::vector<oauth::Scope> scope_list(const oauth::ScopeSet& set) {
    std::vector<oauth::Scope> scopes;
    for (const oauth::ScopePrompt& each : oauth::kScopes)
        if (set.contains(each.scope)) scopes.push_back(each.scope);
    return scopes;
}

}  // namespace callboard::api
