#include "http/preference.h"

#include <algorithm>

#include "http/header_text.h"

namespace callboard::http {
namespace {

// The length of the text before the first separator outside of quotes.
std::size_t length_before(std::string_view text, char separator) {
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (quoted && text[i] == '\\') {
            ++i;
        } else if (text[i] == '"') {
            quoted = !quoted;
        } else if (text[i] == separator && !quoted) {
            return i;
        }
    }
    return text.size();
}

// The value of a token or of a quoted string.
std::string unquoted(std::string_view word) {
    if (!word.starts_with('"')) return std::string{word};
    std::string text;
    for (std::size_t i = 1; i < word.size() && word[i] != '"'; ++i) {
        if (word[i] == '\\' && i + 1 < word.size()) ++i;
        text += word[i];
    }
    return text;
}

}  // namespace

std::optional<std::string> preference(std::string_view list, std::string_view name) {
    while (!list.empty()) {
        std::string_view entry = list.substr(0, length_before(list, ','));
        list.remove_prefix(std::min(entry.size() + 1, list.size()));
        entry = entry.substr(0, length_before(entry, ';'));  // without parameters
        const auto equals = std::min(entry.find('='), entry.size());
        if (!same_name(trimmed(entry.substr(0, equals)), name)) continue;
        return unquoted(trimmed(entry.substr(std::min(equals + 1, entry.size()))));
    }
    return std::nullopt;
}

}  // namespace callboard::http
