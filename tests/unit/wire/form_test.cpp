#include "wire/form.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace callboard {
namespace {

using wire::Form;

constexpr std::array<std::string_view, 2> kNames{"code", "scope"};

std::optional<Form> json(std::string_view text) {
    return Form::parse_json(text, kNames);
}

TEST(Form, EscapesAndPlusSignsAreUndone) {
    const auto form = Form::parse("a=x%20y+z&%62=%C3%A9%2B");

    ASSERT_TRUE(form);
    EXPECT_EQ(form->get("a"), "x y z");
    EXPECT_EQ(form->get("b"), "\u00e9+");
}

TEST(Form, APercentSignThatStartsNoEscapeIsRefused) {
    for (const std::string text : {"a=%", "a=%2", "a=%zz", "%g0=1", "a=1&b=%-1", "a=%%20"})
        EXPECT_FALSE(Form::parse(text)) << text;
}

TEST(Form, AnEmptyFieldIsNoField) {
    const auto form = Form::parse("a=&b&c=1&&=2");

    ASSERT_TRUE(form);
    EXPECT_FALSE(form->get("a"));
    EXPECT_FALSE(form->get("b"));
    EXPECT_EQ(form->get("c"), "1");
    EXPECT_EQ(form->text("nothing"), "");
    EXPECT_TRUE(form->contains("a"));
    EXPECT_TRUE(form->contains("b"));
    EXPECT_FALSE(form->contains("nothing"));
}

TEST(Form, AValueMayHoldEqualsSignsAndNulBytes) {
    const auto form = Form::parse("a=b=c==&n=%00x");

    ASSERT_TRUE(form);
    EXPECT_EQ(form->get("a"), "b=c==");
    EXPECT_EQ(form->get("n"), (std::string{"\0x", 2}));
}

TEST(Form, ARepetitionIsSeenHoweverTheNameIsWritten) {
    EXPECT_TRUE(Form::parse("code=1&co%64e=2")->has_repeated("code"));
    EXPECT_TRUE(Form::parse("a=1&b=2&a=1")->has_any_twice());
    EXPECT_FALSE(Form::parse("code=1&Code=2")->has_any_twice());
}

TEST(Form, AnObjectOfTextsIsAForm) {
    const auto form = json(R"({"code":"a\u0062","scope":"","other":{"deep":[1]}})");

    ASSERT_TRUE(form);
    EXPECT_EQ(form->get("code"), "ab");
    EXPECT_FALSE(form->get("scope"));
    EXPECT_FALSE(form->get("other"));
}

TEST(Form, NullInAnObjectIsNoField) {
    EXPECT_FALSE(json(R"({"code":null})")->get("code"));
}

TEST(Form, AnObjectWithAnythingButTextsUnderTheNamesIsRefused) {
    for (const std::string text :
         {R"({"code":1})", R"({"code":true})", R"({"code":["a"]})", R"({"code":{"a":"b"}})"})
        EXPECT_FALSE(json(text)) << text;
}

TEST(Form, AnObjectWithARepeatedNameIsRefused) {
    EXPECT_FALSE(json(R"({"code":"a","code":"b"})"));
    EXPECT_FALSE(json(R"({"code":"a","c\u006fde":"a"})"));
}

TEST(Form, WhatIsNoObjectIsRefused) {
    for (const std::string text : {"", "null", "[]", "\"code\"", "1", "{", R"({"code":"a"} x)", "code=a"})
        EXPECT_FALSE(json(text)) << text;
}

}  // namespace
}  // namespace callboard
