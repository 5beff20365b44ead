#include "cli/setting_flags.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/help.h"
#include "cli/parser.h"
#include "support/temporary_folder.h"

namespace callboard::cli {
namespace {

using settings::Audience;
using settings::Settings;
using testing::HasSubstr;

class FlagsOfACommand : public testing::Test {
  protected:
    Settings load(const std::vector<std::string>& arguments, Audience audience = Audience::server) {
        CommandSpec command;
        command.run = [] {};
        SettingFlags flags;
        flags.add_to(command, audience);
        parse(command, arguments);
        return flags.load();
    }

    std::string file(std::string_view text) {
        const auto path = folder_.path() / "callboard.toml";
        std::ofstream{path} << text;
        return path.string();
    }

  private:
    test::TemporaryFolder folder_;
};

TEST_F(FlagsOfACommand, SayWhatTheCommandLineSays) {
    const Settings settings = load({"--listen", "0.0.0.0:9", "--workers=3", "--data-dir", "/srv"});

    EXPECT_EQ(settings.listen.host, "0.0.0.0");
    EXPECT_EQ(settings.listen.port, 9);
    EXPECT_EQ(settings.workers, 3);
    EXPECT_EQ(settings.data_dir, "/srv");
}

TEST_F(FlagsOfACommand, LeaveDefaultsWhereNothingIsSaid) {
    EXPECT_EQ(load({}).listen.port, 8080);
}

TEST_F(FlagsOfACommand, BeatTheFile) {
    const std::string config =
        file("workers = 1\nlog-level = \"warn\"\nbehind-proxy = [\"10.0.0.0/8\", \"::1\"]\n");

    const Settings settings = load({"--config", config, "--workers", "2", "--behind-proxy", "::2"});

    EXPECT_EQ(settings.workers, 2);
    EXPECT_EQ(settings.log_level, "warn");
    EXPECT_EQ(settings.behind_proxy.size(), 1U);
}

TEST_F(FlagsOfACommand, TakeAListOfOne) {
    EXPECT_EQ(load({"--behind-proxy", "10.0.0.0/8"}).behind_proxy.size(), 1U);
    EXPECT_EQ(load({"--behind-proxy=10.0.0.0/8"}).behind_proxy.size(), 1U);
}

TEST_F(FlagsOfACommand, TakeAListWithCommas) {
    EXPECT_EQ(load({"--behind-proxy", "10.0.0.0/8,::1"}).behind_proxy.size(), 2U);
}

TEST_F(FlagsOfACommand, TakeAListAsARepeatedFlagOrAsSeveralValues) {
    EXPECT_EQ(load({"--behind-proxy", "10.0.0.0/8", "--behind-proxy", "::1"}).behind_proxy.size(), 2U);
    EXPECT_EQ(load({"--behind-proxy", "10.0.0.0/8", "::1", "::2"}).behind_proxy.size(), 3U);
}

TEST_F(FlagsOfACommand, EndAListAtTheNextOption) {
    EXPECT_EQ(load({"--behind-proxy", "10.0.0.0/8", "--workers", "2"}).workers, 2);
    EXPECT_THROW(load({"--behind-proxy", "10.0.0.0/8", "stray"}), settings::BadSetting);
}

TEST_F(FlagsOfACommand, AreOnWhenTheyStandAlone) {
    EXPECT_FALSE(load({}).sandbox);
    EXPECT_TRUE(load({"--sandbox"}).sandbox);
    EXPECT_THROW(load({"--sandbox=true"}), UsageError);
}

TEST_F(FlagsOfACommand, TakeTheLastOfARepeatedValue) {
    EXPECT_EQ(load({"--workers", "1", "--workers", "2"}).workers, 2);
}

TEST_F(FlagsOfACommand, RefuseAFlagThatNobodyKnows) {
    EXPECT_THROW(load({"--lisen", "x"}), UsageError);
    EXPECT_THROW(load({"stray"}), UsageError);
    EXPECT_THROW(load({"--listen"}), UsageError);
}

TEST_F(FlagsOfACommand, RefuseAWrongValueByTheNameOfTheFlag) {
    try {
        load({"--log-level", "loud"});
        FAIL();
    } catch (const settings::BadSetting& bad) {
        EXPECT_THAT(bad.what(), HasSubstr("--log-level: 'loud' must be one of debug info warn error off"));
    }
}

TEST_F(FlagsOfACommand, ThatIsNoServerAreOnlyThoseOfEveryCommand) {
    EXPECT_EQ(load({"--data-dir", "/srv"}, Audience::every_command).data_dir, "/srv");
    EXPECT_THROW(load({"--listen", "0.0.0.0:9"}, Audience::every_command), UsageError);
}

TEST_F(FlagsOfACommand, ThatIsNoServerMayShareItsFile) {
    const std::string config = file("listen = \"127.0.0.1:1\"\ndata-dir = \"/srv\"\n");

    EXPECT_EQ(load({"--config", config}, Audience::every_command).data_dir, "/srv");
}

TEST_F(FlagsOfACommand, HaveHelpForEverySetting) {
    CommandSpec command;
    command.run = [] {};
    SettingFlags flags;
    flags.add_to(command, Audience::server);

    const std::string help = help_text(command, "callboard test");

    for (const settings::Setting& setting : settings::all_settings())
        EXPECT_THAT(help, HasSubstr("--" + std::string{setting.name}));
    EXPECT_THAT(help, HasSubstr("--config"));
}

}  // namespace
}  // namespace callboard::cli
