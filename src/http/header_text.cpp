#include "http/header_text.h"

#include <initializer_list>
#include <ranges>

namespace callboard::http {
namespace {

// "q=0", "q=0.0", "q=0.000"
bool is_forbidden(std::string_view parameters) {
    for (const auto part : std::views::split(parameters, ';')) {
        const std::string_view parameter = trimmed(std::string_view{part});
        if (parameter.size() < 3 || lower(parameter[0]) != 'q' || parameter[1] != '=') continue;
        return parameter.substr(2).find_first_not_of("0.") == std::string_view::npos;
    }
    return false;
}

}  // namespace

bool allows(std::string_view list, std::initializer_list<std::string_view> names) {
    for (const std::string_view wanted : names) {
        for (const auto part : std::views::split(list, ',')) {
            const std::string_view entry{part};
            const auto semicolon = std::min(entry.find(';'), entry.size());
            if (same_name(trimmed(entry.substr(0, semicolon)), wanted))
                return !is_forbidden(entry.substr(semicolon));
        }
    }
    return false;
}

}  // namespace callboard::http
