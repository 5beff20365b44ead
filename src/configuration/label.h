// Labels that administrators write.
#pragma once

#include <string>
#include <string_view>

namespace callboard::configuration {

// Without spaces around it. Throws VALIDATION_ERROR, at the pointer in the body, if nothing is left or if it
// has control characters.
std::string checked_label(std::string_view label, std::string_view pointer = "/label");

// Letters and digits, with dashes between them.
bool is_plain_id(std::string_view id);

}  // namespace callboard::configuration
