#include "base/email.h"

#include "base/encoding.h"

namespace callboard {

namespace {

constexpr std::string_view kSpecial = " ,;:<>()[]\\\"@";

// A quoted local part (RFC 5321, section 4.1.2).
bool is_quoted(std::string_view local) {
    if (local.size() < 3 || local.front() != '"' || local.back() != '"') return false;
    const auto inside = local.substr(1, local.size() - 2);
    bool is_escaped = false;
    for (const char c : inside) {
        if (c == '"' && !is_escaped) return false;
        is_escaped = c == '\\' && !is_escaped;
    }
    return !is_escaped;
}

bool is_local_part(std::string_view text) {
    return is_quoted(text) || (!text.empty() && text.find_first_of(kSpecial) == std::string_view::npos);
}

bool is_domain(std::string_view text) {
    const bool is_address = text.size() > 2 && text.front() == '[' && text.back() == ']';  // user@[192.0.2.1]
    return is_address || (!text.empty() && text.find_first_of(kSpecial) == std::string_view::npos);
}

}  // namespace

bool is_email(std::string_view text) {
    const auto at = text.rfind('@');
    return at != std::string_view::npos && text.size() <= 254 && is_local_part(text.substr(0, at)) &&
           is_domain(text.substr(at + 1)) && is_utf8(text) && !has_control_characters(text);
}

std::string_view domain_of(std::string_view email) {
    const auto at = email.rfind('@');
    return at == std::string_view::npos ? email : email.substr(at + 1);
}

}  // namespace callboard
