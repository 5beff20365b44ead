#include "wire/json_writer.h"

#include <charconv>
#include <functional>
#include <limits>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "base/encoding.h"
#include "base/random.h"

namespace callboard::wire {
namespace {

namespace json = boost::json;
using namespace std::string_literals;

std::string written(const std::function<void(JsonWriter&)>& write) {
    std::string out;
    JsonWriter writer{out};
    write(writer);
    return out;
}

std::string text(std::string_view value) {
    return written([&](JsonWriter& out) { out.text(value); });
}

// The text parsed by another library.
std::string read_back(std::string_view value) {
    return std::string{json::parse(text(value)).as_string()};
}

TEST(JsonWriterText, EscapesWhatMustBe) {
    EXPECT_EQ(text(""), R"("")");
    EXPECT_EQ(text("\"\\/"), R"("\"\\/")");
    EXPECT_EQ(text("\b\f\n\r\t"), R"("\b\f\n\r\t")");
    EXPECT_EQ(text("\0\x01\x1f\x7f"s), "\"\\u0000\\u0001\\u001f\x7f\"");
    EXPECT_EQ(text("\u00e9\u20ac\U0001f600"), "\"\u00e9\u20ac\U0001f600\"");
}

TEST(JsonWriterText, EscapesEveryCharacterAtEveryPlace) {
    for (int c = 0; c < 0x80; ++c) {
        for (std::size_t before = 0; before < 18; ++before) {
            for (const std::size_t after : {0U, 1U, 7U, 8U, 9U}) {
                std::string value(before, 'a');
                value += static_cast<char>(c);
                value.append(after, 'z');
                ASSERT_EQ(read_back(value), value) << "character " << c << " after " << before;
            }
        }
    }
}

TEST(JsonWriterText, EscapesSpecialCharactersSideBySide) {
    const std::string special = "\"\\\n\x1f \x7f!#[]\x80\xff"s;
    for (const char first : special) {
        for (const char second : special) {
            const std::string value = "abcdefg"s + first + second + "hijklmno";
            if (is_utf8(value)) ASSERT_EQ(read_back(value), value) << text(value);
        }
    }
}

TEST(JsonWriterText, IsReadBackWhateverItHolds) {
    constexpr std::string_view kAscii = "ab\"\\\n\t\x01\x1f /{}[]:,\x7f";
    for (int i = 0; i < 20'000; ++i) {
        std::string value = random_text(random_below(40), kAscii);
        const std::string wide[] = {"\u00e9", "\u20ac", "\U0001f600", "\u2028", "\u0080"};
        for (std::uint64_t n = random_below(4); n > 0; --n)
            value += wide[random_below(5)] + random_text(2, kAscii);
        ASSERT_EQ(read_back(value), value) << text(value);
    }
}

TEST(JsonWriterNumber, WritesWholeNumbersInFull) {
    EXPECT_EQ(written([](JsonWriter& out) { out.number(std::int64_t{0}); }), "0");
    EXPECT_EQ(written([](JsonWriter& out) { out.number(std::numeric_limits<std::int64_t>::max()); }),
              "9223372036854775807");
    EXPECT_EQ(written([](JsonWriter& out) { out.number(std::numeric_limits<std::int64_t>::min()); }),
              "-9223372036854775808");
}

TEST(JsonWriterNumber, WritesFractionsSoThatTheyAreReadBackExactly) {
    for (const double value : {0.0, -0.0, 0.1, 1.0 / 3, 1e20, 1e21, 1e-7, 5e-324, 1.7976931348623157e308,
                               -2.5, 123456789.123456789, 9007199254740993.0}) {
        const std::string number = written([&](JsonWriter& out) { out.number(value); });
        double back = 1;
        std::from_chars(number.data(), number.data() + number.size(), back);
        EXPECT_EQ(back, value) << number;
        EXPECT_TRUE(json::parse(number).is_number()) << number;
    }
    EXPECT_EQ(written([](JsonWriter& out) { out.number(45'000.5); }), "45000.5");
}

TEST(JsonWriter, WritesEachKindOfValue) {
    const std::string out = written([](JsonWriter& writer) {
        writer.open_array();
        writer.boolean(true);
        writer.boolean(false);
        writer.null();
        writer.time({0});
        writer.plain_text("plain");
        writer.raw(R"({"a":1})");
        writer.number(std::int64_t{1});
        writer.close_array();
    });

    EXPECT_EQ(out, R"([true,false,null,"1970-01-01T00:00:00.000Z","plain",{"a":1},1])");
}

TEST(JsonWriter, SeparatesWhatFollowsAndNothingElse) {
    const std::string out = written([](JsonWriter& writer) {
        writer.open_object();
        writer.member("a", "{");
        writer.member("b", "[");
        writer.member("c", ":");
        writer.member("d", ",");
        writer.member("n", std::int64_t{1});
        writer.key("empty");
        writer.open_object();
        writer.close_object();
        writer.key("list");
        writer.open_array();
        writer.open_array();
        writer.close_array();
        writer.open_object();
        writer.member("x", "");
        writer.close_object();
        writer.text("{");
        writer.text("[");
        writer.close_array();
        writer.prepared_key("last");
        writer.null();
        writer.close_object();
    });

    EXPECT_EQ(
        out,
        R"({"a":"{","b":"[","c":":","d":",","n":1,"empty":{},"list":[[],{"x":""},"{","["],"last":null})");
    EXPECT_EQ(json::serialize(json::parse(out)), out);
}

TEST(JsonWriter, BeginsAnewInATextThatHasSomethingAlready) {
    std::string out = "data: ";
    JsonWriter writer{out};

    writer.open_object();
    writer.member("a", "b");
    writer.close_object();

    EXPECT_EQ(out, R"(data: {"a":"b"})");
}

TEST(JsonWriterKey, IsPutTogetherByTheCompiler) {
    constexpr Key kKey{"refNumber"};
    static_assert(kKey.text() == "refNumber");
    static_assert(kKey.first() == "\"refNumber\":");
    static_assert(kKey.next() == ",\"refNumber\":");

    const std::string out = written([](JsonWriter& writer) {
        writer.open_object();
        writer.prepared_key("a");
        writer.boolean(true);
        writer.prepared_key("b");
        writer.boolean(false);
        writer.close_object();
    });

    EXPECT_EQ(out, R"({"a":true,"b":false})");
}

TEST(JsonWriterKey, TakesTheEmptyNameAndTheLongestOne) {
    constexpr Key kEmpty{""};
    constexpr Key kLongest{"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq"};

    static_assert(kEmpty.first() == "\"\":");
    static_assert(kLongest.text().size() == 43);
    static_assert(kLongest.next() == ",\"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq\":");
}

std::string with_members(std::string_view first, std::string_view object, std::string_view last) {
    return written([&](JsonWriter& out) {
        out.open_object();
        if (!first.empty()) out.member(first, "1");
        out.members(object);
        if (!last.empty()) out.member(last, "2");
        out.close_object();
    });
}

TEST(JsonWriterMembers, StandAmongThoseOfTheObjectAround) {
    EXPECT_EQ(with_members("", R"({"x":1,"y":{}})", ""), R"({"x":1,"y":{}})");
    EXPECT_EQ(with_members("a", R"({"x":1})", ""), R"({"a":"1","x":1})");
    EXPECT_EQ(with_members("", R"({"x":1})", "b"), R"({"x":1,"b":"2"})");
    EXPECT_EQ(with_members("a", R"({"x":{}})", "b"), R"({"a":"1","x":{},"b":"2"})");
}

TEST(JsonWriterMembers, OfAnEmptyObjectAreNone) {
    EXPECT_EQ(with_members("", "{}", ""), "{}");
    EXPECT_EQ(with_members("a", "{}", "b"), R"({"a":"1","b":"2"})");
    EXPECT_EQ(with_members("", "{}", "b"), R"({"b":"2"})");
}

}  // namespace
}  // namespace callboard::wire
