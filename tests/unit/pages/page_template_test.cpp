#include "pages/page_template.h"

#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PageTemplate, ReplacesEveryName) {
    EXPECT_EQ(fill("<p>{{a}} and {{b}}, {{a}}</p>", {{"a", "1"}, {"b", "2"}}).markup, "<p>1 and 2, 1</p>");
    EXPECT_EQ(fill("{{a}}{{b}}", {{"a", ""}, {"b", "x"}}).markup, "x");
    EXPECT_EQ(fill("no names { } {a}", {{"a", "1"}}).markup, "no names { } {a}");
    EXPECT_EQ(fill("", {}).markup, "");
}

TEST(PageTemplate, ShowsEveryValueAsText) {
    EXPECT_EQ(fill("<a title=\"{{v}}\">", {{"v", "\"><script>alert('x')</script>&"}}).markup,
              "<a title=\"&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;\">");
}

TEST(PageTemplate, EscapesWhatIsEscapedAlready) {
    EXPECT_EQ(escaped("&amp;"), "&amp;amp;");
    EXPECT_EQ(escaped("plain \u00e9\n`/="), "plain \u00e9\n`/=");
    EXPECT_EQ(escaped(""), "");
}

TEST(PageTemplate, DoesNotReplaceWhatAValueBrings) {
    EXPECT_EQ(fill("{{a}} {{b}}", {{"a", "{{b}}"}, {"b", "2"}}).markup, "{{b}} 2");
}

TEST(PageTemplate, DemandsAValueForEveryName) {
    EXPECT_THROW(fill("{{a}} {{b}}", {{"a", "1"}}), std::logic_error);
    EXPECT_THROW(fill("{{ a }}", {{"a", "1"}}), std::logic_error);
    EXPECT_THROW(fill("{{}}", {{"a", "1"}}), std::logic_error);
}

TEST(PageTemplate, RefusesANameThatDoesNotEnd) {
    EXPECT_THROW(fill("{{a", {{"a", "1"}}), std::logic_error);
    EXPECT_THROW(fill("{{a}} {{b", {{"a", "1"}, {"b", "2"}}), std::logic_error);
}

TEST(WebFile, IsPartOfTheProgram) {
    EXPECT_THAT(web_file("start.html"), HasSubstr("<!doctype html>"));
    EXPECT_FALSE(web_file("callboard.css").empty());
    EXPECT_THROW(web_file("missing.html"), std::logic_error);
    EXPECT_THROW(web_file("../web/start.html"), std::logic_error);
}

TEST(WebFile, HasNoScriptOrStyleInsideItsPages) {
    const std::string_view page = web_file("start.html");

    EXPECT_THAT(page, Not(HasSubstr("<script")));
    EXPECT_THAT(page, Not(HasSubstr("<style")));
    EXPECT_THAT(page, Not(HasSubstr(" style=")));
}

}  // namespace
}  // namespace callboard::pages
