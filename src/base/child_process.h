// Runs another program and waits for its end.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace callboard {

struct FinishedProcess {
    int exit_code = 0;   // 128 + n when signal n terminated it
    std::string output;  // the first 64 KiB of each stream; the rest is read and discarded
    std::string errors;
};

// Streams of any size. An exception from either function terminates the process and is passed on.
struct ProcessStreams {
    // Takes standard output, which is then not in FinishedProcess::output.
    std::function<void(std::string_view)> output;
    // Gives the next piece of standard input, valid until the next call; an empty one is the end. Not called
    // again once the process has closed its input.
    std::function<std::string_view()> input;
};

// Searches PATH and uses no shell. The child inherits the environment with `variables` added or replaced; its
// standard input is /dev/null unless `streams` has one. Returns nothing if there is no such program, and
// throws std::runtime_error if it cannot be started for another reason.
std::optional<FinishedProcess> run_process(
    const std::vector<std::string>& command,
    const std::vector<std::pair<std::string, std::string>>& variables = {},
    const ProcessStreams& streams = {});

}  // namespace callboard
