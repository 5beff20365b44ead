#pragma once

#include <string_view>

namespace callboard::accounts {

// Can it be written to? Whether somebody reads it, only a mail could tell.
bool is_email(std::string_view text);

}  // namespace callboard::accounts
