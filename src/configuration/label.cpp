#include "configuration/label.h"

#include <algorithm>

#include "base/encoding.h"
#include "base/error.h"

namespace callboard::configuration {

std::string checked_label(std::string_view label, std::string_view pointer) {
    std::string trimmed = trim(label);
    if (trimmed.empty() || has_control_characters(trimmed))
        throw Error{
            ErrorKind::unprocessable,
            Fault{"VALIDATION_ERROR", "must not be blank nor have control characters", std::string{pointer}}};
    return trimmed;
}

bool is_plain_id(std::string_view id) {
    return !id.empty() && std::ranges::all_of(id, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    });
}

}  // namespace callboard::configuration
