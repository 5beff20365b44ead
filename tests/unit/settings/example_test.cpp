#include "settings/example.h"

#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "settings/settings.h"

namespace callboard::settings {
namespace {

using testing::HasSubstr;

// The line of a setting, without the mark of a comment; empty if there is none.
std::string line_of(const std::string& file, std::string_view name) {
    std::istringstream lines{file};
    const std::string start = "# " + std::string{name} + " = ";
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(start)) return line.substr(2);
    return "";
}

std::string joined_comments(std::string file) {
    for (auto at = file.find("\n# "); at != std::string::npos; at = file.find("\n# ", at))
        file.replace(at, 3, " ");
    return file;
}

TEST(ExampleFile, HasEverySettingWithItsMeaning) {
    const std::string text = joined_comments(example_file());
    for (const Setting& setting : all_settings())
        EXPECT_THAT(text, HasSubstr(std::string{setting.meaning} + " " + std::string{setting.name} + " = "));
}

TEST(ExampleFile, SetsNothing) {
    EXPECT_TRUE(read_toml(example_file(), "example").empty());
}

TEST(ExampleFile, ShowsDefaultsThatCanBeUncommented) {
    const std::string file = example_file();
    std::string defaults;
    for (const Setting& setting : all_settings())
        if (!setting.preset.empty()) defaults += line_of(file, setting.name) + "\n";

    const auto given = read_toml(defaults, "example");

    for (const Setting& setting : all_settings()) {
        if (setting.preset.empty()) continue;
        const auto found = std::ranges::find(given, setting.name, &Given::name);
        ASSERT_NE(found, given.end()) << setting.name;
        EXPECT_THAT(found->values, testing::ElementsAre(setting.preset));
    }
}

TEST(ExampleFile, ShowsTheFormOfOtherValues) {
    const std::string file = example_file();
    EXPECT_EQ(line_of(file, "tls-cert"), "tls-cert = \"FILE\"");
    EXPECT_EQ(line_of(file, "behind-proxy"), "behind-proxy = [\"CIDR\"]");
    EXPECT_EQ(line_of(file, "sandbox"), "sandbox = false");
    for (const Setting& setting : all_settings())
        EXPECT_EQ(read_toml(line_of(file, setting.name), "example").size(), 1U) << setting.name;
}

TEST(ExampleFile, HasShortLines) {
    std::istringstream lines{example_file()};
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120U) << line;
}

}  // namespace
}  // namespace callboard::settings
