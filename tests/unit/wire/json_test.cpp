#include "wire/json.h"

#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace callboard::wire {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using namespace std::string_literals;

// The error message; empty if the text is accepted.
std::string refusal(std::string_view text) {
    try {
        const JsonDocument document{text};
        return "";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::invalid_request);
        EXPECT_EQ(error.faults.size(), 1U);
        EXPECT_EQ(error.faults.front().code, "INVALID_JSON");
        return error.faults.front().message;
    }
}

std::string nested(std::size_t depth, std::string_view open, std::string_view close) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += open;
    text += "1";
    for (std::size_t i = 0; i < depth; ++i) text += close;
    return text;
}

TEST(Json, TellsTheKindOfEveryValue) {
    EXPECT_EQ(JsonDocument{"null"}.root().kind(), JsonKind::null);
    EXPECT_EQ(JsonDocument{"true"}.root().kind(), JsonKind::boolean);
    EXPECT_EQ(JsonDocument{"1"}.root().kind(), JsonKind::number);
    EXPECT_EQ(JsonDocument{"-1.5e3"}.root().kind(), JsonKind::number);
    EXPECT_EQ(JsonDocument{"18446744073709551615"}.root().kind(), JsonKind::number);
    EXPECT_EQ(JsonDocument{"\"\""}.root().kind(), JsonKind::text);
    EXPECT_EQ(JsonDocument{"[]"}.root().kind(), JsonKind::array);
    EXPECT_EQ(JsonDocument{"{}"}.root().kind(), JsonKind::object);
}

TEST(Json, GivesTheMembersOfAnObject) {
    const JsonDocument document{R"({"a":"x","b":[true,false],"":"empty","c":null})"};
    const JsonValue root = document.root();

    EXPECT_EQ(root.find("a")->text(), "x");
    EXPECT_EQ(root.find("b")->size(), 2U);
    EXPECT_TRUE(root.find("b")->at(0).boolean());
    EXPECT_FALSE(root.find("b")->at(1).boolean());
    EXPECT_EQ(root.find("")->text(), "empty");
    EXPECT_EQ(root.find("c")->kind(), JsonKind::null);
    EXPECT_FALSE(root.find("A"));
    EXPECT_FALSE(root.find("d"));
}

TEST(Json, AllowsBlanksAroundEverything) {
    EXPECT_EQ(refusal(" \t\r\n{ \"a\" : [ 1 , 2 ] , \"b\" : null }\r\n\t "), "");
}

TEST(Json, UndoesEveryEscape) {
    const JsonDocument document{R"("\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00\u0000")"};

    EXPECT_EQ(document.root().text(), "\"\\/\b\f\n\r\tA\u00e9\u20ac\U0001f600\0"s);
}

TEST(Json, KeepsLongTextsAndKeysWhole) {
    const std::string key(1'024, 'k');
    const std::string value(100'000, 'v');

    const JsonDocument document{"{\"" + key + "\":\"" + value + "\\n\"}"};

    ASSERT_TRUE(document.root().find(key));
    EXPECT_EQ(document.root().find(key)->text(), value + "\n");
}

class MalformedJson : public testing::TestWithParam<std::string_view> {};

TEST_P(MalformedJson, IsRefusedWithItsOffset) {
    EXPECT_THAT(refusal(GetParam()), HasSubstr(" at offset "));
}

INSTANTIATE_TEST_SUITE_P(Empty, MalformedJson, testing::Values("", " ", "\n", "\xef\xbb\xbf{}", "\0"));
INSTANTIATE_TEST_SUITE_P(Truncated, MalformedJson,
                         testing::Values("{", "[", "\"", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1",
                                         "{\"a\":1,", "[1", "[1,", "[[]", "\"a", "\"\\", "\"\\u", "\"\\u00",
                                         "\"\\u004", "tru", "fals", "nul", "-", "1.", "1e", "1e+", "-0.",
                                         "\"\\ud83d", "\"\\ud83d\\", "\"\\ud83d\\ude0"));
INSTANTIATE_TEST_SUITE_P(Trailing, MalformedJson,
                         testing::Values("{} {}", "{}x", "{},", "[]]", "1 2", "1,", "null null",
                                         "\"a\" \"b\"", "{}}", std::string_view{"{}\0", 3}, "{}\v",
                                         "{}\xc2\xa0", "01"));
INSTANTIATE_TEST_SUITE_P(Syntax, MalformedJson,
                         testing::Values("{a:1}", "{'a':1}", "{\"a\" 1}", "{\"a\":}", "{\"a\"}", "{,}",
                                         "{\"a\":1,}", "{1:2}", "{\"a\":1 \"b\":2}", "[,]", "[1,]", "[1 2]",
                                         "[1,,2]", "[1;2]", "{]", "[}", "'a'", "True", "TRUE", "NULL",
                                         "undefined", "NaN", "Infinity", "-Infinity", "// no\n1", "/* no */1",
                                         "[1]//"));
INSTANTIATE_TEST_SUITE_P(Numbers, MalformedJson,
                         testing::Values("+1", "-01", "00", "1.e3", ".5", "-.5", "0x1", "1e", "1e5.5", "--1",
                                         "1_000", "1,000", "\u0661", "1e99999999999"));
INSTANTIATE_TEST_SUITE_P(Texts, MalformedJson,
                         testing::Values("\"\\x41\"", "\"\\a\"", "\"\\'\"", "\"\\u00g0\"", "\"\\U0041\"",
                                         "\"a\nb\"", "\"a\tb\"", "\"\x01\"", "\"\x1f\"",
                                         std::string_view{"\"\0\"", 3}));
INSTANTIATE_TEST_SUITE_P(Surrogates, MalformedJson,
                         testing::Values(R"("\ud83d")", R"("\ude00")", R"("\ud83dx")", R"("\ud83d\u0041")",
                                         R"("\ud83d\ud83d")", R"("\ude00\ud83d")", R"("\ud83d\n")",
                                         R"({"\ud83d":1})"));
INSTANTIATE_TEST_SUITE_P(Utf8, MalformedJson,
                         testing::Values("\"\x80\"", "\"\xc3\"", "\"\xc3(\"", "\"\xc0\x80\"",
                                         "\"\xe0\x80\x80\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"",
                                         "\"\xf0\x9f\x98\"", "\"\xff\"", "{\"\xff\":1}",
                                         "[\"ok\",\"\xc3\"]"));

TEST(Json, TellsWhereItBroke) {
    EXPECT_THAT(refusal("x"), EndsWith(" at offset 0"));
    EXPECT_THAT(refusal(R"({"a":1} x)"), EndsWith(" at offset 8"));
    EXPECT_THAT(refusal(R"({"a":1)"), EndsWith(" at offset 6"));
    EXPECT_THAT(refusal(R"([1, 2, x])"), EndsWith(" at offset 7"));
}

TEST(Json, IsNestedAsDeepAsTheLimitAndNoDeeper) {
    EXPECT_EQ(refusal(nested(kMaxJsonDepth, "[", "]")), "");
    EXPECT_EQ(refusal(nested(kMaxJsonDepth, "{\"a\":", "}")), "");
    EXPECT_THAT(refusal(nested(kMaxJsonDepth + 1, "[", "]")), HasSubstr("nested deeper than 64 levels"));
    EXPECT_THAT(refusal(nested(kMaxJsonDepth + 1, "{\"a\":", "}")),
                HasSubstr("nested deeper than 64 levels"));
    EXPECT_THAT(refusal(std::string(1'000'000, '[')), HasSubstr("nested deeper than 64 levels"));
}

class DoubledKey : public testing::TestWithParam<std::string_view> {};

TEST_P(DoubledKey, IsRefused) {
    EXPECT_THAT(refusal(GetParam()), HasSubstr("duplicate key in an object"));
}

INSTANTIATE_TEST_SUITE_P(Json, DoubledKey,
                         testing::Values(R"({"a":1,"a":2})", R"({"a":1,"b":2,"a":3})",
                                         R"({"a":1,"\u0061":2})", R"({"\u00e9":1,"é":2})",
                                         R"({"a/b":1,"a\/b":2})", R"({"":1,"":2})",
                                         R"({"a\u0000":1,"a\u0000":2})", R"([{"a":1},{"a":1,"a":1}])",
                                         R"({"x":{"y":{"a":1,"a":2}}})", R"({"a":{"b":1},"a":1})",
                                         R"({"a":1,"x":{"b":1},"a":2})", R"({"x":[{"b":1}],"c":1,"c":2})"));

TEST(Json, AllowsOneKeyInSeveralObjects) {
    EXPECT_EQ(refusal(R"({"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}],"A":1,"a ":1,"c":{"b":1}})"), "");
    EXPECT_EQ(refusal(R"({"a":1,"a\u0000":2})"), "");
}

TEST(Json, FindsADoubledKeyAmongManyAndLongOnes) {
    const std::string prefix(1'000, 'k');
    std::string text = "{";
    for (int i = 0; i < 1'000; ++i) text += "\"" + prefix + std::to_string(i) + "\":1,";

    EXPECT_EQ(refusal(text + "\"last\":1}"), "");
    EXPECT_THAT(refusal(text + "\"" + prefix + "500\":1}"), HasSubstr("duplicate key"));
}

std::string object_of(std::size_t members) {
    std::string text = "{";
    for (std::size_t i = 0; i < members; ++i)
        text.append(i == 0 ? "\"" : ",\"").append(std::to_string(i)).append("\":1");
    return text + "}";
}

std::string array_of(std::size_t elements, const std::string& element) {
    std::string text = "[";
    for (std::size_t i = 0; i < elements; ++i) text.append(i == 0 ? "" : ",").append(element);
    return text + "]";
}

// A client can choose keys that all have the same hash: then the time of an object is quadratic in its
// members.
TEST(Json, HasALimitOfMembersBeyondTheFirstOnesOfEachObject) {
    constexpr std::string_view kRefusal =
        "more than 2000 members in all, not counting the first 32 of each object at offset ";
    EXPECT_EQ(refusal(object_of(32 + 2'000)), "");
    EXPECT_THAT(refusal(object_of(32 + 2'001)), HasSubstr(kRefusal));

    EXPECT_EQ(refusal(array_of(3'000, object_of(32))), "") << "96,000 members, all of them free";
    EXPECT_EQ(refusal(array_of(2'000, object_of(33))), "");
    EXPECT_THAT(refusal(array_of(2'001, object_of(33))), HasSubstr(kRefusal));
    EXPECT_THAT(
        refusal("{\"a\":" + object_of(32 + 1'001) + ",\"b\":[{},{\"c\":" + object_of(32 + 1'000) + "}]}"),
        HasSubstr(kRefusal));
}

TEST(Json, HasALimitOfTheLengthOfKeys) {
    const auto object = [](std::size_t length) { return "{\"" + std::string(length, 'k') + "\":1}"; };
    EXPECT_EQ(refusal(object(1'024)), "");
    EXPECT_THAT(refusal(object(1'025)), HasSubstr("a key longer than 1024 bytes at offset "));
    EXPECT_THAT(refusal(R"({"a":[)" + object(500'000) + "]}"), HasSubstr("a key longer than 1024 bytes"));
}

// A megabyte can have half a million values, which would take 40 MB and, in a patch, a third of a second.
TEST(Json, HasALimitOfValues) {
    const auto refused = HasSubstr("more than 100000 values in all at offset ");
    for (const std::string each : {"1", "1.5", "18446744073709551615", "true", "null", "\"\"", "[]", "{}"}) {
        EXPECT_EQ(refusal(array_of(99'999, each)), "") << each;
        EXPECT_THAT(refusal(array_of(100'000, each)), refused) << each;
    }
    EXPECT_EQ(refusal(array_of(49'999, R"({"a":1})")), "");
    EXPECT_THAT(refusal(array_of(50'000, R"({"a":1})")), refused);
}

TEST(Json, StopsAtTheFirstMemberTooMany) {
    const std::string least = object_of(32 + 2'001);
    const std::string offset = " at offset " + std::to_string(least.rfind(':') - 1);

    EXPECT_THAT(refusal(least), EndsWith(offset));
    EXPECT_THAT(refusal(object_of(100'000)), EndsWith(offset));
}

TEST(Json, KnowsWholeNumbers) {
    EXPECT_EQ(JsonDocument{"0"}.root().whole_number(), 0);
    EXPECT_EQ(JsonDocument{"-0"}.root().whole_number(), 0);
    EXPECT_EQ(JsonDocument{"9223372036854775807"}.root().whole_number(), 9'223'372'036'854'775'807);
    EXPECT_EQ(JsonDocument{"-9223372036854775808"}.root().whole_number(),
              std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(JsonDocument{"5.0"}.root().whole_number(), 5);
    EXPECT_EQ(JsonDocument{"1e3"}.root().whole_number(), 1'000);
}

TEST(Json, KnowsWhatIsNoWholeNumberOrDoesNotFit) {
    for (const std::string_view text :
         {"1.5", "-0.1", "1e-1", "9223372036854775808", "18446744073709551615", "18446744073709551616",
          "-9223372036854775809", "9223372036854775808.0", "1e19", "-1e19", "1e300",
          "99999999999999999999999999999999"})
        EXPECT_FALSE(JsonDocument{text}.root().whole_number()) << text;
}

TEST(Json, KnowsNumbersWithFractions) {
    EXPECT_EQ(JsonDocument{"1.5"}.root().number(), 1.5);
    EXPECT_EQ(JsonDocument{"-2"}.root().number(), -2.0);
    EXPECT_EQ(JsonDocument{"18446744073709551615"}.root().number(), 18446744073709551615.0);
    EXPECT_EQ(JsonDocument{"1e-7"}.root().number(), 1e-7);
}

TEST(Json, KnowsAmountsOfMoneyToTheCent) {
    for (int cents = 0; cents < 10'000'000; cents += 997) {
        const std::string text =
            std::to_string(cents / 100) + "." + std::to_string(cents % 100 / 10) + std::to_string(cents % 10);
        ASSERT_EQ(JsonDocument{text}.root().number(), cents / 100.0) << text;
    }
}

}  // namespace
}  // namespace callboard::wire
