// Runs another program and waits for its end.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace callboard {

struct FinishedProcess {
    int exit_code = 0;   // 128 + n when signal n terminated it
    std::string output;  // the first 64 KiB of each stream; the rest is read and discarded
    std::string errors;
};

// Searches PATH and uses no shell. The child inherits the environment with `variables` added or replaced; its
// standard input is /dev/null. Returns nothing if there is no such program, and throws std::runtime_error if
// it cannot be started for another reason.
std::optional<FinishedProcess> run_process(
    const std::vector<std::string>& command,
    const std::vector<std::pair<std::string, std::string>>& variables = {});

}  // namespace callboard
