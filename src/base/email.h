#pragma once

#include <string_view>

namespace callboard {

// Checks the syntax only, not whether the mailbox exists.
bool is_email(std::string_view text);

}  // namespace callboard
