#include "markup/html.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "wire/shape.h"

namespace callboard {
namespace {

struct Page {
    std::optional<markup::Html> text;

    static constexpr auto shape() {
        return wire::fields(wire::field("text", &Page::text, {.max_length = 20}));
    }
};

Fault fault_of(const std::string& body) {
    try {
        wire::decode<Page>(body);
    } catch (const Error& error) {
        EXPECT_EQ(error.faults.size(), 1U);
        return error.faults.front();
    }
    return {};
}

TEST(Html, IsSanitisedWhenItIsRead) {
    EXPECT_EQ(wire::decode<Page>(R"({"text":"<b onclick=x>a</b>"})").text->text(), "<b>a</b>");
    EXPECT_EQ(wire::to_json(wire::decode<Page>(R"({"text":"R&D"})")), R"({"text":"R&D"})");
    EXPECT_FALSE(wire::decode<Page>(R"({"text":null})").text);
}

TEST(Html, IsRefusedWhereATextIs) {
    EXPECT_EQ(fault_of(R"({"text":7})").path, "/text");
    EXPECT_EQ(fault_of(R"({"text":"123456789012345678901"})").message, "must have at most 20 characters");
    EXPECT_EQ(fault_of(R"({"text":"a\u0000b"})").path, "/text");
}

// It is parsed again when it is changed, and must not be too long then.
TEST(Html, IsNotLongerThanItMayBeAfterEscaping) {
    const Fault fault = fault_of(R"({"text":"<b>&&&&</b>"})");

    EXPECT_EQ(fault.message, "must have at most 20 characters as HTML; it has 27 after escaping");
    EXPECT_EQ(fault.path, "/text");
    EXPECT_TRUE(wire::decode<Page>(R"({"text":"<b>&&</b>"})").text);
}

TEST(Html, ThatIsNestedTooDeeplyIsRefused) {
    EXPECT_FALSE(markup::Html::sanitise([] {
        std::string deep;
        for (int i = 0; i < 300; ++i) deep += "<i>";
        return deep;
    }()));
}

}  // namespace
}  // namespace callboard
