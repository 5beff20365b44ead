#include "careers/feeds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::careers {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(CareersFeeds, OfPostingsAreRss) {
    const std::string xml = rss({.title = "Jobs at A & B",
                                 .url = "https://x.test/careers/ab",
                                 .self_url = "https://x.test/careers/ab/feed.xml",
                                 .description = "Jobs",
                                 .items = {{.title = "<Cook>",
                                            .url = "https://x.test/careers/ab/1-cook",
                                            .id = "urn:uuid:1",
                                            .description = "<p>Cook &amp; serve</p>",
                                            .category = "",
                                            .released_at = {784'111'777'000}}}});

    EXPECT_THAT(xml, StartsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\""));
    EXPECT_THAT(xml, HasSubstr("<title>Jobs at A &amp; B</title>"));
    EXPECT_THAT(xml, HasSubstr("<title>&lt;Cook&gt;</title>"));
    EXPECT_THAT(xml, HasSubstr("<description>&lt;p&gt;Cook &amp;amp; serve&lt;/p&gt;</description>"));
    EXPECT_THAT(xml, HasSubstr("<pubDate>Sun, 06 Nov 1994 08:49:37 GMT</pubDate>"));
    EXPECT_THAT(xml, HasSubstr("<guid isPermaLink=\"false\">urn:uuid:1</guid>"));
    EXPECT_THAT(xml, Not(HasSubstr("<category>")));
    EXPECT_THAT(xml, EndsWith("</channel>\n</rss>\n"));
}

TEST(CareersFeeds, WithoutPostingsHaveNoDate) {
    EXPECT_THAT(rss({.title = "t", .url = "u", .self_url = "s", .description = "d", .items = {}}),
                Not(HasSubstr("lastBuildDate")));
}

TEST(CareersFeeds, OfSitemapsHaveTheListAndEveryPage) {
    const std::string xml =
        sitemap("https://x.test/careers/ab",
                {{.url = "https://x.test/careers/ab/1-a&b", .changed_at = {784'111'777'000}}});

    EXPECT_THAT(xml, HasSubstr("<url><loc>https://x.test/careers/ab</loc></url>"));
    EXPECT_THAT(xml, HasSubstr("<loc>https://x.test/careers/ab/1-a&amp;b</loc>"
                               "<lastmod>1994-11-06T08:49:37.000Z</lastmod>"));
}

}  // namespace
}  // namespace callboard::careers
