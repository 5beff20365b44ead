#include "telemetry/log.h"

#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <boost/json.hpp>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "support/temporary_folder.h"

namespace callboard::telemetry {
namespace {

namespace json = boost::json;
using testing::EndsWith;
using testing::HasSubstr;
using namespace std::string_literals;

std::vector<std::string> split_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t from = 0;
    for (auto at = text.find('\n'); at != std::string::npos; at = text.find('\n', from)) {
        lines.push_back(text.substr(from, at - from));
        from = at + 1;
    }
    EXPECT_EQ(from, text.size()) << "the last line has no end";
    return lines;
}

// The lines that were logged; complete after the log was destroyed.
std::vector<std::string> lines_of(Level least, LogFormat format, const std::function<void(const Log&)>& use) {
    testing::internal::CaptureStderr();
    {
        const Log log{least, format};
        use(log);
    }
    return split_lines(testing::internal::GetCapturedStderr());
}

std::string text_line(std::initializer_list<LogField> fields) {
    const auto lines = lines_of(Level::debug, LogFormat::text,
                                [&](const Log& log) { log.write(Level::info, "fact", fields); });
    EXPECT_EQ(lines.size(), 1U);
    return lines.empty() ? "" : lines.front();
}

json::object json_line(std::initializer_list<LogField> fields) {
    const auto lines = lines_of(Level::debug, LogFormat::json,
                                [&](const Log& log) { log.write(Level::info, "fact", fields); });
    EXPECT_EQ(lines.size(), 1U);
    json::error_code error;
    const json::value value = json::parse(lines.empty() ? "" : lines.front(), error);
    EXPECT_FALSE(error) << lines.front();
    return value.is_object() ? value.as_object() : json::object{};
}

TEST(TextLog, WritesTimeLevelAndFields) {
    const std::string line = text_line({{"request", "r-1"}, {"status", 200}, {"least", std::int64_t{-5}}});

    EXPECT_TRUE(parse_iso(line.substr(0, 24))) << line;
    EXPECT_EQ(line.substr(24), " info event=fact request=r-1 status=200 least=-5");
}

TEST(TextLog, QuotesWhatIsNotPlain) {
    EXPECT_THAT(text_line({{"a", ""}}), EndsWith(R"( a="")"));
    EXPECT_THAT(text_line({{"a", "two words"}}), EndsWith(R"( a="two words")"));
    EXPECT_THAT(text_line({{"a", "k=v"}}), EndsWith(R"( a="k=v")"));
    EXPECT_THAT(text_line({{"a", R"(say "hi" \o/)"}}), EndsWith(R"( a="say \"hi\" \\o/")"));
    EXPECT_THAT(text_line({{"a", "/jobs/{jobId}"}}), EndsWith(" a=/jobs/{jobId}"));
}

TEST(TextLog, HasNoValueThatForgesALine) {
    EXPECT_THAT(text_line({{"a", "x\n2030-01-01T00:00:00.000Z error event=forged"}}),
                EndsWith(R"( a="x\u000a2030-01-01T00:00:00.000Z error event=forged")"));
    EXPECT_THAT(text_line({{"a", "x\r\ny"}}), EndsWith(R"( a="x\u000d\u000ay")"));
    EXPECT_THAT(text_line({{"a", "x\" event=\"forged"}}), EndsWith(R"( a="x\" event=\"forged")"));
}

TEST(TextLog, EscapesEveryControlCharacter) {
    for (int c = 0; c < 0x20; ++c) {
        const std::string value = "a"s + static_cast<char>(c) + "b";
        const std::string line = text_line({{"v", value}});
        EXPECT_EQ(line.find_first_of("\n\r\t\x1b\x7f"s), std::string::npos);
        EXPECT_THAT(line, HasSubstr("\"a\\u00"));
    }
    EXPECT_THAT(text_line({{"v", "\x7f"}}), EndsWith(R"( v="\u007f")"));
}

TEST(JsonLog, WritesOneObjectALine) {
    const auto line = json_line({{"request", "r-1"}, {"status", 200}});

    EXPECT_TRUE(parse_iso(std::string{line.at("time").as_string()}));
    EXPECT_EQ(line.at("level"), "info");
    EXPECT_EQ(line.at("event"), "fact");
    EXPECT_EQ(line.at("request"), "r-1");
    EXPECT_EQ(line.at("status"), 200);
}

TEST(JsonLog, KeepsEveryAsciiCharacter) {
    for (int c = 0; c < 0x80; ++c) {
        const std::string value = "a"s + static_cast<char>(c) + "b";
        EXPECT_EQ(std::string{json_line({{"v", value}}).at("v").as_string()}, value) << c;
    }
    EXPECT_EQ(json_line({{"v", ""}}).at("v"), "");
    EXPECT_EQ(json_line({{"v", "\u00e9\u20ac\U0001f600"}}).at("v"), "\u00e9\u20ac\U0001f600");
}

TEST(JsonLog, HasNoValueThatForgesAField) {
    const auto line = json_line({{"v", "x\",\"level\":\"error\",\"y\":\""}});

    EXPECT_EQ(line.at("level"), "info");
    EXPECT_EQ(line.size(), 4U);
}

TEST(JsonLog, StaysJsonWhenAValueIsNoText) {
    json_line({{"v", "caf\xe9"}});
    json_line({{"v", "two words \xff\xfe"}});
    json_line({{"v", "\xed\xa0\x80"}});
}

TEST(Log, LeavesOutWhatIsLessImportant) {
    const auto events = [](Level least) {
        std::vector<std::string> found;
        const auto lines = lines_of(least, LogFormat::text, [](const Log& log) {
            log.write(Level::debug, "a", {});
            log.write(Level::info, "b", {});
            log.write(Level::warn, "c", {});
            log.write(Level::error, "d", {});
        });
        for (const std::string& line : lines) found.push_back(line.substr(25));
        return found;
    };

    EXPECT_EQ(events(Level::debug),
              (std::vector{"debug event=a"s, "info event=b"s, "warn event=c"s, "error event=d"s}));
    EXPECT_EQ(events(Level::info), (std::vector{"info event=b"s, "warn event=c"s, "error event=d"s}));
    EXPECT_EQ(events(Level::warn), (std::vector{"warn event=c"s, "error event=d"s}));
    EXPECT_EQ(events(Level::error), (std::vector{"error event=d"s}));
    EXPECT_TRUE(events(Level::off).empty());
}

TEST(Log, SaysWhatItWants) {
    const Log log{Level::warn, LogFormat::text};

    EXPECT_FALSE(log.wants(Level::info));
    EXPECT_TRUE(log.wants(Level::warn));
    EXPECT_TRUE(log.wants(Level::error));
    EXPECT_FALSE((Log{Level::off, LogFormat::text}.wants(Level::error)));
}

TEST(Log, WritesWarningsAtOnceAndTheRestWhenAsked) {
    testing::internal::CaptureStderr();
    const Log log{Level::debug, LogFormat::text};

    log.write(Level::info, "first", {});
    log.write(Level::warn, "second", {});
    const std::string after_warning = testing::internal::GetCapturedStderr();
    testing::internal::CaptureStderr();
    log.write(Level::info, "third", {});
    log.flush();
    const std::string after_flush = testing::internal::GetCapturedStderr();

    EXPECT_EQ(split_lines(after_warning).size(), 2U);
    EXPECT_EQ(split_lines(after_flush).size(), 1U);
}

TEST(Log, KeepsALongValueWhole) {
    const std::string value(100'000, 'v');

    EXPECT_THAT(text_line({{"v", value}}), EndsWith(" v=" + value));
}

TEST(Log, KeepsTheLinesOfSeveralThreadsApart) {
    const auto lines = lines_of(Level::debug, LogFormat::text, [](const Log& log) {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&log] {
                for (int n = 0; n < 500; ++n) log.write(Level::info, "fact", {{"n", 12345}});
            });
        }
    });

    EXPECT_EQ(lines.size(), 2'000U);
    for (const std::string& line : lines) ASSERT_EQ(line.substr(24), " info event=fact n=12345");
}

// Standard error as a file that can be replaced.
class RedirectedLog : public testing::TestWithParam<LogFormat> {
  protected:
    RedirectedLog() { to(file); }
    ~RedirectedLog() override {
        ::dup2(original, STDERR_FILENO);
        ::close(original);
    }
    static void to(const std::string& path) {
        const int opened = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT, 0600);
        ASSERT_GE(opened, 0);
        ASSERT_EQ(::dup2(opened, STDERR_FILENO), STDERR_FILENO);
        ::close(opened);
    }
    // Two lines, of which the second is lost and the first is cut off.
    void write_with_ten_bytes_left(const Log& log) const {
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit usual{};
        getrlimit(RLIMIT_FSIZE, &usual);
        const rlimit small{.rlim_cur = text().size() + 10, .rlim_max = usual.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        log.write(Level::warn, "cut_off", {});
        log.write(Level::warn, "lost", {});
        setrlimit(RLIMIT_FSIZE, &usual);
    }
    std::string text() const {
        std::ifstream stream{file};
        return {std::istreambuf_iterator{stream}, {}};
    }

    const test::TemporaryFolder folder;
    const std::string file = folder.path() / "log";
    const int original = ::dup(STDERR_FILENO);
};

TEST_P(RedirectedLog, CountsWhatAFullDiskDidNotTake) {
    const Log log{Level::info, GetParam()};
    log.write(Level::warn, "before", {});
    to("/dev/full");
    for (int i = 0; i < 3; ++i) log.write(Level::warn, "lost", {});
    log.write(Level::info, "lost", {});
    log.flush();
    to(file);
    log.write(Level::warn, "after", {});
    log.write(Level::warn, "next", {});

    const auto lines = split_lines(text());
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_THAT(lines[0], HasSubstr("before"));
    EXPECT_THAT(lines[1], HasSubstr("log_lines_lost"));
    EXPECT_THAT(lines[1], HasSubstr(GetParam() == LogFormat::json ? "\"count\":4," : "count=4 "));
    EXPECT_THAT(lines[1], HasSubstr("No space left on device"));
    EXPECT_THAT(lines[2], HasSubstr("after"));
    EXPECT_THAT(lines[3], HasSubstr("next"));
}

// A limit on the size of files cuts a line in two, as a full disk does.
TEST_P(RedirectedLog, EndsALineThatWasCutOff) {
    const Log log{Level::info, GetParam()};
    log.write(Level::warn, "before", {});
    write_with_ten_bytes_left(log);
    log.write(Level::warn, "after", {});

    const auto lines = split_lines(text());
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(lines[1].size(), 10U);
    EXPECT_THAT(lines[2], HasSubstr(GetParam() == LogFormat::json ? "\"count\":2," : "count=2 "));
    EXPECT_THAT(lines[3], HasSubstr("after"));
}

TEST_P(RedirectedLog, BeginsANewFileWithAWholeLine) {
    const Log log{Level::info, GetParam()};
    log.write(Level::warn, "before", {});
    write_with_ten_bytes_left(log);
    ASSERT_EQ(std::rename(file.c_str(), (file + ".1").c_str()), 0);
    to(file);
    log.write(Level::warn, "after", {});

    const auto lines = split_lines(text());
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_THAT(lines[0], HasSubstr("log_lines_lost"));
    EXPECT_THAT(lines[1], HasSubstr("after"));
}

INSTANTIATE_TEST_SUITE_P(Formats, RedirectedLog, testing::Values(LogFormat::text, LogFormat::json));

}  // namespace
}  // namespace callboard::telemetry
