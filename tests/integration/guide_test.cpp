// Runs the commands of the guides, in order, as a reader would.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace callboard {
namespace {

std::string shell_blocks(const std::filesystem::path& page) {
    std::ifstream file{page};
    std::string script;
    bool inside = false;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("```")) {
            inside = line == "```sh";
        } else if (inside) {
            script += line + "\n";
        }
    }
    return script;
}

std::string with_free_port(std::string script) {
    // A port that is free now; the guide's own may be taken.
    const std::string pick =
        "PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind((\"127.0.0.1\", 0));"
        " print(s.getsockname()[1])')\n";
    for (auto at = script.find("8080"); at != std::string::npos; at = script.find("8080")) {
        script.replace(at, 4, "$PORT");
    }
    return pick + script;
}

class Guide : public testing::TestWithParam<std::string> {};

TEST_P(Guide, DoesWhatItSays) {
    const test::TemporaryFolder folder;
    const auto script = folder.path() / "guide.sh";
    const std::string programs = std::filesystem::path{CALLBOARD_PROGRAM}.parent_path();
    std::ofstream{script} << "set -e\ntrap 'kill $(jobs -p)' EXIT\ncd " << folder.path()
                          << "\nPATH=" << programs
                          << ":$PATH\n"
                          // The script is quicker than a reader, and a user has ten requests a second.
                          << "export CALLBOARD_CUSTOMER_REQUESTS=0\n"
                          << with_free_port(
                                 shell_blocks(std::filesystem::path{CALLBOARD_SOURCE} / "docs" / GetParam()));

    const auto log = folder.path() / "log";
    const int status = std::system(("bash -x " + script.string() + " > " + log.string() + " 2>&1").c_str());

    std::ostringstream said;
    said << std::ifstream{log}.rdbuf();
    EXPECT_EQ(status, 0) << said.str();
}

INSTANTIATE_TEST_SUITE_P(Pages, Guide,
                         testing::Values("guide.md", "jobs.md", "candidates.md", "partners.md", "limits.md",
                                         "webhooks.md", "reports.md"));

}  // namespace
}  // namespace callboard
