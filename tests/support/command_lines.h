// The output of a command that runs in the background, by lines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/eventually.h"
#include "support/program.h"

namespace callboard::test {

// The complete lines.
inline std::vector<std::string> lines(const BackgroundCommand& command) {
    std::vector<std::string> all;
    const std::string output = command.output();
    std::istringstream stream{output.substr(0, output.rfind('\n') + 1)};
    for (std::string line; std::getline(stream, line);) all.push_back(line);
    return all;
}

// Once there are that many.
inline std::vector<std::string> wait_for_lines(const BackgroundCommand& command, std::size_t count) {
    EXPECT_TRUE(eventually([&] { return lines(command).size() >= count; })) << command.output();
    auto all = lines(command);
    all.resize(std::max(all.size(), count));
    return all;
}

}  // namespace callboard::test
