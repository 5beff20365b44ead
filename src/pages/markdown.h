// Guides are written in Markdown, GitHub's dialect with tables, and shown as HTML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pages/page_template.h"

namespace callboard::pages {

// A heading and the text below it, up to the next heading; plain text, for a search.
struct Section {
    int level = 1;
    std::string anchor;
    std::string heading;
    std::string text;
};

struct Document {
    Html body;
    std::vector<Section> sections;  // the first one is the document's title
};

// HTML inside the Markdown is left out, and so are links that could run a program. Headings have the anchors
// that GitHub gives them, and a link to `name.md` leads to /docs/name.
Document render_markdown(std::string_view markdown);

}  // namespace callboard::pages
