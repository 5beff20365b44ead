#include "http/byte_range.h"

#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace callboard::http {

void PrintTo(const RangeAnswer& answer, std::ostream* out) {
    switch (answer.outcome) {
        case RangeOutcome::whole: *out << "the whole"; return;
        case RangeOutcome::unsatisfiable: *out << "416"; return;
        case RangeOutcome::part: *out << answer.part.size << " from " << answer.part.first; return;
    }
}

namespace {

constexpr RangeAnswer kWhole{};
constexpr RangeAnswer kNone{.outcome = RangeOutcome::unsatisfiable, .part = {}};

constexpr RangeAnswer part(std::uint64_t first, std::uint64_t size) {
    return {.outcome = RangeOutcome::part, .part = {.first = first, .size = size}};
}

TEST(ReadRange, TakesTheExamplesOfRfc9110) {
    EXPECT_EQ(read_range("bytes=0-499", 10'000), part(0, 500));
    EXPECT_EQ(read_range("bytes=500-999", 10'000), part(500, 500));
    EXPECT_EQ(read_range("bytes=-500", 10'000), part(9'500, 500));
    EXPECT_EQ(read_range("bytes=9500-", 10'000), part(9'500, 500));
}

TEST(ReadRange, EndsWithTheBody) {
    EXPECT_EQ(read_range("bytes=0-", 10), part(0, 10));
    EXPECT_EQ(read_range("bytes=0-9", 10), part(0, 10));
    EXPECT_EQ(read_range("bytes=0-10", 10), part(0, 10));
    EXPECT_EQ(read_range("bytes=9-", 10), part(9, 1));
    EXPECT_EQ(read_range("bytes=9-9", 10), part(9, 1));
    EXPECT_EQ(read_range("bytes=9-500", 10), part(9, 1));
    EXPECT_EQ(read_range("bytes=-10", 10), part(0, 10));
    EXPECT_EQ(read_range("bytes=-11", 10), part(0, 10));
    EXPECT_EQ(read_range("bytes=0-0", 1), part(0, 1));
}

TEST(ReadRange, SaysWhatIsNotThere) {
    for (const std::string_view header : {"bytes=10-", "bytes=10-20", "bytes=11-", "bytes=-0"})
        EXPECT_EQ(read_range(header, 10), kNone) << header;
}

TEST(ReadRange, FindsNoPartInNothing) {
    for (const std::string_view header : {"bytes=0-", "bytes=0-0", "bytes=-1", "bytes=-0", "bytes=5-9"})
        EXPECT_EQ(read_range(header, 0), kNone) << header;
    EXPECT_EQ(read_range("", 0), kWhole);
}

TEST(ReadRange, TakesNumbersOfAnySize) {
    constexpr std::uint64_t kLargest = UINT64_MAX;
    EXPECT_EQ(read_range("bytes=0-18446744073709551615", 10), part(0, 10));
    EXPECT_EQ(read_range("bytes=0-18446744073709551616", 10), part(0, 10));
    EXPECT_EQ(read_range("bytes=5-99999999999999999999999999999999", 10), part(5, 5));
    EXPECT_EQ(read_range("bytes=-99999999999999999999999999999999", 10), part(0, 10));
    EXPECT_EQ(read_range("bytes=18446744073709551615-", 10), kNone);
    EXPECT_EQ(read_range("bytes=99999999999999999999-99999999999999999999", 10), kNone);
    EXPECT_EQ(read_range("bytes=1-18446744073709551615", kLargest), part(1, kLargest - 1));
    EXPECT_EQ(read_range("bytes=00000000000000000000000005-0000000000000000000000006", 10), part(5, 2));
}

TEST(ReadRange, GivesTheWholeForWhatIsNoRange) {
    for (const std::string_view header : {"",
                                          " ",
                                          "bytes",
                                          "bytes=",
                                          "bytes=-",
                                          "bytes=5",
                                          "bytes=a-b",
                                          "bytes=1-b",
                                          "bytes=a-1",
                                          "bytes=5-4",
                                          "bytes=1--2",
                                          "bytes=--1",
                                          "bytes=+1-2",
                                          "bytes=1-+2",
                                          "bytes=0x1-2",
                                          "bytes=1.0-2",
                                          "bytes=-1-2",
                                          "bytes=1-2-3",
                                          "bytes:0-4",
                                          "bytes 0-4",
                                          "bytes 0-4/10",
                                          "byte=0-4",
                                          "items=0-4",
                                          "bytess=0-4",
                                          "=0-4",
                                          "0-4",
                                          "bytes=\xc2\xb2-4",
                                          "bytes=1-2;q=1"})
        EXPECT_EQ(read_range(header, 10), kWhole) << header;
}

// A number too large to store is valid only if nothing follows its digits.
TEST(ReadRange, GivesTheWholeForDigitsWithSomethingBehindThem) {
    EXPECT_EQ(read_range("bytes=99999999999999999999x-", 10), kWhole);
    EXPECT_EQ(read_range("bytes=0-99999999999999999999x", 10), kWhole);
    EXPECT_EQ(read_range("bytes=-99999999999999999999 9", 10), kWhole);
}

TEST(ReadRange, GivesTheWholeForSeveralRanges) {
    for (const std::string_view header : {"bytes=0-1,3-4", "bytes=0-0,-1", "bytes= 0-999, 4500-5499, -1000",
                                          "bytes=0-1,", "bytes=,0-1", "bytes=20-30,40-50", ","})
        EXPECT_EQ(read_range(header, 10), kWhole) << header;
}

TEST(ReadRange, TakesSpacesAroundTheRangeAndNoneInside) {
    EXPECT_EQ(read_range("  bytes=1-2\t", 10), part(1, 2));
    EXPECT_EQ(read_range("bytes= 1-2", 10), part(1, 2));
    EXPECT_EQ(read_range("Bytes=1-2", 10), part(1, 2)) << "a range unit is named in any case";
    for (const std::string_view header :
         {"bytes =1-2", "bytes=1 -2", "bytes=1- 2", "by tes=1-2", "bytes=1-2 3"})
        EXPECT_EQ(read_range(header, 10), kWhole) << header;
}

// For all numbers: a range lies within the body.
TEST(ReadRange, NeverLeavesTheBody) {
    const std::vector<std::string> numbers{"",
                                           "0",
                                           "1",
                                           "2",
                                           "9",
                                           "10",
                                           "11",
                                           "9223372036854775807",
                                           "9223372036854775808",
                                           "18446744073709551614",
                                           "18446744073709551615",
                                           "18446744073709551616",
                                           "99999999999999999999999"};
    const std::vector<std::uint64_t> sizes{0,         1, 2, 10, 11, std::uint64_t{1} << 63U, UINT64_MAX - 1,
                                           UINT64_MAX};
    for (const std::string& from : numbers) {
        for (const std::string& to : numbers) {
            for (const std::uint64_t size : sizes) {
                const std::string header = std::string{"bytes="}.append(from).append("-").append(to);
                const auto [outcome, given] = read_range(header, size);
                if (outcome != RangeOutcome::part) continue;
                EXPECT_GT(given.size, 0U) << header << " of " << size;
                EXPECT_LE(given.first, size) << header << " of " << size;
                EXPECT_LE(given.size, size - given.first) << header << " of " << size;
            }
        }
    }
}

Request asking(std::vector<Header> headers) {
    Request request;
    request.method = Method::get;
    request.headers = std::move(headers);
    return request;
}

RangeAnswer asked(std::vector<Header> headers, std::string_view etag = "\"v1\"") {
    return asked_range(asking(std::move(headers)), etag, 10);
}

TEST(AskedRange, IsThatOfTheRangeHeader) {
    EXPECT_EQ(asked({}), kWhole);
    EXPECT_EQ(asked({{"Range", "bytes=1-2"}}), part(1, 2));
    EXPECT_EQ(asked({{"range", "bytes=1-2"}}, ""), part(1, 2));
    EXPECT_EQ(asked({{"Range", "bytes=10-"}}), kNone);
}

TEST(AskedRange, IsTheWholeForTwoHeaders) {
    EXPECT_EQ(asked({{"Range", "bytes=1-2"}, {"Range", "bytes=3-4"}}), kWhole);
}

TEST(AskedRange, OfTheSameBodyOnly) {
    const auto unless = [](std::string_view validator) {
        return asked({{"Range", "bytes=1-2"}, {"If-Range", validator}});
    };
    EXPECT_EQ(unless("\"v1\""), part(1, 2));
    EXPECT_EQ(unless(" \"v1\" "), part(1, 2));
    for (const std::string_view other :
         {"\"v2\"", "v1", "W/\"v1\"", "\"v1-gzip\"", "\"v1\", \"v2\"", "*", "Tue, 14 Nov 2023 22:13:20 GMT"})
        EXPECT_EQ(unless(other), kWhole) << other;
    EXPECT_EQ(asked({{"Range", "bytes=10-"}, {"If-Range", "\"v2\""}}), kWhole)
        << "what is not in another body may be in this one";
    EXPECT_EQ(asked({{"If-Range", "\"v1\""}}), kWhole);
}

// A weak tag does not guarantee identical bytes.
TEST(AskedRange, IsNeverThatOfAWeakTag) {
    EXPECT_EQ(asked({{"Range", "bytes=1-2"}, {"If-Range", "W/\"v1\""}}, "W/\"v1\""), kWhole);
}

TEST(NamesTag, WhenItIsInTheList) {
    for (const std::string_view header :
         {"\"v1\"", " \"v1\"\t", "\"a\", \"v1\"", "\"v1\",\"b\"", "\"a\",,\"v1\"", "W/\"v1\"",
          "\"a\" , W/\"v1\" , \"b\"", "*", " * "}) {
        EXPECT_TRUE(names_tag(header, "\"v1\"")) << header;
        EXPECT_TRUE(names_tag(header, "W/\"v1\"")) << header;
    }
}

TEST(NamesTag, NotWhenItIsNot) {
    for (const std::string_view header :
         {"", " ", ",", "\"v2\"", "v1", "\"v1", "v1\"", "\"v1\"\"", "w/\"v1\"", "W/ \"v1\"", "\"V1\"",
          "\"v1-gzip\"", "\"v1\" \"v2\"", "**", "\"*\""})
        EXPECT_FALSE(names_tag(header, "\"v1\"")) << header;
}

}  // namespace
}  // namespace callboard::http
