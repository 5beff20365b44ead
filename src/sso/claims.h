// What a provider says about a user (OpenID Connect Core, section 5.1).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "wire/json.h"

namespace callboard::sso {

struct Claims {
    std::string subject;
    std::optional<std::string> identifier;  // the value of the claim that identifies users
    std::optional<std::string> email;
    bool email_verified = false;
    std::optional<std::string> given_name;
    std::optional<std::string> family_name;
    std::optional<std::string> name;
};

// Nothing without a usable subject.
std::optional<Claims> claims_of(const wire::JsonValue& object, std::string_view identifying_claim);

// A member that is a text of a single line, of up to `longest` bytes; nothing if it is absent, empty, or
// something else.
std::optional<std::string> text_claim(const wire::JsonValue& object, std::string_view name,
                                      std::size_t longest);

}  // namespace callboard::sso
