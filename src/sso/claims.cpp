#include "sso/claims.h"

#include "base/encoding.h"

namespace callboard::sso {
namespace {

constexpr std::size_t kLongestSubject = 255;     // OpenID Connect Core, section 2
constexpr std::size_t kLongestIdentifier = 100;  // characters, of an SSO identifier in the API
constexpr std::size_t kLongestCharacter = 4;     // bytes, in UTF-8
constexpr std::size_t kLongestEmail = 254;
constexpr std::size_t kLongestName = 1'000;

std::optional<std::string> identifier_in(const wire::JsonValue& object, std::string_view claim) {
    auto text = text_claim(object, claim, kLongestIdentifier * kLongestCharacter);
    if (text && count_characters(*text) > kLongestIdentifier) return std::nullopt;
    return text;
}

bool is_true(const wire::JsonValue& object, std::string_view name) {
    const auto value = object.find(name);
    return value && value->kind() == wire::JsonKind::boolean && value->boolean();
}

}  // namespace

std::optional<std::string> text_claim(const wire::JsonValue& object, std::string_view name,
                                      std::size_t longest) {
    const auto value = object.find(name);
    if (!value || value->kind() != wire::JsonKind::text) return std::nullopt;
    const std::string_view text = value->text();
    if (text.empty() || text.size() > longest || has_control_characters(text)) return std::nullopt;
    return std::string{text};
}

std::optional<Claims> claims_of(const wire::JsonValue& object, std::string_view identifying_claim) {
    if (object.kind() != wire::JsonKind::object) return std::nullopt;
    auto subject = text_claim(object, "sub", kLongestSubject);
    if (!subject) return std::nullopt;
    return Claims{.subject = std::move(*subject),
                  .identifier = identifier_in(object, identifying_claim),
                  .email = text_claim(object, "email", kLongestEmail),
                  .email_verified = is_true(object, "email_verified"),
                  .given_name = text_claim(object, "given_name", kLongestName),
                  .family_name = text_claim(object, "family_name", kLongestName),
                  .name = text_claim(object, "name", kLongestName)};
}

}  // namespace callboard::sso
