#include "pages/guides.h"

#include <map>
#include <vector>

#include "base/embedded.h"
#include "pages/docs_frame.h"
#include "wire/json_writer.h"

namespace callboard::pages {
namespace {

std::vector<Guide> rendered_guides() {
    constexpr std::string_view kSuffix = ".md";
    std::vector<Guide> all;
    for (const EmbeddedFile& file : guide_files())
        all.push_back({.name = file.name.substr(0, file.name.size() - kSuffix.size()),
                       .document = render_markdown(file.text)});
    return all;
}

using GuidePages = std::map<std::string_view, edge::StaticFile>;

GuidePages guide_pages() {
    GuidePages all;
    for (const Guide& guide : guides())
        all.try_emplace(
            guide.name, kHtml,
            docs_frame({.title = guide.title(),
                        .current = guide.name,
                        .script = "guide.js",
                        .tools = {},
                        .content = {"<article>\n" + guide.document.body.markup + "</article>\n"}}));
    return all;
}

}  // namespace

std::span<const Guide> guides() {
    static const std::vector<Guide> all = rendered_guides();
    return all;
}

const edge::StaticFile* guide_page(const edge::Services&, const edge::PathParams& path) {
    static const GuidePages pages = guide_pages();
    const auto found = pages.find(path.text("guide"));
    return found == pages.end() ? nullptr : &found->second;
}

std::string guide_sections() {
    std::string out;
    wire::JsonWriter json{out};
    json.open_array();
    for (const Guide& guide : guides()) {
        for (const Section& section : guide.document.sections) {
            json.open_object();
            json.member("guide", guide.name);
            json.member("title", guide.title());
            json.member("anchor", section.anchor);
            json.member("heading", section.heading);
            json.member("text", section.text);
            json.close_object();
        }
    }
    json.close_array();
    return out;
}

}  // namespace callboard::pages
