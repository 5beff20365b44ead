// Declaring commands, reading a command line into them, and their help.
#include "cli/parser.h"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command.h"
#include "cli/help.h"

namespace callboard::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using Words = std::vector<std::string>;

struct Paint : Common {
    std::string wall;
    std::string colour;
    std::optional<std::string> brush;
    std::vector<std::string> helpers;
    bool twice = false;

    void run() const { last = this; }

    inline static const Paint* last = nullptr;
};

struct Scrape : Common {
    static void run() {}
};

class CommandLineParser : public testing::Test {
  protected:
    CommandLineParser() {
        root.name = "house";
        root.help = "Work on a house";
        CommandSpec& group = root.add("wall", "Walls");
        command<Paint>(group, "paint", "Paint a wall")
            .needs("wall", &Paint::wall, "Which wall")
            .needs("--colour", &Paint::colour, "Its new colour")
            .one_of({"white", "yellow", "sea-green"})
            .takes("--brush", &Paint::brush, "What to use")
            .takes("--helper", &Paint::helpers, "Who helps")
            .flag("--twice", &Paint::twice, "Two coats");
        command<Scrape>(group, "scrape", "Remove old paint");
    }

    Paint painted(const Words& words) const {
        const Invocation invocation = parse(root, words);
        EXPECT_FALSE(invocation.wants_help);
        invocation.command->run();
        return *Paint::last;
    }
    std::string refusal(const Words& words) const {
        try {
            parse(root, words);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "accepted";
    }

    CommandSpec root;
};

TEST_F(CommandLineParser, GivesEachValueToItsMember) {
    const Paint paint = painted({"wall", "paint", "north", "--colour", "white", "--brush=wide one", "--twice",
                                 "--helper", "Ada", "Bob", "--helper", "Eve", "--json"});

    EXPECT_EQ(paint.wall, "north");
    EXPECT_EQ(paint.colour, "white");
    EXPECT_EQ(paint.brush, "wide one");
    EXPECT_TRUE(paint.twice);
    EXPECT_TRUE(paint.json);
    EXPECT_THAT(paint.helpers, ElementsAre("Ada", "Bob", "Eve"));
}

TEST_F(CommandLineParser, LeavesWhatIsNotGivenAsItIs) {
    const Paint paint = painted({"wall", "paint", "--colour", "white", "north"});

    EXPECT_EQ(paint.brush, std::nullopt);
    EXPECT_FALSE(paint.twice);
    EXPECT_FALSE(paint.json);
}

TEST_F(CommandLineParser, TakesEmptyValuesAndThoseWithEqualsSigns) {
    EXPECT_EQ(painted({"wall", "paint", "", "--colour", "white", "--brush", ""}).brush, "");
    EXPECT_EQ(painted({"wall", "paint", "", "--colour", "white", "--brush="}).brush, "");
    EXPECT_EQ(painted({"wall", "paint", "", "--colour", "white", "--brush=a=b"}).brush, "a=b");
}

TEST_F(CommandLineParser, TakesWordsWithDashesWhenTheyCannotBeOptions) {
    EXPECT_EQ(painted({"wall", "paint", "--colour", "white", "--", "--twice"}).wall, "--twice");
    EXPECT_EQ(painted({"wall", "paint", "-", "--colour", "white"}).wall, "-");
    EXPECT_EQ(painted({"wall", "paint", "x", "--colour", "white", "--brush=-3"}).brush, "-3");
    EXPECT_EQ(refusal({"wall", "paint", "x", "--colour", "white", "--brush", "-3"}),
              "--brush requires a value");
}

TEST_F(CommandLineParser, NamesWhatIsUnknown) {
    EXPECT_EQ(refusal({"roof"}), "unknown command 'roof'");
    EXPECT_EQ(refusal({"wal"}), "unknown command 'wal'; did you mean 'wall'?");
    EXPECT_EQ(refusal({"wall", "piant"}), "unknown command 'piant'; did you mean 'paint'?");
    EXPECT_EQ(refusal({"wall", "paint", "--color", "white"}),
              "unknown option '--color'; did you mean '--colour'?");
    EXPECT_EQ(refusal({"wall", "paint", "--elephant=3"}), "unknown option '--elephant'");
    EXPECT_EQ(refusal({"wall", "paint", "-x"}), "unknown option '-x'");
    EXPECT_EQ(refusal({"wall", "paint", "north", "south"}), "unexpected argument 'south'");
    EXPECT_EQ(refusal({"--json", "wall"}), "a command must come before the option '--json'");
}

TEST_F(CommandLineParser, NamesEveryArgumentThatIsMissing) {
    EXPECT_EQ(refusal({"wall", "paint"}), "WALL and --colour are required");
    EXPECT_EQ(refusal({"wall", "paint", "north"}), "--colour is required");
    EXPECT_EQ(refusal({"wall"}), "'wall' requires a command: paint and scrape");
}

TEST_F(CommandLineParser, RefusesValuesThatAreNotWanted) {
    EXPECT_EQ(refusal({"wall", "paint", "--colour"}), "--colour requires a value");
    EXPECT_EQ(refusal({"wall", "paint", "--colour", "--twice"}), "--colour requires a value");
    EXPECT_EQ(refusal({"wall", "paint", "--twice=yes"}), "--twice takes no value");
    EXPECT_EQ(refusal({"wall", "paint", "--colour", "white", "--colour", "white"}),
              "--colour is given twice");
    EXPECT_EQ(refusal({"wall", "paint", "--colour", "sea_green"}),
              "--colour: 'sea_green' is not one of white, yellow and sea-green; did you mean 'sea-green'?");
    EXPECT_EQ(refusal({"wall", "paint", "--colour", "black"}),
              "--colour: 'black' is not one of white, yellow and sea-green");
}

TEST_F(CommandLineParser, TakesTheLastOfARepeatedSetting) {
    EXPECT_EQ(painted({"wall", "paint", "x", "--colour", "white", "--data-dir", "a", "--data-dir", "b"})
                  .settings()
                  .data_dir,
              "b");
}

TEST_F(CommandLineParser, SeesThatHelpIsWanted) {
    for (const Words& words : {Words{}, {"help"}, {"--help"}, {"-h"}}) {
        EXPECT_TRUE(parse(root, words).wants_help);
        EXPECT_EQ(parse(root, words).command, &root);
    }
    for (const Words& words :
         {Words{"help", "wall", "paint"}, {"wall", "paint", "--help"}, {"wall", "paint", "--x", "-h"}}) {
        EXPECT_TRUE(parse(root, words).wants_help);
        EXPECT_EQ(parse(root, words).path, "house wall paint");
    }
    EXPECT_FALSE(parse(root, Words{"wall", "paint", "--colour", "white", "--", "-h"}).wants_help);
}

TEST_F(CommandLineParser, KnowsHowFarTheWordsNameACommand) {
    EXPECT_EQ(known_path(root, Words{"wall", "paint", "north"}), "house wall paint");
    EXPECT_EQ(known_path(root, Words{"wall", "piant"}), "house wall");
    EXPECT_EQ(known_path(root, Words{}), "house");
}

TEST_F(CommandLineParser, ReadsALongLineInTime) {
    Words words{"wall", "paint", "north", "--colour", "white"};
    for (int i = 0; i < 100'000; ++i) words.insert(words.end(), {"--helper", std::to_string(i)});
    EXPECT_EQ(painted(words).helpers.size(), 100'000U);
    EXPECT_THAT(refusal({"wall", std::string(1'000'000, 'x')}), HasSubstr("unknown command"));
}

TEST_F(CommandLineParser, HelpOfACommandMarksWhatIsRequired) {
    const Invocation invocation = parse(root, Words{"wall", "paint", "-h"});
    const std::string help = help_text(*invocation.command, invocation.path);

    EXPECT_THAT(help, HasSubstr("Usage: house wall paint WALL --colour COLOUR [OPTIONS]\n\nPaint a wall\n"));
    EXPECT_THAT(help, HasSubstr("Arguments:\n  WALL                        Which wall (required)\n"));
    EXPECT_THAT(help, HasSubstr("  --colour COLOUR             Its new colour: white, yellow or sea-green\n"
                                "                              (required)\n"));
    EXPECT_THAT(help, HasSubstr("  --brush BRUSH               What to use\n"));
    EXPECT_THAT(help, HasSubstr("  --helper HELPER...          Who helps\n"));
    EXPECT_THAT(help, HasSubstr("  --twice                     Two coats\n"));
    EXPECT_THAT(help, HasSubstr("  --json                      Print one JSON object\n"));
    EXPECT_THAT(help, HasSubstr("  --data-dir DIR"));
    EXPECT_THAT(help, Not(HasSubstr("--listen")));
    EXPECT_LT(help.find("--twice"), help.find("--json"));
    EXPECT_LT(help.find("--json"), help.find("--data-dir"));
}

TEST_F(CommandLineParser, HelpOfAGroupListsItsCommands) {
    const std::string help = help_text(root, "house");

    EXPECT_THAT(help, HasSubstr("Usage: house COMMAND [OPTIONS]\n\nWork on a house\n"));
    EXPECT_THAT(help, HasSubstr("  wall paint                  Paint a wall\n"));
    EXPECT_THAT(help, HasSubstr("  wall scrape                 Remove old paint\n"));
}

}  // namespace
}  // namespace callboard::cli
