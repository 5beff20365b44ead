#include "oauth/required_scopes.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "base/suggestion.h"

namespace callboard::oauth {
namespace {

Error invalid(std::string message) {
    return {ErrorKind::invalid_request, Fault{"INVALID_SCOPE", std::move(message), "/scopes"}};
}

}  // namespace

ScopeSet required_scopes(std::string_view text) {
    const ReadScopes read = read_scopes(text);
    if (read.unknown)
        throw invalid("unknown scope '" + *read.unknown + "'" +
                      suggestion(*read.unknown, kScopes, &ScopePrompt::name));
    if (read.known.empty()) throw invalid("at least one scope is required");
    return read.known;
}

}  // namespace callboard::oauth
