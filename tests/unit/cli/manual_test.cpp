#include "cli/manual.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/child_process.h"
#include "cli/cli.h"
#include "settings/settings.h"
#include "support/temporary_folder.h"

namespace callboard::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string escaped(std::string text) {
    for (auto at = text.find('-'); at != std::string::npos; at = text.find('-', at + 2))
        text.insert(at, "\\");
    return text;
}

TEST(Manual, ListsEveryCommandAndOption) {
    const CommandSpec root = all_commands();
    const std::string page = manual_page(root);
    for (const auto& [path, command] : all_below(root)) {
        if (command->is_group()) continue;
        EXPECT_THAT(page, HasSubstr("\n.TP\n\\fB" + escaped(path) + "\\fR")) << path;
        for (const Argument& argument : command->arguments)
            EXPECT_THAT(page, HasSubstr(escaped(argument.label()))) << path;
    }
}

TEST(Manual, ListsEverySettingWithItsVariableAndDefault) {
    const std::string page = manual_page(all_commands());
    for (const settings::Setting& setting : settings::all_settings()) {
        const std::string name{setting.name};
        EXPECT_THAT(page, HasSubstr("\\fB" + escaped("--" + name) + "\\fR"));
        EXPECT_THAT(page, HasSubstr("CALLBOARD_" + placeholder_of(name)));
        if (!setting.preset.empty())
            EXPECT_THAT(page, HasSubstr("Default: \\fB" + escaped(std::string{setting.preset}) + "\\fR."));
    }
}

TEST(Manual, HasTheSectionsOfAManualPage) {
    const std::string page = manual_page(all_commands());
    for (const std::string title :
         {"NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "SETTINGS", "ENVIRONMENT", "FILES", "EXIT STATUS"})
        EXPECT_THAT(page, HasSubstr("\n.SH " + title + "\n"));
    EXPECT_THAT(page, Not(HasSubstr("`")));
}

TEST(Manual, IsFormattedWithoutWarnings) {
    const test::TemporaryFolder folder;
    const std::string file = (folder.path() / "callboard.1").string();
    std::ofstream{file} << manual_page(all_commands());
    const auto formatted = run_process({"groff", "-man", "-ww", "-Tutf8", "-P-cbou", file});
    if (!formatted) GTEST_SKIP() << "groff is not installed";
    EXPECT_EQ(formatted->exit_code, 0);
    EXPECT_EQ(formatted->errors, "");
    EXPECT_THAT(formatted->output, HasSubstr("EXIT STATUS"));
}

}  // namespace
}  // namespace callboard::cli
