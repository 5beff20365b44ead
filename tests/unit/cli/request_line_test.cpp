#include "cli/request_line.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::cli {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string line(const std::string& request, LineStyle style) {
    const wire::JsonDocument document{request};
    return request_line(document.root(), style);
}

const std::string kRequest =
    R"({"time":"2026-11-17T08:00:00.123Z","status":200,"ms":1.5,"method":"POST","operation":"createJob",)"
    R"("company":"c-1","user":"u-1","rate_limit":10,"rate_remaining":9,"concurrency_limit":8,)"
    R"("concurrency_remaining":7,"request":"r-1","trace":"t-1"})";

TEST(RequestLines, HaveOneColumnForEachFact) {
    EXPECT_EQ(line(kRequest, LineStyle::tabs),
              "2026-11-17T08:00:00.123Z\t200\t1.500\tcreateJob\t9/10 7/8\tc-1\tu-1\t-\tr-1\tt-1");
    EXPECT_EQ(request_header(LineStyle::tabs),
              "time\tstatus\tms\toperation\tlimits\tcompany\tuser\tapplication\trequest\ttrace");
}

TEST(RequestLines, SayWhatRefusedARequest) {
    const std::string start = R"({"time":"t","status":429,"ms":0,"operation":"o",)";
    EXPECT_THAT(line(start + R"("refused_by":"customer_api","reason":"rate"})", LineStyle::tabs),
                HasSubstr("\trefused: customer_api rate\t"));
    EXPECT_THAT(line(start + R"("refused_by":"address"})", LineStyle::tabs),
                HasSubstr("\trefused: address\t"));
}

TEST(RequestLines, AreAlignedAndColouredOnATerminal) {
    const std::string header = request_header(LineStyle::terminal);
    const std::string plain = line(kRequest, LineStyle::terminal);
    EXPECT_EQ(header.find("operation"), plain.find("createJob"));
    EXPECT_EQ(header.find("request"), plain.find("r-1"));
    EXPECT_THAT(plain, Not(HasSubstr("\x1b")));

    const auto with_status = [](const std::string& status) {
        std::string changed = kRequest;
        return line(changed.replace(changed.find("200"), 3, status), LineStyle::terminal);
    };
    EXPECT_THAT(with_status("404"), AllOf(StartsWith("\x1b[33m"), EndsWith("\x1b[0m")));
    EXPECT_THAT(with_status("503"), AllOf(StartsWith("\x1b[31m"), EndsWith("\x1b[0m")));
}

TEST(RequestLines, CannotChangeTheTerminal) {
    const std::string hostile =
        R"({"time":"t","status":200,"ms":0,"operation":"\u001b[2J","request":"a\rb\n\t\u009bc\u0007"})";

    const std::string shown = line(hostile, LineStyle::terminal);

    EXPECT_TRUE(std::ranges::all_of(shown, [](char c) { return c >= ' '; })) << shown;
}

}  // namespace
}  // namespace callboard::cli
