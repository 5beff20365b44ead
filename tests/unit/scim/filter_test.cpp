#include "scim/filter.h"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/error_code.h"

namespace callboard::scim {
namespace {

// Whether the filter matches a user.
bool accepts(const std::string& filter) {
    const std::map<std::string, Values> kAda{
        {"id", {.texts = {"1a"}, .case_exact = true}},
        {"username", {.texts = {"ada@example.test"}}},
        {"externalid", {.texts = {""}, .case_exact = true}},
        {"active", {.texts = {"true"}}},
        {"name.givenname", {.texts = {"Ada"}}},
        {"name.familyname", {.texts = {"O\"Byron Ünal"}}},
        {"emails", {.texts = {"ada@example.test"}}},
        {"emails.value", {.texts = {"ada@example.test"}}},
        {"emails.type", {.texts = {"work"}}},
        {"members.value", {.texts = {"x", "y"}, .case_exact = true}},
    };
    return matches(parse_filter(filter), [&](const Attribute& attribute) -> Values {
        const auto found =
            kAda.find(attribute.part.empty() ? attribute.name : attribute.name + "." + attribute.part);
        return found == kAda.end() ? Values{} : found->second;
    });
}

std::string refusal(const std::string& filter) {
    return test::error_code([&] { parse_filter(filter); });
}

std::string repeated(const std::string& text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

TEST(ScimFilter, ComparesTexts) {
    EXPECT_TRUE(accepts(R"(userName eq "ada@example.test")"));
    EXPECT_FALSE(accepts(R"(userName eq "ada@example.tes")"));
    EXPECT_TRUE(accepts(R"(userName ne "bob@example.test")"));
    EXPECT_TRUE(accepts(R"(userName sw "ada@")"));
    EXPECT_FALSE(accepts(R"(userName sw "da@")"));
    EXPECT_TRUE(accepts(R"(userName co "@example")"));
    EXPECT_TRUE(accepts(R"(userName ew ".test")"));
    EXPECT_FALSE(accepts(R"(userName ew ".tes")"));
    EXPECT_TRUE(accepts(R"(name.familyName eq "O\"Byron \u00dcnal")"));
}

TEST(ScimFilter, IgnoresCaseOfNamesAndOfTextsThatHaveNone) {
    EXPECT_TRUE(accepts(R"(USERNAME EQ "ADA@Example.test")"));
    EXPECT_TRUE(accepts(R"(name.familyname co "ÜNAL")"));
    EXPECT_TRUE(accepts(R"(id eq "1a")"));
    EXPECT_FALSE(accepts(R"(id eq "1A")"));
}

TEST(ScimFilter, KnowsTrueAndFalseWithAndWithoutQuotes) {
    EXPECT_TRUE(accepts("active eq true"));
    EXPECT_TRUE(accepts(R"(active eq "True")"));
    EXPECT_FALSE(accepts("active eq false"));
}

TEST(ScimFilter, KnowsWhatIsAbsent) {
    EXPECT_TRUE(accepts("userName pr"));
    EXPECT_FALSE(accepts("externalId pr"));
    EXPECT_FALSE(accepts("nickName pr"));
    EXPECT_TRUE(accepts("externalId eq null"));
    EXPECT_TRUE(accepts("userName ne null"));
    EXPECT_FALSE(accepts(R"(nickName eq "Babs")"));
}

TEST(ScimFilter, BindsAndStrongerThanOr) {
    EXPECT_TRUE(accepts(R"(active eq true or active eq false and userName eq "x")"));
    EXPECT_FALSE(accepts(R"((active eq true or active eq false) and userName eq "x")"));
    EXPECT_FALSE(accepts(R"(not (active eq true))"));
    EXPECT_TRUE(accepts(R"(not (active eq false) and not(userName eq "x"))"));
}

TEST(ScimFilter, SelectsElementsOfLists) {
    EXPECT_TRUE(accepts(R"(emails[type eq "work"])"));
    EXPECT_TRUE(accepts(R"(emails[type eq "work" and value co "ada"])"));
    EXPECT_TRUE(accepts(R"(emails[type eq "work"].value eq "ada@example.test")"));
    EXPECT_FALSE(accepts(R"(emails[type eq "home"].value eq "ada@example.test")"));
    EXPECT_TRUE(accepts(R"(members[value eq "y"])"));
    EXPECT_FALSE(accepts(R"(members.value eq "z")"));
}

TEST(ScimFilter, TakesNamesWithTheirSchema) {
    EXPECT_TRUE(accepts(R"(urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada@example.test")"));
    EXPECT_TRUE(accepts(R"(urn:ietf:params:scim:schemas:core:2.0:User:name.givenName eq "ada")"));
    EXPECT_FALSE(
        accepts(R"(urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "ada")"));
}

TEST(ScimFilter, RefusesWhatIsNone) {
    for (const std::string filter : {"",
                                     " ",
                                     "userName",
                                     "userName eq",
                                     "userName is \"x\"",
                                     "userName eq x",
                                     "userName gt \"x\"",
                                     "userName eq \"x",
                                     "userName eq \"x\\\"",
                                     "userName eq \"\\x\"",
                                     "userName eq \"x\" and",
                                     "(userName eq \"x\"",
                                     "userName eq \"x\")",
                                     "emails[type eq \"work\"",
                                     "emails[].value eq \"x\"",
                                     "emails.value[type eq \"x\"]",
                                     "emails[a[b eq 1]]",
                                     "emails[a.b eq 1]",
                                     "userName co null",
                                     "a.b.c eq 1",
                                     ".a eq 1",
                                     "not userName eq \"x\"",
                                     "userName eq \"\\u0000\"",
                                     "userName eq \"\xff\""})
        EXPECT_EQ(refusal(filter), "invalidFilter") << filter;
}

TEST(ScimFilter, IsBounded) {
    const std::string one = "active pr";
    EXPECT_EQ(refusal(repeated("(", 10) + one + repeated(")", 10)), "");
    EXPECT_EQ(refusal(repeated("(", 11) + one + repeated(")", 11)), "invalidFilter");
    EXPECT_EQ(refusal(repeated("not(", 400) + one + repeated(")", 400)), "invalidFilter");
    EXPECT_EQ(refusal(repeated("(", 100'000)), "invalidFilter");
    EXPECT_EQ(refusal(repeated("active pr or ", 49) + one), "");
    EXPECT_EQ(refusal(repeated("active pr or ", 50) + one), "invalidFilter");
    EXPECT_EQ(refusal("userName eq \"" + std::string(1'986, 'x') + "\""), "");
    EXPECT_EQ(refusal("userName eq \"" + std::string(1'987, 'x') + "\""), "invalidFilter");
}

TEST(ScimFilter, AsksForTheValuesOfAnAttributeOnce) {
    std::string filter = "active pr";
    for (int i = 0; i < 20; ++i) filter += R"( and userName co "A" and not (name.givenName eq "x"))";
    std::vector<std::string> asked;
    const bool accepted = matches(parse_filter(filter), [&](const Attribute& attribute) -> Values {
        asked.push_back(attribute.name);
        return {.texts = {"\u00c4a"}};
    });

    EXPECT_TRUE(accepted);
    EXPECT_EQ(asked, (std::vector<std::string>{"active", "username", "name"}));
}

TEST(ScimFilter, DoesNotFoldWhatIsFolded) {
    const auto accepts_folded = [](const std::string& text) {
        return matches(parse_filter(R"(userName eq "ADA")"), [&](const Attribute&) -> Values {
            return {.texts = {text}, .case_exact = false, .is_folded = true};
        });
    };
    EXPECT_TRUE(accepts_folded("ada"));
    EXPECT_FALSE(accepts_folded("Ada"));
}

TEST(ScimFilter, HasFewComparisonsWhereNoIndexHelps) {
    const auto refusal_of_scan = [](std::size_t comparisons) {
        const auto filter = parse_filter(repeated("active pr or ", comparisons - 1) + "active pr");
        return test::error_code([&] { require_few_comparisons_of_scan(filter); });
    };
    EXPECT_EQ(refusal_of_scan(kMostComparisonsOfScan), "");
    EXPECT_EQ(refusal_of_scan(kMostComparisonsOfScan + 1), "invalidFilter");
}

TEST(ScimFilter, KnowsTheValueThatItNeeds) {
    const Attribute name{.name = "username", .part = {}};
    EXPECT_EQ(required_value(parse_filter(R"(userName eq "a")"), name), "a");
    EXPECT_EQ(required_value(parse_filter(R"(active eq true and (id eq "1" and userName eq "a"))"), name),
              "a");
    EXPECT_EQ(required_value(parse_filter(R"(userName eq "a" or active eq true)"), name), std::nullopt);
    EXPECT_EQ(required_value(parse_filter(R"(not (userName eq "a"))"), name), std::nullopt);
    EXPECT_EQ(required_value(parse_filter(R"(userName sw "a")"), name), std::nullopt);
    EXPECT_EQ(required_value(parse_filter(R"(emails[type eq "work"].value eq "a")"),
                             {.name = "emails", .part = "value"}),
              "a");
}

TEST(ScimPath, NamesAnAttributeAndItsPart) {
    EXPECT_EQ(parse_path("active").attribute, (Attribute{.name = "active", .part = {}}));
    EXPECT_EQ(parse_path("name.givenName").attribute, (Attribute{.name = "name", .part = "givenname"}));
    EXPECT_EQ(parse_path("urn:ietf:params:scim:schemas:core:2.0:User:name.familyName").attribute,
              (Attribute{.name = "name", .part = "familyname"}));
    EXPECT_EQ(
        parse_path("urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.value").attribute,
        (Attribute{.name = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:user:manager",
                   .part = "value"}));
    EXPECT_FALSE(parse_path("active").selection);
}

TEST(ScimPath, SelectsElements) {
    const Path path = parse_path(R"(emails[type eq "work"].value)");
    EXPECT_EQ(path.attribute, (Attribute{.name = "emails", .part = "value"}));
    ASSERT_TRUE(path.selection);
    EXPECT_EQ(required_value(*path.selection, {.name = "type", .part = {}}), "work");
    EXPECT_TRUE(parse_path(R"(members[value eq "1"])").attribute.part.empty());
}

TEST(ScimPath, RefusesWhatIsNone) {
    for (const std::string path : {"", "a b", "members[", "members[]", "members[value eq \"1\"]x", "a.b.c",
                                   "/active", "members[value eq \"1\"].a.b", "name.givenName[type eq \"x\"]"})
        EXPECT_EQ(test::error_code([&] { parse_path(path); }), "invalidPath") << path;
}

TEST(ScimFilter, CountsComparisons) {
    EXPECT_EQ(count_comparisons(parse_filter("a pr")), 1U);
    EXPECT_EQ(count_comparisons(parse_filter("a pr and (b pr or not (c pr and d pr))")), 4U);
}

TEST(ScimPath, IsNothingIfTheTextIsNone) {
    EXPECT_TRUE(find_path("name.givenName"));
    for (const std::string text : {"", "a b", "[", "name.", "emails[type eq"})
        EXPECT_FALSE(find_path(text)) << text;
}

}  // namespace
}  // namespace callboard::scim
