#include "db/parameters.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string>

#include "base/error.h"

namespace callboard::db {

int parameter_count(std::string_view text) {
    std::set<int> seen;
    for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
        int number = 0;
        const auto [end, error] = std::from_chars(text.data() + at + 1, text.data() + text.size(), number);
        if (error == std::errc{}) seen.insert(number);
    }
    if (seen.empty()) return 0;
    if (*seen.begin() != 1 || *seen.rbegin() != static_cast<int>(seen.size())) {
        throw internal("a parameter is missing between $1 and $" + std::to_string(*seen.rbegin()) +
                       " of: " + std::string{text});
    }
    return *seen.rbegin();
}

void check_arguments(std::string_view name, std::size_t parameters, std::size_t arguments) {
    if (parameters == arguments) return;
    throw internal(std::string{name} + ": has " + std::to_string(parameters) + " parameters and was given " +
                   std::to_string(arguments));
}

}  // namespace callboard::db
