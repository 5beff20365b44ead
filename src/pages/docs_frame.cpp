#include "pages/docs_frame.h"

#include <utility>

#include "pages/guides.h"

namespace callboard::pages {
namespace {

// The navigation entries of the chapters of the current guide.
std::string chapters_of(const Guide& guide) {
    std::string items;
    for (const Section& section : guide.document.sections) {
        if (section.level != 2) continue;
        items +=
            "<li><a href=\"#" + escaped(section.anchor) + "\">" + escaped(section.heading) + "</a></li>\n";
    }
    return items.empty() ? items : "<ul>\n" + items + "</ul>";
}

Html list_of_guides(std::string_view current) {
    std::string items;
    for (const Guide& guide : guides()) {
        const bool shown = guide.name == current;
        items += "<li><a href=\"/docs/" + escaped(guide.name) + "\"" +
                 (shown ? " aria-current=\"page\"" : "") + ">" + escaped(guide.title()) + "</a>" +
                 (shown ? chapters_of(guide) : "") + "</li>\n";
    }
    return {items};
}

}  // namespace

std::string docs_frame(DocsPage page) {
    return fill(web_file("docs.html"), {{"title", page.title},
                                        {"script", page.script},
                                        {"tools", std::move(page.tools)},
                                        {"guides", list_of_guides(page.current)},
                                        {"content", std::move(page.content)},
                                        {"version", CALLBOARD_VERSION}})
        .markup;
}

}  // namespace callboard::pages
