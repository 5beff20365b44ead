// Completion scripts for shells, generated from the commands.
#pragma once

#include <string>
#include <vector>

#include "cli/spec.h"

namespace callboard::cli {

std::vector<std::string> completion_shells();

// `shell` is one of the above.
std::string completion_script(const CommandSpec& root, const std::string& shell);

std::string bash_completion(const CommandSpec& root);
std::string zsh_completion(const CommandSpec& root);
std::string fish_completion(const CommandSpec& root);

// What a shell can offer as the value of an argument.
enum class Candidates { no_value, choices, files, directories, anything };
Candidates candidates_of(const Argument& argument);

// The help in one short phrase, which contains no ASCII quotes, backslashes or newlines.
std::string short_help(const std::string& help);

}  // namespace callboard::cli
