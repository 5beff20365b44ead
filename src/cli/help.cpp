#include "cli/help.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <ranges>
#include <string_view>

#include <fmt/format.h>

#include "cli/parser.h"

namespace callboard::cli {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kMeaningColumn = 30;

// Wraps the text beside the left column; words that are too long get their own line.
std::string wrapped(std::string_view text, std::size_t column) {
    std::string lines;
    std::size_t width = column;
    for (const auto part : std::views::split(text, ' ')) {
        const std::string_view word{part};
        const bool is_first = width == column;
        if (!is_first && width + 1 + word.size() > kWidth) {
            lines += "\n" + std::string(column, ' ');
            width = column;
        } else if (!is_first) {
            lines += ' ';
            ++width;
        }
        lines += word;
        width += word.size();
    }
    return lines;
}

std::string entry(const std::string& name, const std::string& meaning) {
    const std::string left = "  " + name;
    const bool fits = left.size() + 2 <= kMeaningColumn;
    return fmt::format("{:<{}}{}{}\n", left, fits ? kMeaningColumn : left.size(),
                       fits ? "" : "\n" + std::string(kMeaningColumn, ' '), wrapped(meaning, kMeaningColumn));
}

// Formatted as --name NAME.
std::string form(const Argument& argument) {
    if (!argument.is_option()) return argument.label();
    if (argument.arity == Arity::flag) return argument.name;
    return argument.name + " " + argument.placeholder + (argument.arity == Arity::many ? "..." : "");
}

std::string meaning(const Argument& argument) {
    std::string text = argument.help;
    if (!argument.choices.empty()) text += ": " + enumerated(argument.choices, "or");
    if (argument.required) text += " (required)";
    return text;
}

std::string section(std::string_view title, const CommandSpec& command,
                    const std::function<bool(const Argument&)>& belongs) {
    std::string entries;
    for (const Argument& argument : command.arguments)
        if (belongs(argument)) entries += entry(form(argument), meaning(argument));
    return entries.empty() ? "" : fmt::format("\n{}:\n{}", title, entries);
}

std::string usage(const CommandSpec& command, const std::string& path) {
    std::string text = "Usage: " + path;
    for (const Argument& argument : command.arguments)
        if (!argument.is_option()) text += " " + form(argument);
    for (const Argument& argument : command.arguments)
        if (argument.is_option() && argument.required) text += " " + form(argument);
    return wrapped(text + " [OPTIONS]", 0);
}

std::string help_of_command(const CommandSpec& command, const std::string& path) {
    return fmt::format("{}\n\n{}\n", usage(command, path), command.help) +
           section("Arguments", command, [](const Argument& each) { return !each.is_option(); }) +
           section("Options", command,
                   [](const Argument& each) { return each.is_option() && !each.is_setting; }) +
           entry("-h, --help", "Print this help") +
           section("Settings, also as CALLBOARD_... environment variables or in the --config file", command,
                   [](const Argument& each) { return each.is_setting; });
}

std::string commands_of(const CommandSpec& group, const std::string& prefix) {
    std::string entries;
    for (const CommandSpec& command : group.commands) {
        entries += command.is_group() ? commands_of(command, prefix + command.name + " ")
                                      : entry(prefix + command.name, command.help);
    }
    return entries;
}

std::string help_of_group(const CommandSpec& group, const std::string& path) {
    return fmt::format("Usage: {} COMMAND [OPTIONS]\n\n{}\n\nCommands:\n{}\n", path, group.help,
                       commands_of(group, "")) +
           fmt::format("'{} help COMMAND' shows the options of a command.\n", path);
}

}  // namespace

std::string help_text(const CommandSpec& command, const std::string& path) {
    return command.is_group() ? help_of_group(command, path) : help_of_command(command, path);
}

}  // namespace callboard::cli
