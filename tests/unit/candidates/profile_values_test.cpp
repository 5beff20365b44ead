#include "candidates/profile_values.h"

#include <string>

#include <gtest/gtest.h>

namespace callboard::candidates {
namespace {

// The normalized text, or "-" if it is refused.
template <class Read>
std::string kept(Read read, std::string_view text) {
    wire::Reading reading{"X"};
    const auto value = read(text, reading);
    EXPECT_EQ(value.has_value(), reading.faults().empty()) << text;
    return value ? value->text : "-";
}

TEST(ProfileValues, NamesAreTrimmedInEveryScript) {
    EXPECT_EQ(kept(read_name, "  Ada\t\n"), "Ada");
    EXPECT_EQ(kept(read_name, "Ada\nMaria"), "Ada\nMaria");
    EXPECT_EQ(kept(read_phone_number, "1\n2"), "-");  // of one line
    EXPECT_EQ(kept(read_name, "  Ada "), "Ada");
    EXPECT_EQ(kept(read_name, "\u3000山田 太郎\u00a0"), "山田 太郎");
    EXPECT_EQ(kept(read_name, "אבגד"), "אבגד");
    EXPECT_EQ(kept(read_name, "👩‍🚀"), "👩‍🚀");
}

TEST(ProfileValues, WhatCannotBeSeenIsNoName) {
    for (const std::string_view text : {"", "   ", "\u200b\u200d", "\u2003\ufeff"})
        EXPECT_EQ(kept(read_name, text), "-") << text;
    EXPECT_EQ(kept(read_name, "A\u0007"), "-");
    EXPECT_EQ(kept(read_name, std::string(128, 'a')), std::string(128, 'a'));
    EXPECT_EQ(kept(read_name, std::string(129, 'a')), "-");
}

TEST(ProfileValues, OddAddressesAreLegal) {
    for (const std::string_view text :
         {"a@b", "o'brien+tag@sub.example.co", R"("quoted local"@example.com)", R"("a\"b"@example.com)",
          "ünï@exämple.de", "x@[192.0.2.1]", "a.b-c_d=e@example.com", "用户@例子.广告"})
        EXPECT_EQ(kept(read_email, text), text);
    EXPECT_EQ(kept(read_email, " ada@example.com "), "ada@example.com");
}

TEST(ProfileValues, WhatIsNoAddressIsRefused) {
    for (const std::string_view text :
         {"", "ada", "@example.com", "ada@", "a b@example.com", "a@b c", "a@b@c", R"("a"b"@c)", R"("a\"@c)",
          "a,b@c", "a@b>", "a\n@b", "\"\"@c"})
        EXPECT_EQ(kept(read_email, text), "-") << text;
}

TEST(ProfileValues, DatesAreYearsMonthsOrDays) {
    for (const std::string_view text : {"2015", "2015-11", "2015-11-17", "2016-02-29"})
        EXPECT_EQ(kept(read_partial_date, text), text);
    for (const std::string_view text :
         {"", "15", "2015-", "2015-00", "2015-13", "2015-1", "2015-11-31", "2015-02-29",
          "2015-11-17T00:00:00Z", "20151117", "-201", "2015-+1", "2015-11/17", "abcd"})
        EXPECT_EQ(kept(read_partial_date, text), "-") << text;
}

TEST(ProfileValues, CountriesAreTwoLettersInLowerCase) {
    EXPECT_EQ(kept(read_country_code, "US"), "us");
    for (const std::string_view text : {"", "u", "usa", "1a", "é", "u "})
        EXPECT_EQ(kept(read_country_code, text), "-") << text;
}

}  // namespace
}  // namespace callboard::candidates
