#include "markup/sanitiser.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/ascii.h"
#include "base/encoding.h"
#include "markup/html_parser.h"

namespace callboard {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string clean(std::string_view html) {
    const auto safe = markup::sanitised(html);
    EXPECT_TRUE(safe) << html;
    EXPECT_EQ(markup::sanitised(safe.value_or("")), safe) << html;  // also idempotent in every test
    return safe.value_or("");
}

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

// Without an HTML parser: no tag or attribute that could execute anything.
void expect_harmless(const std::string& input) {
    const std::string safe = lowered(clean(input));
    for (const std::string word :
         {"<script",   "<img",      "<svg",      "<math",      "<style",  "<iframe", "<object", "<embed",
          "<template", "<noscript", "<textarea", "<title",     "<form",   "<input",  "<base",   "<meta",
          "<link",     "<body",     "<xmp",      "<plaintext", "<select", "<!",      "<?"})
        EXPECT_THAT(safe, Not(HasSubstr(word))) << input;
    for (auto tag = safe.find('<'); tag != std::string::npos; tag = safe.find('<', tag + 1)) {
        const std::string inside = safe.substr(tag, safe.find('>', tag) - tag);
        for (const std::string word :
             {" on", "javascript:", "data:", "vbscript:", " style", " src", " id=", "\n"})
            EXPECT_THAT(inside, Not(HasSubstr(word))) << input;
    }
}

TEST(Sanitiser, KeepsWhatAdsAreWrittenIn) {
    for (
        const std::string ad :
        {"<p>You cook on the line.</p>", "<h2>Küche</h2><ul><li>Soup</li><li>Bread</li></ul>", "a<br>b<hr>c",
         "<p>One <strong>two</strong> <em>three</em> <u>four</u></p>\n<p>five</p>\n",
         R"(<a href="https://acme.example/jobs?a=1&amp;b=2#top" title="Our &quot;jobs&quot;">jobs</a>)",
         R"(<a href="mailto:jobs@acme.example">mail</a>)", "<ol start=\"3\"><li>x</li></ol>",
         R"(<table><thead><tr><th colspan="2">A</th></tr></thead><tbody><tr><td rowspan="2">B</td></tr></tbody></table>)",
         R"(<div dir="rtl" lang="he">שף</div>)", "<pre>\n\n  as it  is\n</pre>",
         "<p>R&amp;D, 5 &lt; 6, a&nbsp;b</p>", "<section><blockquote>said <q>who</q></blockquote></section>",
         "x<sub>1</sub><sup>2</sup>", "<p>🍳 👩🏽‍🍳</p>"})
        EXPECT_EQ(clean(ad), ad);
}

TEST(Sanitiser, LeavesTextWithoutMarkupAsItIs) {
    for (const std::string text : {"", "R&D", "R&amp;D", "a > b", "&lt;script&gt;",
                                   "tab\tline\nfeed\r\x01\x7f", "\u00A0\uFEFF", "\"'"})
        EXPECT_EQ(clean(text), text);
}

TEST(Sanitiser, WritesOneFormOfEachThing) {
    EXPECT_EQ(clean("<P CLASS=x>R&D &uuml;&nbsp;&#8364; 'a' \"b\" > c</P>"),
              "<p>R&amp;D ü&nbsp;€ 'a' \"b\" &gt; c</p>");
    EXPECT_EQ(clean("5 < 6 <3 <b>x"), "5 &lt; 6 &lt;3 <b>x</b>");
    EXPECT_EQ(clean("<br/>a<BR></br>"), "<br>a<br>");
    EXPECT_EQ(clean("<ul><li>a<li>b</ul>"), "<ul><li>a</li><li>b</li></ul>");
    EXPECT_EQ(clean("<p>a<p>b"), "<p>a</p><p>b</p>");
    EXPECT_EQ(clean("<td title=1 colspan=2>x"), "<td colspan=\"2\">x</td>");
    EXPECT_EQ(clean("a\r\n<b>b</b>\r\n"), "a\n<b>b</b>\n");
    EXPECT_EQ(clean("<p>a&#1;b</p>"), "<p>ab</p>");
}

TEST(Sanitiser, UnwrapsWhatIsNotAllowedAndKeepsItsText) {
    EXPECT_EQ(clean("<font color=red>Hot <blink>soup</blink></font><o:p>!</o:p>"), "Hot soup!");
    EXPECT_EQ(clean("<form action=x><button>Apply</button></form>"), "Apply");
    EXPECT_EQ(clean("<html><head></head><body onload=x><p>a</p></body></html>"), "<p>a</p>");
    EXPECT_EQ(clean("a<!-- b --><img src=x onerror=y>c"), "ac");
    EXPECT_EQ(clean("<p>a</div></b></p>"), "<p>a</p>");
}

TEST(Sanitiser, DropsWhatIsNoTextForReaders) {
    for (const std::string name :
         {"script", "style", "iframe", "object", "svg", "math", "template", "noscript", "noembed", "noframes",
          "xmp", "title", "textarea", "select", "video", "audio", "canvas", "applet"})
        EXPECT_EQ(clean("<p>a</p><" + name + "><b>x</b></" + name + "><p>b</p>"), "<p>a</p><p>b</p>") << name;
    EXPECT_EQ(clean("a<plaintext>b</plaintext>"), "a");
    EXPECT_EQ(clean("a<script>b"), "a");
}

TEST(Sanitiser, LinksLeadToWebAndMailOnly) {
    for (const std::string address :
         {"http://a.example", "https://a.example/x?y=1", "HTTPS://A.example", "mailto:a@b.example"})
        EXPECT_EQ(clean("<a href=\"" + address + "\">x</a>"), "<a href=\"" + address + "\">x</a>");
    EXPECT_EQ(clean("<a href=' \n https://a.example \t'>x</a>"), "<a href=\"https://a.example\">x</a>");
    for (const std::string address : {"javascript:alert(1)",
                                      "JaVaScRiPt:alert(1)",
                                      "java&#9;script:alert(1)",
                                      "java&Tab;script:alert(1)",
                                      "java\nscript:alert(1)",
                                      "&#106;avascript:alert(1)",
                                      "&#x6A;avascript&colon;alert(1)",
                                      "&#1;javascript:x",
                                      "javascript&#58;x",
                                      " javascript:x",
                                      "data:text/html,<script>x</script>",
                                      "vbscript:x",
                                      "//evil.example",
                                      "/jobs",
                                      "#top",
                                      "",
                                      "ftp://a.example",
                                      "file:///etc/passwd",
                                      "https:",
                                      "https://",
                                      "http:a.example",
                                      "h\tttps://a.example",
                                      "https://a.example/\nb",
                                      "blob:https://a.example",
                                      "tel:1",
                                      "feed:javascript:x",
                                      "mailto:",
                                      "x-https://a.example"})
        EXPECT_EQ(clean("<a href=\"" + address + "\">x</a>"), "x") << address;
    EXPECT_EQ(clean("<a name=top>x</a><a>y</a><a href>z</a>"), "xyz");
}

TEST(Sanitiser, AttributesHaveAllowedValuesOnly) {
    EXPECT_EQ(clean("<p dir=up lang='en\"x' align=left data-x=1 class=c id=i style='x:y'>a</p>"), "<p>a</p>");
    EXPECT_EQ(clean("<td colspan=x rowspan=-1>a</td><td colspan=99999>b</td>"), "<td>a</td><td>b</td>");
    EXPECT_EQ(clean("<p title=x href='https://a.example'>a</p>"), "<p>a</p>");
    EXPECT_EQ(clean("<abbr title='<b onclick=x>&quot;'>a</abbr>"),
              "<abbr title=\"&lt;b onclick=x&gt;&quot;\">a</abbr>");
    EXPECT_EQ(clean("<a href='https://a.example' href='javascript:x'>a</a>"),
              "<a href=\"https://a.example\">a</a>");
    EXPECT_EQ(clean("<a href='javascript:x' href='https://a.example'>a</a>"), "a");
}

// Known bypasses of other sanitisers: parsed first as text or in another namespace, and then again as HTML.
TEST(Sanitiser, LetsNothingThroughThatChangesWhenItIsParsedAgain) {
    for (
        const std::string hostile :
        {R"html(<noscript><p title="</noscript><img src=x onerror=alert(1)>">)html",
         R"html(<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">)html",
         R"html(<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">)html",
         R"html(<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml>)html",
         R"html(<svg><foreignObject><p><script>alert(1)</script></p></foreignObject></svg>)html",
         R"html(<svg><title><a href="</title><img src=x onerror=alert(1)>">)html",
         R"html(<svg/onload=alert(1)>)html",
         R"html(<textarea><p title="</textarea><img src=x onerror=alert(1)>">)html",
         R"html(<title><p title="</title><img src=x onerror=alert(1)>">)html",
         R"html(<xmp><p title="</xmp><img src=x onerror=alert(1)>">)html",
         R"html(<iframe><p title="</iframe><img src=x onerror=alert(1)>">)html",
         R"html(<template><p title="</template><img src=x onerror=alert(1)>">)html",
         R"html(<!--><img src=x onerror=alert(1)>-->)html",
         R"html(<!-- --!><img src=x onerror=alert(1)> -->)html",
         R"html(<![CDATA[<img src=x onerror=alert(1)>]]>)html",
         R"html(<?xml <img src=x onerror=alert(1)>?>)html",
         R"html(<img src=x onerror=alert(1)//)html",
         R"html(<img """><script>alert(1)</script>">)html",
         R"html(<scr<script>ipt>alert(1)</script>)html",
         R"html(<<script>alert(1);//<</script>)html",
         R"html(<a href="https://a.example" onclick=alert(1)>x)html",
         R"html(<a href="https://a.example"onclick="alert(1)">x)html",
         R"html(<p/onclick=alert(1)/x>y)html",
         R"html(<p title=`<img src=x onerror=alert(1)>`>)html",
         R"html(<b title='a"onmouseover="alert(1)'>x</b>)html",
         R"html(<table background="javascript:x"><td background="javascript:x">a)html",
         R"html(<div style="width:expression(x)">a</div>)html",
         R"html(<base href="javascript:x//"><a href="x">y</a>)html",
         R"html(<meta http-equiv=refresh content="0;url=javascript:x">)html",
         R"html(<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>)html",
         R"html(<p id="</script><img src=x onerror=alert(1)>">)html",
         R"html(<select><option><style></select><img src=x onerror=alert(1)>)html",
         R"html(<table><svg><td><title><select></table>)html",
         R"html(<plaintext><img src=x onerror=alert(1)>)html",
         R"html(<details open ontoggle=alert(1)>)html",
         R"html(<a href="https://a.example/&quot;onclick=alert(1)//">x</a>)html",
         "<p>\uFF1Cscript\uFF1E</p>",
         "<\x01script>x</script>",
         "<s\u00ADcript>x</script>"})
        expect_harmless(hostile);
}

// Randomly nested tags, closed in any order.
TEST(Sanitiser, IsDoneOnceForAll) {
    const std::vector<std::string> parts{"<p>",        "</p>",     "<div>",
                                         "</div>",     "<b>",      "</b>",
                                         "<i>",        "</i>",     "<a href='https://x.example'>",
                                         "</a>",       "<ul>",     "<li>",
                                         "</ul>",      "<table>",  "<tr>",
                                         "<td>",       "</table>", "<pre>",
                                         "\n",         "</pre>",   "<h1>",
                                         "</h1>",      "<svg>",    "</svg>",
                                         "<select>",   "<option>", "<button>",
                                         "</button>",  "<script>", "</script>",
                                         "<style>",    "<!--",     "-->",
                                         "<title>",    "text",     " ",
                                         "&",          "&amp;",    "&lt;b&gt;",
                                         "<",          ">",        "\"",
                                         "<br/>",      "<dl><dt>", "<dd>",
                                         "<form>",     "<center>", "</x>",
                                         "<p title='", "\u00A0",   "&#13;",
                                         "<![CDATA[",  "<body>",   "<html>",
                                         "<head>",     "</body>",  "</html>",
                                         "<frameset>", "<img>",    "<template>"};
    std::mt19937 random{1};
    for (int i = 0; i < 20'000; ++i) {
        std::string html;
        for (auto left = 1 + random() % 20; left > 0; --left) html += parts[random() % parts.size()];
        EXPECT_TRUE(is_utf8(clean(html)));
    }
}

TEST(Sanitiser, RefusesWhatIsNestedTooDeeply) {
    const auto nested = [](std::size_t depth) {
        return repeated("<div>", depth) + "x" + repeated("</div>", depth);
    };

    EXPECT_EQ(markup::sanitised(nested(markup::kDeepest)), nested(markup::kDeepest));
    EXPECT_FALSE(markup::sanitised(nested(markup::kDeepest + 1)));
    EXPECT_FALSE(markup::sanitised(repeated("<b>", 350'000)));
    EXPECT_FALSE(markup::sanitised(repeated("<x><svg><ul>", 100'000)));
}

// The parser compares each attribute with all before it.
TEST(Sanitiser, RefusesTagsWithTooManyAttributes) {
    const auto tag = [](std::size_t attributes, std::string_view each) {
        std::string text = "<p";
        for (std::size_t i = 0; i < attributes; ++i) {
            text.append(each);
            for (auto at = text.find('#'); at != std::string::npos; at = text.find('#', at))
                text.replace(at, 1, std::to_string(i));
        }
        return text + ">x</p>";
    };
    for (const std::string_view each :
         {" a#", " a#=1", " a#='>'", " a#=\">\"", "\na# = '<'", " a#='\"'", " a#=\"'\"", " a#=a\"b'c",
          " $ a#", " \" a#", " / a#", "\ta#=&quot;", " a#=''b#=''"}) {
        const std::size_t in_each = each.contains("b#") ? 2 : 1;
        EXPECT_TRUE(markup::sanitised(tag(markup::kMostAttributes / in_each, each))) << each;
        EXPECT_FALSE(markup::sanitised(tag(markup::kMostAttributes / in_each + 1, each))) << each;
    }
    // As many as fit into the text, in one tag or in what may be parsed as one.
    for (const std::string part : {" a", " b=''", "c=\"\"", "<a b='", "<a b=\"", "<x<x", "<b \""})
        EXPECT_FALSE(markup::sanitised("<p " + repeated(part, 10'000))) << part;
    EXPECT_FALSE(markup::sanitised("<!--" + tag(101, " a#") + "-->"));
    EXPECT_FALSE(markup::sanitised("<p title=\"" + tag(101, " a#") + "\">"));
    EXPECT_FALSE(markup::sanitised("<" + std::string(10'201, 'a') + ">"));  // names are cut into many
    // Words in text are not attributes.
    EXPECT_TRUE(markup::sanitised("<p title='a b'>" + repeated("many words = \"x\" ", 10'000) + "</p>"));
    EXPECT_TRUE(markup::sanitised(repeated("<p title='a b' dir=rtl>x</p>", 10'000)));
    EXPECT_TRUE(markup::sanitised(repeated("5 < 6 ", 10'000)));
}

// The largest number of our attributes that the parser finds in one tag.
class AttributeCount final : public markup::HtmlEvents {
  public:
    markup::Parsing start(std::string_view, const markup::Attributes& attributes) override {
        std::size_t found = 0;
        for (std::size_t i = 0; i <= markup::kMostAttributes; ++i)
            if (attributes.find("x" + std::to_string(i))) ++found;
        most = std::max(most, found);
        return markup::Parsing::proceed;
    }
    void end() override {}
    void text(std::string_view) override {}

    std::size_t most = 0;
};

// One attribute too many among quotation marks, comments and unfinished tags: whenever the parser finds all
// of them, the text is refused before.
TEST(Sanitiser, IsNotDeceivedAboutTheNumberOfAttributes) {
    const std::vector<std::string> parts{
        "<p", "<a ", " ", "\n",     "\"",  "'",    "=",         ">",  "/",   "/>",       "<",
        "b",  " c=", "$", "&quot;", "&",   "<!--", "-->",       "<?", "<![", "<script>", "</p",
        "\t", "é",   "_", "<:b",    "d='", "e=\"", "</script>", "\f", "\r",  "<title>"};
    std::mt19937 random{7};
    const auto soup = [&](std::size_t most) {
        std::string text;
        for (auto left = random() % most; left > 0; --left) text += parts[random() % parts.size()];
        return text;
    };
    int found = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string html = soup(8) + "<p" + soup(6);
        const std::string separator = soup(3);
        for (std::size_t each = 0; each <= markup::kMostAttributes; ++each)
            html += " x" + std::to_string(each) + separator;
        html += soup(8);
        AttributeCount count;
        markup::parse_html(html, count);
        if (count.most <= markup::kMostAttributes) continue;
        ++found;
        EXPECT_FALSE(markup::sanitised(html)) << html;
    }
    EXPECT_GT(found, 1'000);
}

// Time is linear in the size of the text.
TEST(Sanitiser, TakesAnyAmountOfAnything) {
    const std::size_t size = std::size_t{256} * 1024;
    for (const std::string part :
         {"<p>", "</p>", "<", "<!--", "<!---->", "&", "&#1", "<script>", "<![CDATA[", "<?", "<p>a</p>\n",
          "<br>", "</x>", "<!DOCTYPE", "<a href=x>", "\r", "<table></table>", "é<"})
        EXPECT_TRUE(markup::sanitised("<" + repeated(part, size / part.size()))) << part;
}

}  // namespace
}  // namespace callboard
