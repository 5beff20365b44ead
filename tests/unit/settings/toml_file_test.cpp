#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "settings/settings.h"

namespace callboard::settings {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Values = std::vector<std::string>;

Values values(std::string_view text, std::string_view name) {
    const auto given = read_toml(text, "a.toml");
    const auto found = std::ranges::find(given, name, &Given::name);
    return found == given.end() ? Values{"(absent)"} : found->values;
}

std::string refusal(std::string_view text) {
    try {
        read_toml(text, "a.toml");
        return "";
    } catch (const BadSetting& bad) {
        return bad.what();
    }
}

TEST(TomlFile, GivesItsSettingsWithTheirOrigin) {
    const auto given = read_toml("# how we run\nlisten = \"[::1]:80\"\n", "a.toml");

    ASSERT_EQ(given.size(), 1U);
    EXPECT_EQ(given[0].name, "listen");
    EXPECT_EQ(given[0].values, Values{"[::1]:80"});
    EXPECT_EQ(given[0].origin, "a.toml: listen");
}

TEST(TomlFile, TakesTextsAndWholeNumbers) {
    EXPECT_EQ(values("workers = 4", "workers"), Values{"4"});
    EXPECT_EQ(values("workers = \"4\"", "workers"), Values{"4"});
    EXPECT_EQ(values("workers = -1", "workers"), Values{"-1"});
    EXPECT_EQ(values("max-connections = 1_000", "max-connections"), Values{"1000"});
}

TEST(TomlFile, TakesAListForASettingThatIsOne) {
    EXPECT_EQ(values("behind-proxy = [\"10.0.0.0/8\", \"::1\"]", "behind-proxy"),
              (Values{"10.0.0.0/8", "::1"}));
    EXPECT_EQ(values("behind-proxy = \"10.0.0.0/8\"", "behind-proxy"), Values{"10.0.0.0/8"});
    EXPECT_EQ(values("behind-proxy = []", "behind-proxy"), Values{});
    EXPECT_THAT(refusal("listen = [\"127.0.0.1:1\"]"), StartsWith("a.toml: listen: "));
    EXPECT_THAT(refusal("behind-proxy = [\"10.0.0.0/8\", true]"), StartsWith("a.toml: behind-proxy: "));
    EXPECT_THAT(refusal("behind-proxy = [[\"10.0.0.0/8\"]]"), StartsWith("a.toml: behind-proxy: "));
}

TEST(TomlFile, TakesLettersBeyondAsciiInQuotesAndComments) {
    EXPECT_EQ(values("\xEF\xBB\xBF# für uns\ndata-dir = \"/srv/ä\" # größer", "data-dir"), Values{"/srv/ä"});
    EXPECT_EQ(values("data-dir = '/srv/ä'", "data-dir"), Values{"/srv/ä"});
    EXPECT_EQ(values("data-dir = \"\\\"ä\\\\\"", "data-dir"), Values{"\"ä\\"});
    for (const std::string text :
         {"ä = 1", " \xC2\xA1", "workers = 1 ä", "data-dir = \"x\" ä", "data-dir = 'x\\' ä",
          "behind-proxy = [1\"0.0.0\xCB\x86y\"]"})  // a gap in the tables of the library
        EXPECT_THAT(refusal(text), StartsWith("a.toml is not TOML: "));
    EXPECT_EQ(values("data-dir = \"\"\"\nä\"\"\"", "data-dir"), Values{"ä"});
}

TEST(TomlFile, TakesUnderscoresForDashesInKeys) {
    EXPECT_EQ(values("data_dir = \"/srv\"", "data-dir"), Values{"/srv"});
}

TEST(TomlFile, RefusesAKeyThatItDoesNotKnowByItsName) {
    EXPECT_THAT(refusal("listne = 1"), StartsWith("a.toml: listne: "));
    EXPECT_THAT(refusal("Listen = \"127.0.0.1:1\""), StartsWith("a.toml: Listen: "));
    EXPECT_THAT(refusal("config = \"b.toml\""), StartsWith("a.toml: config: "));
    EXPECT_THAT(refusal("[server]\nlisten = \"127.0.0.1:1\""), StartsWith("a.toml: server: "));
    EXPECT_THAT(refusal("\"\" = 1"), StartsWith("a.toml: "));
}

TEST(TomlFile, RefusesValuesOfAnotherType) {
    for (const std::string_view text : {"workers = true", "workers = 1.5", "workers = 2030-01-31",
                                        "workers = {}", "workers.more = 1", "listen = nan"})
        EXPECT_THAT(refusal(text), HasSubstr("must be a string or an integer")) << text;
}

TEST(TomlFile, RefusesWhatIsNoTomlWithTheLine) {
    EXPECT_THAT(refusal("workers = 1\nlisten = \"127.0.0.1:1\nworkers"), StartsWith("a.toml is not TOML: "));
    EXPECT_THAT(refusal("workers = 1\nlisten = \"127.0.0.1:1\n"), HasSubstr("in line 2"));
    EXPECT_THAT(refusal("workers = 1\nworkers = 2"), StartsWith("a.toml is not TOML: "));
    EXPECT_THAT(refusal("listen = \"\xff\""), StartsWith("a.toml is not TOML: "));
}

TEST(TomlFile, MayBeEmpty) {
    EXPECT_TRUE(read_toml("", "a.toml").empty());
    EXPECT_TRUE(read_toml("# nothing\n", "a.toml").empty());
}

TEST(TomlFile, MaySayEverySetting) {
    for (const Setting& setting : all_settings()) {
        const std::string key{setting.name};
        EXPECT_EQ(values(key + " = \"x\"", setting.name), Values{"x"}) << key;
    }
}

}  // namespace
}  // namespace callboard::settings
