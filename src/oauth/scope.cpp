#include "oauth/scope.h"

#include <ranges>

namespace callboard::oauth {

std::string to_text(const ScopeSet& scopes) {
    std::string text;
    for (const auto& [scope, name, prompt] : kScopes)
        if (scopes.contains(scope)) text.append(text.empty() ? "" : " ").append(name);
    return text;
}

ReadScopes read_scopes(std::string_view text) {
    ReadScopes read;
    for (const auto part : std::views::split(text, ' ')) {
        const std::string_view name{part};
        if (name.empty()) continue;
        if (const auto scope = named<Scope>(name)) {
            read.known.insert(*scope);
        } else if (!read.unknown) {
            read.unknown = name;
        }
    }
    return read;
}

}  // namespace callboard::oauth
