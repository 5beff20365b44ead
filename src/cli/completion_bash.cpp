#include <cstddef>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion.h"

namespace callboard::cli {
namespace {

// Bash splits words also at = and :, so --format=csv arrives as three words and 127.0.0.1:80 as well.
constexpr std::string_view kFunction = R"sh(
_callboard() {
    local current=${COMP_WORDS[COMP_CWORD]} path= option= value= position=1 word words i
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word == '=' || $word == help ]]; then
            continue
        elif [[ $word == ':' ]]; then
            ((++i))
        elif [[ $word == -* ]]; then
            value=$(_callboard_value "$path $word")
            option=${value:+$word}
        elif [[ -n $option ]]; then
            [[ $value == many:* ]] || option=
        elif [[ -n $(_callboard_words "${path:+$path }$word") ]]; then
            path=${path:+$path }$word
        else
            ((++position))
        fi
    done
    [[ $current == '=' ]] && current=
    [[ -n $option ]] || value=$(_callboard_value "$path $position")
    words=${value#*:}
    if [[ $current == -* || ( -z $words && -z $option ) ]]; then
        words=$(_callboard_words "$path")
    fi
    case $words in
        @files) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
        @directories) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
    esac
    [[ $words != @* ]] || compopt -o filenames 2>/dev/null
    return 0
}

complete -F _callboard callboard
)sh";

std::string words_of(const CommandSpec& command) {
    std::string words;
    for (const CommandSpec& each : command.commands) words += each.name + " ";
    if (command.is_group()) return words + "help";
    for (const Argument& argument : command.arguments)
        if (argument.is_option()) words += argument.name + " ";
    return words + "--help";
}

std::string value_of(const Argument& argument) {
    const std::string_view arity = argument.arity == Arity::many ? "many:" : "one:";
    switch (candidates_of(argument)) {
        case Candidates::no_value: return "";
        case Candidates::choices: return fmt::format("{}{}", arity, fmt::join(argument.choices, " "));
        case Candidates::files: return fmt::format("{}@files", arity);
        case Candidates::directories: return fmt::format("{}@directories", arity);
        case Candidates::anything: return std::string{arity};
    }
    return "";
}

// Patterns of a case: settings are the same in every command, so one pattern is enough for each of them.
std::string value_cases(const CommandSpec& root) {
    std::string own;
    std::string settings;
    std::set<std::string> seen;
    for (const auto& [path, command] : all_below(root)) {
        std::size_t position = 0;
        for (const Argument& argument : command->arguments) {
            const std::string name = argument.is_option() ? argument.name : std::to_string(++position);
            const std::string value = value_of(argument);
            if (value.empty()) continue;
            if (!argument.is_setting) {
                own += fmt::format("        '{} {}') echo '{}' ;;\n", path, name, value);
            } else if (seen.insert(name).second) {
                settings += fmt::format("        *' {}') echo '{}' ;;\n", name, value);
            }
        }
    }
    return own + settings;
}

std::string word_cases(const CommandSpec& root) {
    std::string cases;
    for (const auto& [path, command] : all_below(root))
        cases += fmt::format("        '{}') echo '{}' ;;\n", path, words_of(*command));
    return cases;
}

}  // namespace

std::string bash_completion(const CommandSpec& root) {
    return fmt::format(
               "# Completion of callboard for bash, printed by 'callboard completion bash'.\n\n"
               "# The commands of a group, or the options of a command.\n"
               "_callboard_words() {{\n    case $1 in\n{}    esac\n}}\n\n"
               "# How many values an option or a positional argument takes, and which.\n"
               "_callboard_value() {{\n    case $1 in\n{}    esac\n}}\n",
               word_cases(root), value_cases(root)) +
           std::string{kFunction};
}

}  // namespace callboard::cli
