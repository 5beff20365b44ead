// Runs another program to its end.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace callboard {

struct FinishedProcess {
    int exit_code = 0;   // 128 and more: ended by a signal
    std::string output;  // of each stream the first 64 KiB; the rest is read and dropped
    std::string errors;
};

// The program is looked for on the PATH. It inherits our environment with `variables` added or replaced,
// reads nothing, and is not asked through a shell. Nothing: there is no such program. Throws
// std::runtime_error when it cannot be started for another reason.
std::optional<FinishedProcess> run_process(
    const std::vector<std::string>& command,
    const std::vector<std::pair<std::string, std::string>>& variables = {});

}  // namespace callboard
