#include "pages/careers/texts.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "base/languages.h"

namespace callboard::pages {
namespace {

TEST(CareersTexts, AreInTheLanguage) {
    EXPECT_EQ(CareersWords{"en"}("apply"), "Apply now");
    EXPECT_EQ(CareersWords{"de"}("apply"), "Jetzt bewerben");
    EXPECT_EQ(CareersWords{"fr-CA"}("apply"), CareersWords{"fr"}("apply"));
    EXPECT_EQ(CareersWords{"fr-CA"}.language(), "fr");
    for (const char* const other : {"", "ja", "id", "-", "xx-YY"})
        EXPECT_EQ(CareersWords{other}.language(), "en") << other;
    for (const auto language : kTranslatedLanguages)
        EXPECT_NE(CareersWords{language}("apply"), CareersWords{"en"}("apply")) << language;
}

TEST(CareersTexts, HaveTheirValues) {
    EXPECT_EQ(CareersWords{"en"}("page_of", {{"page", "2"}, {"pages", "{page}"}}), "Page 2 of {page}");
    EXPECT_THROW(CareersWords{"en"}("page_of", {{"page", "2"}}), std::logic_error);
    EXPECT_THROW(CareersWords{"en"}("nonsense"), std::logic_error);
}

TEST(CareersTexts, NameTheLanguageOfHtml) {
    EXPECT_EQ(html_language("iw"), "he");
    EXPECT_EQ(html_language("pt-BR"), "pt-BR");
}

}  // namespace
}  // namespace callboard::pages
