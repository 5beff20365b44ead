// Runs every shell command of every document, in order and exactly as printed, with default settings. Only
// the address 127.0.0.1:8080 is replaced by a free one, because tests run in parallel.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/documents.h"
#include "support/free_port.h"
#include "support/temporary_folder.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;

// Like ./dev run after building the program.
constexpr std::string_view kDevRun = R"sh(
build/release/callboard demo --if-empty --listen 127.0.0.1:8080
build/release/callboard serve --listen 127.0.0.1:8080 &
curl -sf --retry 10 --retry-delay 1 --retry-connrefused http://127.0.0.1:8080/readyz
)sh";

std::string shell_blocks(const std::string& document) {
    std::string script;
    for (const test::CodeBlock& block : test::code_blocks(test::document_text(document)))
        if (block.language == "sh" && block.runs) script += block.text;
    return script;
}

std::vector<std::string> documents_with_commands() {
    std::vector<std::string> found = test::documents();
    std::erase_if(found, [](const std::string& document) { return shell_blocks(document).empty(); });
    return found;
}

std::string on_port(std::string script, std::uint16_t port) {
    constexpr std::string_view kPrinted = "127.0.0.1:8080";
    const std::string actual = "127.0.0.1:" + std::to_string(port);
    for (auto at = script.find(kPrinted); at != std::string::npos;
         at = script.find(kPrinted, at + actual.size()))
        script.replace(at, kPrinted.size(), actual);
    return script;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = fs::path{info.param}.stem();
    std::ranges::replace(name, '-', '_');
    return name;
}

class Guide : public testing::TestWithParam<std::string> {};

TEST_P(Guide, DoesWhatItSays) {
    const test::TemporaryFolder folder;
    const bool is_readme = GetParam() == "README.md";
    const fs::path program{CALLBOARD_PROGRAM};
    fs::create_directories(folder.path() / "build" / "release");
    fs::create_symlink(program, folder.path() / "build" / "release" / "callboard");
    const std::string text = (is_readme ? std::string{kDevRun} : std::string{}) + shell_blocks(GetParam());
    const auto script = folder.path() / "guide.sh";
    std::ofstream{script} << "set -e\ntrap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT\ncd "
                          << folder.path() << "\n"
                          << on_port(text, test::free_port());

    // With a minimal environment. The README itself explains how callboard is found.
    const std::string programs = is_readme ? "" : program.parent_path().string() + ":";
    const auto log = folder.path() / "log";
    const int status = std::system(("env -i PATH=" + programs + "$PATH HOME=" + folder.path().string() +
                                    " TMPDIR=" + folder.path().string() + " timeout 300 bash -x " +
                                    script.string() + " > " + log.string() + " 2>&1")
                                       .c_str());

    std::ostringstream output;
    output << std::ifstream{log}.rdbuf();
    EXPECT_EQ(status, 0) << output.str();
}

INSTANTIATE_TEST_SUITE_P(Documents, Guide, testing::ValuesIn(documents_with_commands()), test_name);

// Code blocks in these languages, or without one, would not be run.
TEST(Guides, ShellCommandsAreInBlocksThatAreRun) {
    const std::set<std::string> not_run{"", "bash", "console", "ksh", "shell", "shell-session", "zsh"};
    for (const std::string& document : test::documents()) {
        for (const test::CodeBlock& block : test::code_blocks(test::document_text(document)))
            EXPECT_FALSE(not_run.contains(block.language))
                << document << ":" << block.line << ": label it sh";
    }
}

TEST(Guides, AMarkKeepsOneBlockFromBeingRun) {
    const auto blocks =
        test::code_blocks("```sh\na\n```\n\n<!-- not run: needs root -->\n```sh\nb\n```\n```sh\nc\n```\n");
    ASSERT_EQ(blocks.size(), 3U);
    EXPECT_TRUE(blocks[0].runs);
    EXPECT_FALSE(blocks[1].runs);
    EXPECT_TRUE(blocks[2].runs);
    EXPECT_THROW(test::code_blocks("<!-- not run: -->\n```sh\nb\n```\n"), std::runtime_error);
    EXPECT_THROW(test::code_blocks("<!-- not run: too far away -->\n\n```sh\nb\n```\n"), std::runtime_error);
    EXPECT_THROW(test::code_blocks("```sh\nb\n"), std::runtime_error);
}

}  // namespace
}  // namespace callboard
