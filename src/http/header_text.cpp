#include "http/header_text.h"

#include <algorithm>
#include <charconv>
#include <ranges>

namespace callboard::http {
// Reads the weight from parameters such as ";q=0.5"; an invalid number counts as 0.
double quality(std::string_view parameters) {
    for (const auto part : std::views::split(parameters, ';')) {
        const std::string_view parameter = trimmed(std::string_view{part});
        if (parameter.size() < 3 || lower(parameter[0]) != 'q' || parameter[1] != '=') continue;
        double number = 0;
        std::from_chars(parameter.data() + 2, parameter.data() + parameter.size(), number);
        return number;
    }
    return 1;
}

double weight(std::string_view list, std::initializer_list<std::string_view> names) {
    for (const std::string_view wanted : names) {
        for (const auto part : std::views::split(list, ',')) {
            const std::string_view entry{part};
            const auto semicolon = std::min(entry.find(';'), entry.size());
            if (same_name(trimmed(entry.substr(0, semicolon)), wanted))
                return quality(entry.substr(semicolon));
        }
    }
    return 0;
}

}  // namespace callboard::http
