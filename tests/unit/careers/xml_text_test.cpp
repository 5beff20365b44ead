#include "careers/xml_text.h"

#include <gtest/gtest.h>

namespace callboard::careers {
namespace {

TEST(XmlText, HasEscapes) {
    EXPECT_EQ(escaped_xml("a <b> & \"c\" 'd'"), "a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
    EXPECT_EQ(escaped_xml("Zürich \u2603\n\t"), "Zürich \u2603\n\t");
}

TEST(XmlText, HasNoCharactersThatXmlForbids) {
    EXPECT_EQ(escaped_xml(std::string_view{"a\0b\x1b\x0c", 5}), "a b  ");
    EXPECT_EQ(escaped_xml("a\xEF\xBF\xBE"
                          "b\xEF\xBF\xBF"
                          "c\xEF\xBF\xBD"),
              "a b c\xEF\xBF\xBD");
}

}  // namespace
}  // namespace callboard::careers
