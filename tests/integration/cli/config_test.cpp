// `callboard config`: what takes effect and why, and whether a server would start with it.
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/program.h"
#include "support/temporary_folder.h"

namespace callboard {
namespace {

using test::Arguments;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

class ConfigCommand : public testing::Test {
  protected:
    std::string write_file(const std::string& text) const {
        const auto file = folder.path() / "callboard.toml";
        std::ofstream{file} << text;
        return file.string();
    }
    static std::pair<std::string, std::string> value_and_origin(const test::Outcome& outcome,
                                                                std::string_view name) {
        for (const auto& item : outcome.json().at("items").as_array()) {
            if (item.at("name").as_string() != name) continue;
            return {std::string{item.at("value").as_string()}, std::string{item.at("origin").as_string()}};
        }
        return {"no such setting", ""};
    }

    const test::TemporaryFolder folder;
};

TEST_F(ConfigCommand, ShowsWhereEachSettingWasSet) {
    const std::string file = write_file("log-level = \"warn\"\nworkers = 3\n");

    const auto shown = test::run({"config", "show", "--config", file, "--workers", "2", "--json"}, "",
                                 {"CALLBOARD_LOG_FORMAT=json", "CALLBOARD_WORKERS=4"});

    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_THAT(value_and_origin(shown, "workers"), Pair("2", "--workers"));
    EXPECT_THAT(value_and_origin(shown, "log-format"), Pair("json", "CALLBOARD_LOG_FORMAT"));
    EXPECT_THAT(value_and_origin(shown, "log-level"), Pair("warn", file + ": log-level"));
    EXPECT_THAT(value_and_origin(shown, "listen"), Pair("127.0.0.1:8080", "default"));
    EXPECT_THAT(value_and_origin(shown, "smtp-from"), Pair("callboard@localhost", "default"));
}

TEST_F(ConfigCommand, ShowsNoPasswords) {
    const auto shown = test::run({"config", "show", "--database", "postgresql://ada:pass-word@db.example/hr",
                                  "--database-replica", "host=db.example password=pass-word",  //
                                  "--redis", "redis://:pass-word@cache.example",               //
                                  "--smtp-url", "smtps://ada:pass-word@mail.example"},
                                 "", {"CALLBOARD_METRICS_TOKEN=pass-word-pass-word-pass-word-pass-word"});

    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr("postgresql://***"));
    const auto odd =
        test::run({"config", "show"}, "", {"CALLBOARD_DATABASE=postgresql://ada:pass-word%40h/hr"});
    EXPECT_THAT(odd.out + odd.err, Not(HasSubstr("pass-word")));
    EXPECT_THAT(shown.out + shown.err, Not(HasSubstr("pass-word")));
}

TEST_F(ConfigCommand, PrintsAnExampleThatIsValid) {
    const auto example = test::run({"config", "example"});

    EXPECT_EQ(example.code, 0) << example.err;
    EXPECT_THAT(example.out, HasSubstr("# listen = \"127.0.0.1:8080\""));
    EXPECT_EQ(test::run({"config", "check", "--config", write_file(example.out)}).code, 0);
}

TEST_F(ConfigCommand, ChecksWhatAServerWouldRefuse) {
    const auto check = [&](const Arguments& more) {
        Arguments words{"config", "check"};
        words.insert(words.end(), more.begin(), more.end());
        return test::run(words);
    };

    EXPECT_EQ(check({}).code, 0);
    const auto number = check({"--config", write_file("workers = 1000")});
    EXPECT_EQ(number.code, 1);
    EXPECT_THAT(number.out, HasSubstr("callboard.toml: workers: '1000'"));
    const auto open = check({"--listen", "0.0.0.0:8080"});
    EXPECT_EQ(open.code, 1);
    EXPECT_THAT(open.out, HasSubstr("unencrypted"));
    EXPECT_EQ(check({"--config", write_file("workerz = 1")}).code, 1);
}

}  // namespace
}  // namespace callboard
