#include "wire/unknown_names.h"

#include <algorithm>
#include <array>
#include <ranges>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::wire {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using namespace std::string_literals;

constexpr std::array<std::string_view, 3> kKnown{"title", "limit", "refNumber"};

std::string member(std::string_view object, std::string_view name) {
    UnknownNames unknown;
    unknown.add_member(object, name, kKnown);
    return unknown.header_value();
}

std::string parameter(std::string_view name) {
    UnknownNames unknown;
    unknown.add_parameter(name, kKnown);
    return unknown.header_value();
}

std::string nested_member(std::string_view name) {
    return member("/jobAd/sections", name);
}

UnknownNames strict() {
    UnknownNames unknown;
    unknown.reset(Handling::strict);
    return unknown;
}

TEST(UnknownNames, AreNoneAtFirst) {
    const UnknownNames unknown;
    EXPECT_TRUE(unknown.empty());
    EXPECT_EQ(unknown.handling(), Handling::lenient);
    EXPECT_EQ(unknown.header_value(), "");
}

TEST(UnknownNames, AreListedInTheirOrder) {
    UnknownNames unknown;
    unknown.add_parameter("limt", kKnown);
    unknown.add_member("", "titel", kKnown);
    unknown.add_member("/jobAd/sections", "foo", kKnown);
    unknown.add_element("/properties/0", "names no property");

    EXPECT_EQ(unknown.header_value(), "limt, /titel, /jobAd/sections/foo, /properties/0");
}

TEST(UnknownNames, TellMembersFromParameters) {
    EXPECT_EQ(member("", "a"), "/a");
    EXPECT_EQ(member("", ""), "/");
    EXPECT_EQ(member("", "a/b~c"), "/a~1b~0c");
    EXPECT_EQ(parameter("a"), "a");
    EXPECT_EQ(parameter("/a/b"), "%2Fa/b");
    EXPECT_EQ(parameter(""), R"("")");
    EXPECT_EQ(parameter(R"("")"), "%22%22");
    EXPECT_EQ(parameter("+12 more"), "+12%20more");
}

TEST(UnknownNames, CannotForgeAHeaderOrAnotherName) {
    EXPECT_EQ(member("", "a\r\nSet-Cookie: b=c"), "/a%0D%0ASet-Cookie:%20b=c");
    EXPECT_EQ(parameter("a, /b"), "a%2C%20/b");
    EXPECT_EQ(parameter("100%"), "100%25");
    EXPECT_EQ(parameter("\0\x7f\xff"s), "%00%7F%FF");
    EXPECT_EQ(member("", "größe"), "/gr%C3%B6%C3%9Fe");
}

TEST(UnknownNames, AreVisibleAsciiWithoutCommasWhateverTheyAre) {
    for (int byte = 0; byte < 256; ++byte) {
        const std::string name = "x"s + static_cast<char>(byte);
        for (const std::string& shown : {member("", name), parameter(name)}) {
            EXPECT_TRUE(std::ranges::all_of(shown, [](char c) { return c > ' ' && c < 0x7f && c != ','; }))
                << byte << " " << shown;
        }
    }
}

TEST(UnknownNames, AreCutAtEightyCharactersAndNeverWithinAnEscape) {
    EXPECT_EQ(parameter(std::string(80, 'x')), std::string(80, 'x'));
    EXPECT_EQ(parameter(std::string(81, 'x')), std::string(77, 'x') + "...");
    EXPECT_EQ(parameter(std::string(76, 'x') + "   "), std::string(76, 'x') + "...");
    EXPECT_EQ(parameter(std::string(74, 'x') + "   "), std::string(74, 'x') + "%20...");
    EXPECT_EQ(nested_member(std::string(1'000'000, 'x')), "/jobAd/sections/" + std::string(61, 'x') + "...");
}

TEST(UnknownNames, AreTenAndThenACount) {
    UnknownNames unknown;
    for (int i = 0; i < 10; ++i) unknown.add_member("", "m" + std::to_string(i), kKnown);
    EXPECT_EQ(unknown.header_value(), "/m0, /m1, /m2, /m3, /m4, /m5, /m6, /m7, /m8, /m9");

    unknown.add_member("", "m10", kKnown);
    unknown.add_element("/properties/0", "");
    unknown.add_parameter("p", kKnown);

    EXPECT_EQ(unknown.header_value(), "/m0, /m1, /m2, /m3, /m4, /m5, /m6, /m7, /m8, /m9, +3 more");
}

TEST(UnknownNames, FitIntoOneKibibyteHoweverManyAndLongTheyAre) {
    UnknownNames unknown;
    for (int i = 0; i < 1'000'000; ++i)
        unknown.add_member("/x", std::to_string(i) + std::string(100, '\n'), kKnown);

    EXPECT_LE(unknown.header_value().size() + "X-Ignored: \r\n"s.size(), 1024U);
    EXPECT_TRUE(unknown.header_value().ends_with(", +999990 more"));
}

TEST(UnknownNames, NameARepeatedParameterOnce) {
    UnknownNames unknown;
    for (const auto* name : {"a", "b", "a", "a", "b"}) unknown.add_parameter(name, kKnown);

    EXPECT_EQ(unknown.header_value(), "a, b");
}

TEST(UnknownNames, AreNoFaultsOfALenientRequest) {
    UnknownNames unknown;
    unknown.add_member("", "titel", kKnown);

    EXPECT_THAT(unknown.take_faults("VALIDATION_ERROR"), IsEmpty());
}

TEST(UnknownNames, AreFaultsOfAStrictRequestWithTheNearestKnownName) {
    UnknownNames unknown = strict();
    unknown.add_member("/job", "titel", kKnown);
    unknown.add_member("", "nonsense", kKnown);
    unknown.add_element("/properties/0", "names no property");
    unknown.add_parameter("limt", kKnown);
    unknown.add_parameter("nonsense", kKnown);
    unknown.add_parameter("other", {});

    std::vector<std::string> messages;
    for (const Fault& fault : unknown.take_faults("CODE")) {
        EXPECT_EQ(fault.code, "CODE");
        messages.push_back(fault.path + " | " + fault.message);
    }
    EXPECT_THAT(messages,
                ElementsAre("/job/titel | is an unknown field; did you mean title?",
                            "/nonsense | is an unknown field", "/properties/0 | names no property",
                            " | unknown parameter limt; did you mean limit?", " | unknown parameter nonsense",
                            " | unknown parameter other; this operation has no parameters"));
    EXPECT_THAT(unknown.take_faults("CODE"), IsEmpty());
}

TEST(UnknownNames, OfAStrictRequestAreTenFaultsAndOneForTheOthers) {
    UnknownNames unknown = strict();
    for (int i = 0; i < 100'000; ++i) unknown.add_member("", "m" + std::to_string(i), kKnown);

    const auto faults = unknown.take_faults("VALIDATION_ERROR");

    ASSERT_THAT(faults, SizeIs(11));
    EXPECT_EQ(faults.back().message, "and 99990 more unknown names");
    EXPECT_EQ(faults.back().path, "");
}

TEST(UnknownNames, ThatAreLongMakeSmallFaults) {
    UnknownNames unknown = strict();
    unknown.add_member("/job", std::string(1'000'000, 'x'), kKnown);
    unknown.add_parameter(std::string(8000, '\xff'), kKnown);

    const auto faults = unknown.take_faults("VALIDATION_ERROR");

    EXPECT_EQ(faults[0].path, "/job");
    for (const Fault& fault : faults) EXPECT_LT(fault.message.size(), 200U);
}

TEST(UnknownNames, OfTheRequestBeforeAreForgotten) {
    UnknownNames unknown = strict();
    for (int i = 0; i < 11; ++i) unknown.add_member("", "m" + std::to_string(i), kKnown);

    unknown.reset();

    EXPECT_TRUE(unknown.empty());
    EXPECT_EQ(unknown.handling(), Handling::lenient);
    EXPECT_EQ(unknown.header_value(), "");
    EXPECT_THAT(unknown.take_faults("CODE"), IsEmpty());
}

TEST(UnknownNames, ThatWorkFindsAgainAreCountedOnce) {
    UnknownNames unknown;
    for (int i = 0; i < 9; ++i) unknown.add_parameter("p" + std::to_string(i), kKnown);
    const auto decoded = unknown.mark();
    std::string first;
    for (int run = 0; run < 3; ++run) {
        unknown.rewind(decoded);
        for (int i = 0; i < 5; ++i) unknown.add_member("", "m" + std::to_string(i), kKnown);
        if (run == 0) first = unknown.header_value();
    }

    EXPECT_TRUE(first.ends_with(", p8, /m0, +4 more")) << first;
    EXPECT_EQ(unknown.header_value(), first);
}

}  // namespace
}  // namespace callboard::wire
