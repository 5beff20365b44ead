#include "settings/example.h"

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <string_view>

#include "settings/settings.h"

namespace callboard::settings {
namespace {

constexpr std::size_t kWidth = 100;

// The text as comment lines.
std::string comment(std::string_view text) {
    std::string lines = "#";
    std::size_t width = lines.size();
    for (const auto part : std::views::split(text, ' ')) {
        const std::string_view word{part};
        if (width + 1 + word.size() > kWidth) {
            lines += "\n#";
            width = 1;
        }
        lines.append(" ").append(word);
        width += 1 + word.size();
    }
    return lines + "\n";
}

bool is_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// No default or placeholder contains a quote or a backslash.
std::string quoted(std::string_view text) {
    return '"' + std::string{text} + '"';
}

std::string shown_value(const Setting& setting) {
    const std::string_view text = setting.preset.empty() ? setting.placeholder : setting.preset;
    switch (setting.shape) {
        case Shape::toggle: return "false";
        case Shape::list: return "[" + quoted(text) + "]";
        case Shape::value: return is_number(text) ? std::string{text} : quoted(text);
    }
    return "";
}

}  // namespace

std::string example_file() {
    std::string text = comment(
        "Settings of callboard. Each is commented out and shows its default or, in capital letters, the form "
        "of "
        "its value. The same settings can be given as options of the command line and as environment "
        "variables, which take precedence over this file.");
    for (const Setting& setting : all_settings())
        text += "\n" + comment(setting.meaning) + "# " + std::string{setting.name} + " = " +
                shown_value(setting) + "\n";
    return text;
}

}  // namespace callboard::settings
