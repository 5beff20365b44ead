#include "pages/careers/texts.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "base/embedded.h"
#include "base/languages.h"
#include "configuration/tsv.h"
#include "pages/page_template.h"

namespace callboard::pages {
namespace {

constexpr auto kColumns = [] {
    std::array<std::string_view, 2 + kTranslatedLanguages.size()> columns{"id", "en"};
    std::ranges::copy(kTranslatedLanguages, columns.begin() + 2);
    return columns;
}();

const std::vector<configuration::TsvRow>& rows() {
    static const auto kRows =
        configuration::read_tsv({.name = "texts.tsv", .text = web_file("careers/texts.tsv")}, kColumns);
    return kRows;
}

}  // namespace

CareersWords::CareersWords(std::string_view language) : language_(kColumns[1]) {
    for (const std::string_view wanted : {language, language.substr(0, language.find('-'))}) {
        const auto found = std::ranges::find(kColumns.begin() + 1, kColumns.end(), wanted);
        if (found == kColumns.end()) continue;
        language_ = *found;
        column_ = static_cast<std::size_t>(found - kColumns.begin());
        return;
    }
}

std::string CareersWords::operator()(std::string_view id, Values values) const {
    const auto row = std::ranges::lower_bound(rows(), id, {}, [](const auto& each) { return each.front(); });
    if (row == rows().end() || row->front() != id)
        throw std::logic_error("careers pages have no text " + std::string{id});
    std::string_view pattern = (*row)[column_];
    std::string text;
    while (!pattern.empty()) {
        const auto open = std::min(pattern.find('{'), pattern.size());
        text.append(pattern.substr(0, open));
        pattern.remove_prefix(open);
        if (pattern.empty()) break;
        const auto close = pattern.find('}');
        const auto* const value = std::ranges::find(values, pattern.substr(1, close - 1),
                                                    [](const auto& each) { return each.first; });
        if (value == values.end()) throw std::logic_error("a text has no value: " + std::string{id});
        text.append(value->second);
        pattern.remove_prefix(close + 1);
    }
    return text;
}

std::string_view html_language(std::string_view language) {
    return language == "iw" ? "he" : language;
}

}  // namespace callboard::pages
