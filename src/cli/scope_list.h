#pragma once

#include <string>
#include <vector>

#include "oauth/scope.h"

namespace callboard::cli {

// The names of the scopes.
inline std::vector<std::string> scope_list(const oauth::ScopeSet& scopes) {
    std::vector<std::string> names;
    for (const auto& [scope, name, prompt] : oauth::kScopes)
        if (scopes.contains(scope)) names.emplace_back(name);
    return names;
}

}  // namespace callboard::cli
