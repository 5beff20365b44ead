#include "cli/spec.h"

#include <algorithm>
#include <utility>

namespace callboard::cli {
namespace {

char capital(char c) {
    if (c == '-') return '_';
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}

void append_all(std::vector<CommandAtPath>& all, const CommandSpec& command, const std::string& path) {
    all.push_back({path, &command});
    for (const CommandSpec& each : command.commands)
        append_all(all, each, path.empty() ? each.name : path + " " + each.name);
}

}  // namespace

CommandSpec& CommandSpec::add(std::string command_name, std::string command_help) {
    CommandSpec& added = commands.emplace_back();
    added.name = std::move(command_name);
    added.help = std::move(command_help);
    return added;
}

std::vector<CommandAtPath> all_below(const CommandSpec& root) {
    std::vector<CommandAtPath> all;
    append_all(all, root, "");
    return all;
}

std::string placeholder_of(const std::string& argument_name) {
    std::string text = argument_name.substr(argument_name.starts_with("--") ? 2 : 0);
    std::ranges::transform(text, text.begin(), capital);
    return text;
}

}  // namespace callboard::cli
