#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion.h"

namespace callboard::cli {
namespace {

// Characters that separate the parts of a specification of _arguments and _describe.
std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view{"[]:$"}.contains(c)) out += '\\';
        out += c;
    }
    return out;
}

std::string function_of(const std::string& path) {
    std::string name = path.empty() ? "_callboard" : "_callboard " + path;
    std::ranges::replace(name, ' ', '_');
    std::ranges::replace(name, '-', '_');
    return name;
}

std::string action_of(const Argument& argument) {
    switch (candidates_of(argument)) {
        case Candidates::no_value: return "";
        case Candidates::choices: return fmt::format("({})", fmt::join(argument.choices, " "));
        case Candidates::files: return "_files";
        case Candidates::directories: return "_files -/";
        case Candidates::anything: return " ";
    }
    return "";
}

std::string specification(const Argument& argument) {
    const std::string help = escaped(short_help(argument.help));
    const std::string repeated = argument.arity == Arity::many ? "*" : "";
    if (argument.arity == Arity::flag) return fmt::format("'{}[{}]'", argument.name, help);
    const std::string value = escaped(argument.placeholder) + ":" + action_of(argument);
    if (!argument.is_option()) return fmt::format("'{}:{}'", repeated, value);
    return fmt::format("'{}{}=[{}]:{}'", repeated, argument.name, help, value);
}

std::string command_function(const std::string& path, const CommandSpec& command) {
    std::string text = function_of(path) + "() {\n    _arguments \\\n";
    for (const Argument& argument : command.arguments) text += "        " + specification(argument) + " \\\n";
    return text + "        '(-h --help)'{-h,--help}'[Print help]'\n}\n\n";
}

// The first word after the group is its command; the rest is completed by the function of that command.
std::string group_function(const std::string& path, const CommandSpec& group) {
    std::string names;
    std::string cases;
    for (const CommandSpec& command : group.commands) {
        names += fmt::format("        '{}:{}'\n", command.name, escaped(short_help(command.help)));
        cases += fmt::format("        {}) {} ;;\n", command.name,
                             function_of(path.empty() ? command.name : path + " " + command.name));
    }
    return fmt::format(
        "{}() {{\n"
        "    local -a commands=(\n{}        'help:Show the options of a command'\n    )\n"
        "    [[ $words[2] == help ]] && shift words && (( CURRENT-- ))\n"
        "    (( CURRENT > 2 )) || {{ _describe command commands; return }}\n"
        "    shift words\n"
        "    (( CURRENT-- ))\n"
        "    case $words[1] in\n{}    esac\n}}\n\n",
        function_of(path), names, cases);
}

}  // namespace

std::string zsh_completion(const CommandSpec& root) {
    std::string text =
        "#compdef callboard\n# Completion of callboard for zsh, printed by 'callboard completion zsh'.\n\n";
    for (const auto& [path, command] : all_below(root))
        text += command->is_group() ? group_function(path, *command) : command_function(path, *command);
    // Autoloaded from a folder of $fpath, the file is the body of the function; sourced, it registers it.
    return text +
           "if [[ $funcstack[1] == _callboard ]]; then\n    _callboard \"$@\"\nelse\n    compdef _callboard "
           "callboard\nfi\n";
}

}  // namespace callboard::cli
