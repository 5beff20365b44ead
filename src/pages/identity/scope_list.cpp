#include "pages/identity/scope_list.h"

namespace callboard::pages {

Html scope_list(const oauth::ScopeSet& scopes) {
    Html lines;
    for (const auto& [scope, name, prompt] : oauth::kScopes) {
        if (!scopes.contains(scope)) continue;
        lines.markup +=
            fill(web_file("identity/consent_scope.html"), {{"prompt", prompt}, {"name", name}}).markup;
    }
    return lines;
}

}  // namespace callboard::pages
