#include "pages/markdown.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::pages {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string html_of(std::string_view markdown) {
    return render_markdown(markdown).body.markup;
}

TEST(Markdown, HeadingsHaveTheAnchorsThatGitHubGivesThem) {
    const Document document = render_markdown(
        "# A `POST`, & more!\n\nfirst\nline\n\n## See_also: the-end\n\n## See_also: the-end\n");

    ASSERT_EQ(document.sections.size(), 3U);
    EXPECT_EQ(document.sections[0].heading, "A POST, & more!");
    EXPECT_EQ(document.sections[0].anchor, "a-post--more");
    EXPECT_THAT(document.sections[0].text, HasSubstr("first line"));
    EXPECT_EQ(document.sections[1].anchor, "see_also-the-end");
    EXPECT_EQ(document.sections[2].anchor, "see_also-the-end-1");
    EXPECT_EQ(document.sections[2].level, 2);
    EXPECT_THAT(document.body.markup, HasSubstr("<h1 id=\"a-post--more\">"));
    EXPECT_THAT(document.body.markup, HasSubstr("A <code>POST</code>, &amp; more!"));
}

TEST(Markdown, SectionsHaveTheTextOfParagraphsTablesAndCode) {
    const Document document = render_markdown(
        "# T\n\nsome *text*\n\n| a | b |\n|---|---|\n| `c` | d |\n\n```sh\ncurl x\n```\n\n## U\n\nother\n");

    EXPECT_THAT(document.sections[0].text, AllOf(HasSubstr("some text"), HasSubstr("c d"),
                                                 HasSubstr("curl x"), Not(HasSubstr("other"))));
    EXPECT_THAT(document.sections[1].text, HasSubstr("other"));
}

TEST(Markdown, LinksBetweenGuidesLeadToTheirPages) {
    EXPECT_THAT(html_of("[a](limits.md)"), HasSubstr("<a href=\"/docs/limits\">"));
    EXPECT_THAT(html_of("[a](limits.md#how-to)"), HasSubstr("<a href=\"/docs/limits#how-to\">"));
    EXPECT_THAT(html_of("[a](#here)"), HasSubstr("<a href=\"#here\">"));
    EXPECT_THAT(html_of("[a](https://example.com/a.md)"), HasSubstr("<a href=\"https://example.com/a.md\">"));
    EXPECT_THAT(html_of("[a](../README.md)"), HasSubstr("<a href=\"../README.md\">"));
}

TEST(Markdown, MarkupAndProgramsAreLeftOut) {
    EXPECT_THAT(html_of("a <b onclick=x>c</b>\n\n<script>alert(1)</script>\n\n<!-- not run: x -->\n"),
                AllOf(Not(HasSubstr("<b")), Not(HasSubstr("script")), Not(HasSubstr("not run"))));
    EXPECT_THAT(html_of("[a](javascript:alert(1)) ![b](data:text/html,x)"),
                AllOf(Not(HasSubstr("javascript:")), Not(HasSubstr("data:"))));
    EXPECT_THAT(html_of("```sh\n<script>\"&'\n```\n"),
                HasSubstr("<code>&lt;script&gt;&quot;&amp;&#39;\n</code>"));
}

TEST(Markdown, TablesAndCodeCanBeScrolledByKeyboard) {
    EXPECT_THAT(html_of("| a |\n|---|\n| b |\n"), HasSubstr("<div class=\"table\" tabindex=\"0\""));
    EXPECT_THAT(html_of("- item\n\n      indented\n"), HasSubstr("<pre tabindex=\"0\""));
}

TEST(Markdown, AnythingIsADocument) {
    EXPECT_TRUE(render_markdown("").sections.empty());
    EXPECT_TRUE(render_markdown("no heading").sections.empty());
    EXPECT_THAT(html_of("\xff\xfe"), HasSubstr("\uFFFD"));
    EXPECT_FALSE(html_of(std::string(2000, '>') + std::string(2000, '[')).empty());
}

}  // namespace
}  // namespace callboard::pages
