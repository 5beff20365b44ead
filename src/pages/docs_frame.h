// The layout of all pages under /docs: header with search, and navigation.
#pragma once

#include <string>
#include <string_view>

#include "pages/page_template.h"

namespace callboard::pages {

inline constexpr std::string_view kHtml = "text/html; charset=utf-8";

struct DocsPage {
    std::string_view title;
    std::string_view current;  // name of the guide; empty: the API reference
    std::string_view script;   // a file of web/
    Html tools;                // header elements besides the search
    Html content;
};

std::string docs_frame(DocsPage page);

}  // namespace callboard::pages
