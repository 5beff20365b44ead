#include "accounts/email.h"

#include "base/encoding.h"

namespace callboard::accounts {

bool is_email(std::string_view text) {
    const auto at = text.rfind('@');
    return at != std::string_view::npos && at > 0 && at + 1 < text.size() && text.size() <= 254 &&
           text.find_first_of(" ,;<>\"") == std::string_view::npos && is_utf8(text) &&
           !has_control_characters(text);
}

}  // namespace callboard::accounts
