#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion.h"

namespace callboard::cli {
namespace {

constexpr std::string_view kFunctions =
    R"fish(# Completion of callboard for fish, printed by 'callboard completion fish'.

# The command that the words before the cursor name, such as "user add".
function __callboard_path
    set -l path
    for word in (commandline -opc)[2..]
        if contains -- "$path $word" $__callboard_paths
            set path "$path $word"
        else if test "$word" != help
            break
        end
    end
    echo -- $path
end

function __callboard_at
    set -l path (__callboard_path)
    test "$path" = "$argv"
end

complete -c callboard -f
)fish";

// Conditions compare with the path as __callboard_path builds it, which begins with a space.
std::string condition(const std::string& path) {
    return path.empty() ? "__callboard_at \"\"" : fmt::format("__callboard_at \" {}\"", path);
}

std::string value_of(const Argument& argument) {
    switch (candidates_of(argument)) {
        case Candidates::no_value: return "";
        case Candidates::choices: return fmt::format(" -x -a '{}'", fmt::join(argument.choices, " "));
        case Candidates::files: return " -r -F";
        case Candidates::directories: return " -x -a '(__fish_complete_directories)'";
        case Candidates::anything: return " -x";
    }
    return "";
}

std::string option_line(const std::string& path, const Argument& argument) {
    const std::string name = argument.is_option() ? " -l " + argument.name.substr(2) : "";
    std::string value = value_of(argument);
    if (name.empty() && candidates_of(argument) == Candidates::files) value = " -F";
    if (name.empty() && candidates_of(argument) == Candidates::anything) return "";
    return fmt::format("complete -c callboard -n '{}'{}{} -d '{}'\n", condition(path), name, value,
                       short_help(argument.help));
}

std::string command_line(const std::string& path, const CommandSpec& command) {
    return fmt::format("complete -c callboard -n '{}' -a {} -d '{}'\n", condition(path), command.name,
                       short_help(command.help));
}

}  // namespace

std::string fish_completion(const CommandSpec& root) {
    std::string paths = "\nset -g __callboard_paths";
    std::string lines;
    for (const auto& [path, command] : all_below(root)) {
        if (!path.empty()) paths += fmt::format(" \\\n    ' {}'", path);
        for (const CommandSpec& each : command->commands) lines += command_line(path, each);
        for (const Argument& argument : command->arguments) lines += option_line(path, argument);
    }
    return std::string{kFunctions} + "complete -c callboard -s h -l help -d 'Print help'\n" + paths + "\n\n" +
           lines;
}

}  // namespace callboard::cli
