#include "oauth/required_scopes.h"

#include "base/error.h"
#include "base/suggestion.h"

namespace callboard::oauth {

ScopeSet required_scopes(std::string_view text) {
    const ReadScopes read = read_scopes(text);
    if (read.unknown)
        throw invalid_request("INVALID_SCOPE", "unknown scope '" + *read.unknown + "'" +
                                                   suggestion(*read.unknown, kScopes, &ScopePrompt::name));
    if (read.known.empty()) throw invalid_request("INVALID_SCOPE", "at least one scope is required");
    return read.known;
}

}  // namespace callboard::oauth
