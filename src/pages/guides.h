// The guides of docs/ that are compiled in and served: those for API clients and operators.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "edge/static_file.h"
#include "pages/markdown.h"

namespace callboard::pages {

struct Guide {
    std::string_view name;  // as in /docs/{guide}
    Document document;

    const std::string& title() const { return document.sections.front().heading; }
};

std::span<const Guide> guides();

// /docs/{guide}: null if there is no guide of this name.
const edge::StaticFile* guide_page(const edge::Services& services, const edge::PathParams& path);

// The sections of all guides as JSON, for the search in the browser.
std::string guide_sections();

}  // namespace callboard::pages
