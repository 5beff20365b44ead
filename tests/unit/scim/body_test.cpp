#include "scim/body.h"

#include <string>

#include <gtest/gtest.h>

#include "support/error_code.h"

namespace callboard::scim {
namespace {

std::string refusal(const std::string& body) {
    return test::error_code([&] {
        const wire::JsonDocument document{body};
        read_operations(document.root());
    });
}

TEST(ScimBody, ReadsOperationsInAnyCase) {
    const wire::JsonDocument document{
        R"({"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[
        {"op":"Replace","path":"active","value":"False"},
        {"op":"add","value":{"userName":"x"}},
        {"OP":"REMOVE","Path":"members[value eq \"1\"]"}]})"};

    const auto operations = read_operations(document.root());

    ASSERT_EQ(operations.size(), 3U);
    EXPECT_EQ(operations[0].action, PatchAction::replace);
    EXPECT_EQ(operations[0].path->attribute.name, "active");
    EXPECT_FALSE(boolean_of(*operations[0].value, "active"));
    EXPECT_EQ(operations[1].action, PatchAction::add);
    EXPECT_FALSE(operations[1].path);
    EXPECT_EQ(operations[2].action, PatchAction::remove);
    EXPECT_TRUE(operations[2].path->selection);
}

TEST(ScimBody, RefusesWhatIsNoPatch) {
    EXPECT_EQ(refusal("[]"), "invalidSyntax");
    EXPECT_EQ(refusal("{}"), "invalidSyntax");
    EXPECT_EQ(refusal(R"({"Operations":[]})"), "invalidSyntax");
    EXPECT_EQ(refusal(R"({"Operations":{}})"), "invalidSyntax");
    EXPECT_EQ(refusal(R"({"Operations":[7]})"), "invalidSyntax");
    EXPECT_EQ(refusal(R"({"Operations":[{"path":"active"}]})"), "invalidSyntax");
    EXPECT_EQ(refusal(R"({"Operations":[{"op":"move","path":"active"}]})"), "invalidSyntax");
    EXPECT_EQ(refusal(R"({"Operations":[{"op":"remove"}]})"), "noTarget");
    EXPECT_EQ(refusal(R"({"Operations":[{"op":"add","path":"active"}]})"), "invalidValue");
    EXPECT_EQ(refusal(R"({"Operations":[{"op":"add","value":7}]})"), "invalidSyntax");
    EXPECT_EQ(refusal(R"({"Operations":[{"op":"add","path":"a b","value":7}]})"), "invalidPath");
    EXPECT_EQ(refusal(R"({"Operations":[{"op":"add","path":7,"value":7}]})"), "invalidValue");
}

TEST(ScimBody, RefusesNamesThatDifferOnlyInCase) {
    EXPECT_EQ(refusal(R"({"Operations":[{"op":"add","value":{"a":1}}],"operations":[]})"), "invalidSyntax");
    EXPECT_EQ(refusal(R"({"Operations":[{"op":"add","OP":"remove","value":{"a":1}}]})"), "invalidSyntax");
    EXPECT_EQ(refusal(R"({"Operations":[{"op":"add","value":{"userName":"a","USERNAME":"b"}}]})"),
              "invalidSyntax");
    EXPECT_EQ(refusal(R"({"Operations":[{"op":"add","path":"a","value":[{"b":1},{"c":{"d":1,"D":2}}]}]})"),
              "invalidSyntax");
    EXPECT_EQ(refusal(R"({"Operations":[{"op":"add","path":"a","value":[{"b":1},{"B":{"b":1}}]}]})"), "");
}

TEST(ScimBody, BoundsTheNumberOfOperations) {
    std::string list;
    for (std::size_t i = 0; i < kMostOperations; ++i)
        list.append(i == 0 ? "" : ",").append(R"({"op":"remove","path":"externalId"})");

    EXPECT_EQ(refusal(R"({"Operations":[)" + list + "]}"), "");
    EXPECT_EQ(refusal(R"({"Operations":[)" + list + R"(,{"op":"remove","path":"externalId"}]})"), "tooMany");
}

TEST(ScimBody, TakesOneValueAsAListOfOne) {
    const wire::JsonDocument document{R"([{"value":"a"},"b",{"display":"c"}])"};
    const auto elements = elements_of(document.root());

    ASSERT_EQ(elements.size(), 3U);
    EXPECT_EQ(element_text(elements[0], "x"), "a");
    EXPECT_EQ(element_text(elements[1], "x"), "b");
    EXPECT_EQ(element_text(elements[2], "x"), "");
    EXPECT_EQ(elements_of(elements[0]).size(), 1U);
    EXPECT_TRUE(elements_of(wire::JsonDocument{"null"}.root()).empty());
}

}  // namespace
}  // namespace callboard::scim
