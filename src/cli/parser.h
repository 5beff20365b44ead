// Reads a command line: which command it names, and the arguments of it.
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
    bool wants_help = false;  // then the arguments were not read, and the command may be a group
};

// `words` are those after the name of the program. Gives every value to its argument. Throws UsageError.
Invocation parse(const CommandSpec& root, std::span<const std::string> words);

// The command, or group of commands, that the first words name as far as they are known: "callboard user
// add".
std::string known_path(const CommandSpec& root, std::span<const std::string> words);

// "--name, --role and --scope"
std::string enumerated(const std::vector<std::string>& names, std::string_view conjunction = "and");

}  // namespace callboard::cli
