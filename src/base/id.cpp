#include "base/id.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace callboard {
namespace {

// Ids are validated on every request: one table lookup for each character.
class Alphabet {
  public:
    constexpr explicit Alphabet(std::string_view letters) {
        for (const char letter : letters) has_[static_cast<unsigned char>(letter)] = true;
    }
    constexpr bool has(char c) const { return has_[static_cast<unsigned char>(c)]; }
    constexpr bool has_all(std::string_view text) const {
        return std::ranges::all_of(text, [this](char c) { return has(c); });
    }

  private:
    std::array<bool, 256> has_{};
};
constexpr Alphabet kHexDigits{"0123456789abcdef"};
constexpr Alphabet kDigits{"0123456789"};

bool is_uuid(std::string_view text) {
    if (text.size() != 36) return false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool dash = at == 8 || at == 13 || at == 18 || at == 23;
        if (dash ? text[at] != '-' : !kHexDigits.has(text[at])) return false;
    }
    return true;
}

}  // namespace

bool has_form(std::string_view text, IdForm form) {
    switch (form) {
        case IdForm::uuid: return is_uuid(text);
        case IdForm::hex24: return text.size() == 24 && kHexDigits.has_all(text);
        case IdForm::hex32: return text.size() == 32 && kHexDigits.has_all(text);
        case IdForm::digits: return !text.empty() && text.size() <= 19 && kDigits.has_all(text);
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace callboard
