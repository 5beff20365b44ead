#include "http/preference.h"

#include <gtest/gtest.h>

namespace callboard::http {
namespace {

std::optional<std::string> handling(std::string_view list) {
    return preference(list, "handling");
}

TEST(Preference, HasAValue) {
    EXPECT_EQ(handling("handling=strict"), "strict");
    EXPECT_EQ(handling("handling=lenient"), "lenient");
    EXPECT_EQ(handling("Handling=STRICT"), "STRICT");
    EXPECT_EQ(handling("  handling = strict  "), "strict");
    EXPECT_EQ(handling("handling=strict; foo=1;bar"), "strict");
}

TEST(Preference, StandsAmongOthers) {
    EXPECT_EQ(handling("respond-async, wait=100, handling=strict"), "strict");
    EXPECT_EQ(handling("respond-async,handling=strict,return=minimal"), "strict");
    EXPECT_EQ(handling(",, ,handling=strict"), "strict");
    EXPECT_EQ(preference("respond-async, wait=100", "wait"), "100");
}

TEST(Preference, IsNotThere) {
    for (const std::string_view list : {"", ",", ";", "=", "wait=10", "handling2=strict", "xhandling=strict",
                                        "wait=10;handling=strict", "foo=\"a, handling=strict\"", "\""})
        EXPECT_EQ(handling(list), std::nullopt) << list;
}

TEST(Preference, MayHaveNoValue) {
    EXPECT_EQ(handling("handling"), "");
    EXPECT_EQ(handling("handling="), "");
    EXPECT_EQ(handling("handling=\"\""), "");
    EXPECT_EQ(handling("handling;strict"), "");
}

TEST(Preference, MayBeQuoted) {
    EXPECT_EQ(handling(R"(handling="strict")"), "strict");
    EXPECT_EQ(handling(R"(handling="st\rict")"), "strict");
    EXPECT_EQ(handling(R"(handling="a,b;c\"d")"), R"(a,b;c"d)");
    EXPECT_EQ(handling(R"(handling="strict)"), "strict");
    EXPECT_EQ(handling(R"(foo="\"", handling=strict)"), "strict");
    EXPECT_EQ(handling("handling=\"a\\"), "a\\");
}

TEST(Preference, CountsWhereItIsFirst) {
    EXPECT_EQ(handling("handling=lenient, handling=strict"), "lenient");
    EXPECT_EQ(handling("handling, handling=strict"), "");
}

}  // namespace
}  // namespace callboard::http
