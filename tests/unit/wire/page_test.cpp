#include "wire/page.h"

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace callboard::wire {
namespace {

using namespace std::string_literals;

constexpr std::string_view kBoundTo = "company 1;jobs;status=CREATED";

TEST(Cursor, GivesItsPositionBack) {
    for (const std::string& position :
         {"x"s, "01890000-0000-7000-8000-000000000000"s, "a|b\n\u00e9"s, "\0\0"s, std::string(1'000, 'p')}) {
        EXPECT_EQ(read_cursor(make_cursor(position, kBoundTo), kBoundTo), position);
    }
}

TEST(Cursor, NeedsNoEscapeInAUrl) {
    for (int i = 0; i < 256; ++i) {
        const std::string cursor = make_cursor(std::string(3, static_cast<char>(i)), kBoundTo);
        EXPECT_EQ(percent_encode(cursor), cursor);
    }
}

TEST(Cursor, IsRefusedWithAnythingElseThanItWasMadeFor) {
    const std::string cursor = make_cursor("position", kBoundTo);

    for (const std::string_view other :
         {"", "company 2;jobs;status=CREATED", "company 1;jobs;status=", "company 1;jobs;status=CREATED "})
        EXPECT_FALSE(read_cursor(cursor, other)) << other;
}

TEST(Cursor, IsRefusedWhenAnyCharacterOfItChanges) {
    const std::string cursor = make_cursor("position", kBoundTo);
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ .\n";

    for (std::size_t at = 0; at < cursor.size(); ++at) {
        for (const char c : kAlphabet) {
            std::string changed = cursor;
            changed[at] = c;
            if (changed != cursor) ASSERT_FALSE(read_cursor(changed, kBoundTo)) << changed;
        }
    }
}

TEST(Cursor, IsRefusedWhenItIsCutOrGrows) {
    const std::string cursor = make_cursor("position", kBoundTo);

    for (std::size_t size = 0; size < cursor.size(); ++size)
        EXPECT_FALSE(read_cursor(cursor.substr(0, size), kBoundTo)) << size;
    for (const std::string_view more : {"A", "AA", "AAA", "AAAA", "=", " "})
        EXPECT_FALSE(read_cursor(cursor + std::string{more}, kBoundTo)) << more;
    EXPECT_FALSE(read_cursor("A" + cursor, kBoundTo));
}

TEST(Cursor, IsNotMadeUpByAClient) {
    for (const std::string& text :
         {""s, "1"s, "null"s, to_base64url("position"), to_base64url(std::string(9, '\0')),
          to_base64url(std::string(9, '\0') + "position")})
        EXPECT_FALSE(read_cursor(text, kBoundTo)) << text;
}

TEST(Cursor, IsNullInTheBodyOfTheLastPage) {
    std::string out;
    JsonWriter writer{out};

    writer.open_array();
    Codec<Cursor>::write(writer, {.text = "abc"});
    Codec<Cursor>::write(writer, {});
    writer.close_array();

    EXPECT_EQ(out, R"(["abc",null])");
}

}  // namespace
}  // namespace callboard::wire
