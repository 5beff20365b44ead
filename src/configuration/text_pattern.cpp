#include "configuration/text_pattern.h"

namespace callboard::configuration {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool fits(char c, char sign) {
    switch (sign) {
        case '#': return is_digit(c);
        case '@': return is_letter(c);
        case '*': return is_digit(c) || is_letter(c);
        default: return c == sign;
    }
}

}  // namespace

bool is_text_pattern(std::string_view pattern) {
    bool is_escaped = false;
    for (const char c : pattern) is_escaped = !is_escaped && c == '\\';
    return !pattern.empty() && !is_escaped;
}

bool matches_pattern(std::string_view text, std::string_view pattern) {
    std::size_t at = 0;
    for (const char c : text) {
        if (at == pattern.size()) return false;
        const bool is_escaped = pattern[at] == '\\' && at + 1 < pattern.size();
        if (is_escaped) ++at;
        if (is_escaped ? c != pattern[at] : !fits(c, pattern[at])) return false;
        ++at;
    }
    return at == pattern.size();
}

}  // namespace callboard::configuration
