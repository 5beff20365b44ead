#include "cli/completion.h"

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/child_process.h"
#include "cli/cli.h"
#include "support/temporary_folder.h"

namespace callboard::cli {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::UnorderedElementsAre;
using Words = std::vector<std::string>;

Words lines(const std::string& text) {
    Words found;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);)
        if (!line.empty()) found.push_back(line);
    return found;
}

// Runs the scripts in the shells that they are for.
class Completion : public testing::Test {
  protected:
    Completion() {
        for (const std::string& shell : completion_shells())
            std::ofstream{path(shell)} << completion_script(all_commands(), shell);
        std::ofstream{folder_.path() / "chain.pem"};
        std::filesystem::create_directory(folder_.path() / "chains");
    }

    std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

    // What bash offers; the last word is the one before the cursor. Words are split as bash splits them.
    Words bash(const Words& words) const {
        std::string script =
            "cd " + folder_.path().string() + " && source " + path("bash") + " && COMP_WORDS=(callboard";
        for (const std::string& word : words) script += " '" + word + "'";
        script += ") && COMP_CWORD=" + std::to_string(words.size()) +
                  R"( && _callboard && printf '%s\n' "${COMPREPLY[@]}")";
        const auto finished = run_process({"bash", "--norc", "-c", script});
        EXPECT_EQ(finished.value().exit_code, 0) << finished->errors;
        EXPECT_EQ(finished->errors, "");
        return lines(finished->output);
    }

    // What fish offers for a line, without descriptions.
    Words fish(const std::string& line) const {
        const auto finished =
            run_process({"fish", "--no-config", "-c",
                         "cd " + folder_.path().string() + "; source " + path("fish") + "; complete -C '" +
                             line + "' | string replace -r '\\t.*' ''"});
        EXPECT_EQ(finished.value().errors, "");
        return lines(finished->output);
    }

    static bool is_installed(const std::string& shell) {
        return run_process({shell, "--version"}).has_value();
    }

  private:
    const test::TemporaryFolder folder_;
};

TEST_F(Completion, OffersCommandsInBash) {
    EXPECT_THAT(bash({""}), IsSupersetOf({"serve", "user", "doctor", "completion", "help"}));
    EXPECT_THAT(bash({"ser"}), ElementsAre("serve"));
    EXPECT_THAT(bash({"user", ""}),
                ElementsAre("add", "list", "set-password", "reset-second-factor", "deactivate", "help"));
    EXPECT_THAT(bash({"help", "user", "a"}), ElementsAre("add"));
}

TEST_F(Completion, OffersOptionsInBash) {
    EXPECT_THAT(bash({"serve", "--tls"}), ElementsAre("--tls-cert", "--tls-key"));
    EXPECT_THAT(bash({"user", "add", ""}), IsSupersetOf({"--email", "--role", "--json", "--help"}));
    EXPECT_THAT(bash({"user", "add", "--json", "--e"}), ElementsAre("--email"));
    EXPECT_THAT(bash({"user", "add", "--tls"}), IsEmpty());
}

TEST_F(Completion, OffersChoicesInBash) {
    EXPECT_THAT(bash({"completion", ""}), ElementsAre("bash", "zsh", "fish"));
    EXPECT_THAT(bash({"report", "run", "Jobs", "--format", "c"}), ElementsAre("csv"));
    EXPECT_THAT(bash({"report", "run", "Jobs", "--format", "=", "e"}), ElementsAre("excel"));
    EXPECT_THAT(bash({"report", "run", "Jobs", "--format", "="}), ElementsAre("csv", "excel"));
}

TEST_F(Completion, OffersFilesInBash) {
    EXPECT_THAT(bash({"serve", "--tls-cert", "ch"}), UnorderedElementsAre("chain.pem", "chains"));
    EXPECT_THAT(bash({"serve", "--data-dir", "ch"}), ElementsAre("chains"));
    EXPECT_THAT(bash({"backup", "chain."}), ElementsAre("chain.pem"));
    EXPECT_THAT(bash({"report", "run", "Jobs", "--output", "chain."}), ElementsAre("chain.pem"));
}

TEST_F(Completion, KnowsWhichWordsAreValuesInBash) {
    EXPECT_THAT(bash({"user", "add", "--email", ""}), IsEmpty());
    EXPECT_THAT(bash({"serve", "--listen", "127.0.0.1", ":", "80", "--sand"}), ElementsAre("--sandbox"));
    EXPECT_THAT(bash({"backup", "--data-dir", "x", "chain."}), ElementsAre("chain.pem"));
    EXPECT_THAT(bash({"app", "register", "--redirect-uri", "a", "b", "--na"}), ElementsAre("--name"));
    EXPECT_THAT(bash({"app", "register", "--redirect-uri", "a", ""}), IsEmpty());
}

TEST_F(Completion, OffersTheSameInFish) {
    if (!is_installed("fish")) GTEST_SKIP() << "fish is not installed";
    EXPECT_THAT(fish("callboard "), IsSupersetOf({"serve", "user", "doctor"}));
    EXPECT_THAT(fish("callboard user "),
                ElementsAre("add", "deactivate", "list", "reset-second-factor", "set-password"));
    EXPECT_THAT(fish("callboard serve --tls"), ElementsAre("--tls-cert", "--tls-key"));
    EXPECT_THAT(fish("callboard user add --tls"), IsEmpty());
    EXPECT_THAT(fish("callboard completion "), ElementsAre("bash", "fish", "zsh"));
    EXPECT_THAT(fish("callboard report run Jobs --format "), ElementsAre("csv", "excel"));
    EXPECT_THAT(fish("callboard serve --tls-cert ch"), Contains("chain.pem"));
    EXPECT_THAT(fish("callboard serve --data-dir ch"), ElementsAre("chains/"));
    EXPECT_THAT(fish("callboard backup chain."), Contains("chain.pem"));
}

// The completion system of zsh needs a terminal, so only the syntax is checked.
TEST_F(Completion, IsValidInZsh) {
    if (!is_installed("zsh")) GTEST_SKIP() << "zsh is not installed";
    const auto finished = run_process({"zsh", "-n", path("zsh")});
    EXPECT_EQ(finished.value().exit_code, 0) << finished->errors;
}

TEST_F(Completion, HasAFunctionForEveryCommandInZsh) {
    const std::string script = zsh_completion(all_commands());
    for (const auto& [where, command] : all_below(all_commands())) {
        std::string name = where;
        std::ranges::replace(name, ' ', '_');
        std::ranges::replace(name, '-', '_');
        const std::string function = name.empty() ? "_callboard() {" : "_callboard_" + name + "() {";
        EXPECT_TRUE(script.contains("\n" + function)) << function;
    }
    EXPECT_TRUE(script.starts_with("#compdef callboard\n"));
    EXPECT_TRUE(script.contains("'--tls-cert=[Certificate chain (PEM)]:FILE:_files'"));
    EXPECT_TRUE(script.contains("':SHELL:(bash zsh fish)'"));
}

TEST(ShortHelp, IsAPhraseThatNeedsNoQuoting) {
    EXPECT_EQ(short_help("Set a user's password; it ends `all` sessions."),
              "Set a user\xE2\x80\x99s password");
    EXPECT_EQ(short_help("First. Second."), "First");
    EXPECT_EQ(short_help("Only `one`."), "Only one");
}

}  // namespace
}  // namespace callboard::cli
