// Renders guides, written in GitHub Flavored Markdown, as HTML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pages/page_template.h"

namespace callboard::pages {

// A heading and the plain text below it, up to the next heading, for the search.
struct Section {
    int level = 1;
    std::string anchor;
    std::string heading;
    std::string text;
};

struct Document {
    Html body;
    std::vector<Section> sections;  // the first is the title
};

// HTML in the Markdown and links that could run a script are omitted. Headings have GitHub's anchors, and
// links to `name.md` become /docs/name.
Document render_markdown(std::string_view markdown);

}  // namespace callboard::pages
