#include "base/id.h"

#include <cstdlib>

namespace callboard {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kDigits = "0123456789";

bool all_in(std::string_view text, std::string_view alphabet) {
    return text.find_first_not_of(alphabet) == std::string_view::npos;
}

bool is_uuid(std::string_view text) {
    if (text.size() != 36) return false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool dash = at == 8 || at == 13 || at == 18 || at == 23;
        if (dash ? text[at] != '-' : !kHexDigits.contains(text[at])) return false;
    }
    return true;
}

}  // namespace

bool has_form(std::string_view text, IdForm form) {
    switch (form) {
        case IdForm::uuid: return is_uuid(text);
        case IdForm::hex24: return text.size() == 24 && all_in(text, kHexDigits);
        case IdForm::hex32: return text.size() == 32 && all_in(text, kHexDigits);
        case IdForm::digits: return !text.empty() && text.size() <= 19 && all_in(text, kDigits);
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace callboard
