// Errors of SCIM requests. The code of such a fault is a detail error keyword (RFC 7644, table 9).
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace callboard::scim {

inline constexpr std::string_view kInvalidFilter = "invalidFilter";
inline constexpr std::string_view kInvalidPath = "invalidPath";
inline constexpr std::string_view kInvalidSyntax = "invalidSyntax";
inline constexpr std::string_view kInvalidValue = "invalidValue";
inline constexpr std::string_view kMutability = "mutability";
inline constexpr std::string_view kNoTarget = "noTarget";
inline constexpr std::string_view kTooMany = "tooMany";
inline constexpr std::string_view kUniqueness = "uniqueness";

inline Error fault(std::string_view keyword, std::string message) {
    return invalid_request(std::string{keyword}, std::move(message));
}

// The keyword for the code of any fault, also of those that other APIs share; empty: none.
std::string_view keyword_for(std::string_view code);

}  // namespace callboard::scim
