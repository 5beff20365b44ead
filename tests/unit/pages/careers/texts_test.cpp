#include "pages/careers/texts.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>

#include <gtest/gtest.h>

#include "base/languages.h"
#include "pages/page_template.h"

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

TEST(CareersTexts, HaveTheSameValuesInAllLanguages) {
    const auto names_in = [](std::string_view text) {
        std::set<std::string_view> names;
        for (auto open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1))
            names.insert(text.substr(open, text.find('}', open) - open));
        return names;
    };
    std::string_view rows = web_file("careers/texts.tsv");
    while (!rows.empty()) {
        std::string_view row = rows.substr(0, rows.find('\n'));
        rows.remove_prefix(std::min(rows.size(), row.size() + 1));
        const std::string_view id = row.substr(0, row.find('\t'));
        const auto english = names_in(row.substr(id.size() + 1, row.find('\t', id.size() + 1) - id.size()));
        while (!row.empty()) {
            const std::string_view text = row.substr(0, row.find('\t'));
            row.remove_prefix(std::min(row.size(), text.size() + 1));
            if (text != id) EXPECT_EQ(names_in(text), english) << text;
        }
    }
}

TEST(CareersTexts, NameTheLanguageOfHtml) {
    EXPECT_EQ(html_language("iw"), "he");
    EXPECT_EQ(html_language("pt-BR"), "pt-BR");
}

}  // namespace
}  // namespace callboard::pages
