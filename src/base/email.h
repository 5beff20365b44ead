#pragma once

#include <string_view>

namespace callboard {

// Checks the syntax only, not whether the mailbox exists.
bool is_email(std::string_view text);

// What follows the last @.
std::string_view domain_of(std::string_view email);

}  // namespace callboard
