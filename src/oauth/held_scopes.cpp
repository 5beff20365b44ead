#include "oauth/held_scopes.h"

#include <string>

#include "base/error.h"

namespace callboard::oauth {

void require_holding(const ScopeSet& held, const ScopeSet& wanted) {
    for (const ScopePrompt& each : kScopes) {
        if (!wanted.contains(each.scope) || held.contains(each.scope)) continue;
        throw Error{ErrorKind::forbidden,
                    Fault{"SCOPE_NOT_HELD",
                          "the access token of this request does not have the scope " +
                              std::string{each.name} + ", so it cannot give it to others",
                          "/scopes"}};
    }
}

}  // namespace callboard::oauth
