#include "markup/link.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace callboard::markup {
namespace {

constexpr std::array<std::string_view, 3> kSchemes{"http://", "https://", "mailto:"};

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

}  // namespace

std::optional<std::string_view> safe_link(std::string_view address) {
    const std::string_view link = trimmed(address, " \t\n\f\r");
    const bool known = std::ranges::any_of(kSchemes, [&](std::string_view scheme) {
        return link.size() > scheme.size() && same_name(link.substr(0, scheme.size()), scheme);
    });
    // Browsers remove some control characters from a URL before they parse the scheme.
    if (!known || std::ranges::any_of(link, is_control)) return std::nullopt;
    return link;
}

}  // namespace callboard::markup
