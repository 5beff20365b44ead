#include "scim/fault.h"

#include <array>
#include <utility>

namespace callboard::scim {
namespace {

constexpr std::array kOfOtherCodes{
    std::pair{std::string_view{"INVALID_JSON"}, kInvalidSyntax},
    std::pair{std::string_view{"INVALID_USER_NAME"}, kInvalidValue},
    std::pair{std::string_view{"RESOURCE_ALREADY_EXIST"}, kUniqueness},
    std::pair{std::string_view{"SSO_IDENTIFIER_ALREADY_EXISTS"}, kUniqueness},
    std::pair{std::string_view{"VALIDATION_ERROR"}, kInvalidValue},
};

constexpr std::array kKeywords{kInvalidFilter, kInvalidPath, kInvalidSyntax, kInvalidValue,
                               kMutability,    kNoTarget,    kTooMany,       kUniqueness};

}  // namespace

std::string_view keyword_for(std::string_view code) {
    for (const std::string_view keyword : kKeywords)
        if (keyword == code) return keyword;
    for (const auto& [other, keyword] : kOfOtherCodes)
        if (other == code) return keyword;
    return {};
}

}  // namespace callboard::scim
