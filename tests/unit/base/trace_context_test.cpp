#include "base/trace_context.h"

#include <cstddef>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard {
namespace {

using testing::MatchesRegex;

// The example of the recommendation.
const std::string kId = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string kSpan = "00f067aa0ba902b7";
const std::string kHeader = "00-" + kId + "-" + kSpan + "-01";

// What is kept, or "ignored".
std::string kept(const std::string& header) {
    const auto trace = TraceContext::parse(header);
    return trace ? std::string{trace->text()} : "ignored";
}

TEST(TraceContexts, KeepTheIdAndTheFlags) {
    const auto trace = TraceContext::parse(kHeader);

    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->id(), kId);
    EXPECT_EQ(trace->text(), kId + "-01");
}

TEST(TraceContexts, KeepOnlyFlagsThatHaveAMeaning) {
    const std::string start = "00-" + kId + "-" + kSpan + "-";
    EXPECT_EQ(kept(start + "00"), kId + "-00");
    EXPECT_EQ(kept(start + "02"), kId + "-02");
    EXPECT_EQ(kept(start + "03"), kId + "-03");
    EXPECT_EQ(kept(start + "ff"), kId + "-03");
    EXPECT_EQ(kept(start + "fc"), kId + "-00");
}

TEST(TraceContexts, TolerateLaterVersions) {
    const std::string rest = "-" + kId + "-" + kSpan + "-03";
    EXPECT_EQ(kept("01" + rest), kId + "-01") << "only the flag that all versions have";
    EXPECT_EQ(kept("fe" + rest), kId + "-01");
    EXPECT_EQ(kept("01" + rest + "-more"), kId + "-01");
    EXPECT_EQ(kept("01" + rest + "more"), "ignored");
    EXPECT_EQ(kept("ff" + rest), "ignored");
    EXPECT_EQ(kept("00" + rest + "-more"), "ignored");
}

TEST(TraceContexts, IgnoreIdsOfZeros) {
    EXPECT_EQ(kept("00-" + std::string(32, '0') + "-" + kSpan + "-01"), "ignored");
    EXPECT_EQ(kept("00-" + kId + "-" + std::string(16, '0') + "-01"), "ignored");
}

TEST(TraceContexts, IgnoreWhatIsTooShortOrTooLong) {
    for (std::size_t length = 0; length < kHeader.size(); ++length)
        EXPECT_EQ(kept(kHeader.substr(0, length)), "ignored") << length;
    for (const std::string more : {" ", "-", "0", ","}) EXPECT_EQ(kept(kHeader + more), "ignored") << more;
    EXPECT_EQ(kept(kHeader + std::string(100'000, '0')), "ignored");
    EXPECT_EQ(kept(" " + kHeader), "ignored");
    EXPECT_EQ(kept(kHeader + "," + kHeader), "ignored");
}

// At each place every byte: only lower-case hexadecimal digits, or the dash that was there, are accepted.
TEST(TraceContexts, IgnoreEveryOtherCharacter) {
    for (std::size_t at = 0; at < kHeader.size(); ++at) {
        for (int byte = 0; byte < 256; ++byte) {
            std::string changed = kHeader;
            changed[at] = static_cast<char>(byte);
            const bool is_dash = kHeader[at] == '-';
            const bool is_digit = std::string_view{"0123456789abcdef"}.contains(changed[at]) && byte != 0;
            EXPECT_EQ(kept(changed) != "ignored", is_dash ? byte == '-' : is_digit) << at << " " << byte;
        }
    }
}

TEST(TraceContexts, AreSentWithANewSpanEachTime) {
    std::set<std::string> headers;
    for (int i = 0; i < 100; ++i) headers.insert(next_traceparent(kId + "-01"));

    EXPECT_EQ(headers.size(), 100U);
    for (const std::string& header : headers) {
        EXPECT_THAT(header, MatchesRegex("00-" + kId + "-[0-9a-f]{16}-01"));
        EXPECT_EQ(kept(header), kId + "-01");
    }
}

}  // namespace
}  // namespace callboard
