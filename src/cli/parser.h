// Parses a command line: finds the command and its arguments.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/spec.h"

namespace callboard::cli {

struct Invocation {
    const CommandSpec* command = nullptr;
    std::string path;         // "callboard user add"
    bool wants_help = false;  // if set, the arguments are not parsed, and the command may be a group
};

// `words` are those after the name of the program. Passes every value to its argument. Throws UsageError.
Invocation parse(const CommandSpec& root, std::span<const std::string> words);

// The longest prefix of the words that names a command or a group: "callboard user add".
std::string known_path(const CommandSpec& root, std::span<const std::string> words);

// "--name, --role and --scope"
std::string enumerated(const std::vector<std::string>& names, std::string_view conjunction = "and");

}  // namespace callboard::cli
