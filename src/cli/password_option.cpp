#include "cli/password_option.h"

#include <iostream>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "accounts/password.h"
#include "base/error.h"

namespace callboard::cli {

Secret password_from_standard_input() {
    std::string line;
    std::getline(std::cin, line);
    if (line.ends_with('\r')) line.pop_back();
    Secret password{std::move(line)};
    if (!accounts::is_good_password(password)) {
        throw invalid_request("INVALID_PASSWORD",
                              fmt::format("the password must have {} to {} characters",
                                          accounts::kShortestPassword, accounts::kLongestPassword));
    }
    return password;
}

}  // namespace callboard::cli
