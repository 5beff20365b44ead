#include "pages/markdown.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <utility>

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include "base/ascii.h"

namespace callboard::pages {
namespace {

struct Free {
    void operator()(cmark_parser* parser) const { cmark_parser_free(parser); }
    void operator()(cmark_node* node) const { cmark_node_free(node); }
    void operator()(cmark_iter* iterator) const { cmark_iter_free(iterator); }
    void operator()(char* text) const {
        std::free(text);
    }  // NOLINT(cppcoreguidelines-no-malloc): as cmark says
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

std::string literal_of(cmark_node* node) {
    const char* const text = cmark_node_get_literal(node);
    return text ? text : "";
}

// Visits the node and its descendants in document order.
template <class Visit>
void for_each_node(cmark_node* root, Visit visit) {
    const Owned<cmark_iter> iterator{cmark_iter_new(root)};
    for (auto event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator.get()))
        visit(event, cmark_iter_get_node(iterator.get()));
}

bool is_inline(cmark_node* node) {
    return (cmark_node_get_type(node) & CMARK_NODE_TYPE_MASK) == CMARK_NODE_TYPE_INLINE;
}

bool is_table(cmark_node* node) {
    return std::string_view{cmark_node_get_type_string(node)} == "table";
}

void append_text(std::string& out, cmark_event_type event, cmark_node* node) {
    const auto type = cmark_node_get_type(node);
    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE || type == CMARK_NODE_CODE_BLOCK)
        out += literal_of(node);
    const bool ends_block = event == CMARK_EVENT_EXIT && !is_inline(node);
    if (ends_block || type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_CODE_BLOCK) out += ' ';
}

std::string text_of(cmark_node* node) {
    std::string text;
    for_each_node(node, [&](cmark_event_type event, cmark_node* each) { append_text(text, event, each); });
    while (text.ends_with(' ')) text.pop_back();
    return text;
}

bool belongs_to_word(char c) {
    const char small = lower(c);
    return (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

// Anchors as GitHub generates them, because links in the documents are written for GitHub.
std::string anchor_of(std::string_view heading, std::map<std::string, int, std::less<>>& used) {
    std::string anchor;
    for (const char c : heading) {
        if (c == ' ') anchor += '-';
        if (belongs_to_word(c)) anchor += lower(c);
    }
    const int before = used[anchor]++;
    return before == 0 ? anchor : anchor + "-" + std::to_string(before);
}

// Wraps the content of the node in custom HTML.
cmark_node* replace_by_custom(cmark_node* node, const std::string& before, const std::string& after) {
    cmark_node* const custom = cmark_node_new(CMARK_NODE_CUSTOM_BLOCK);
    cmark_node_set_on_enter(custom, before.c_str());
    cmark_node_set_on_exit(custom, after.c_str());
    cmark_node_replace(node, custom);
    return custom;
}

void mark_heading(cmark_node* heading, const Section& section) {
    const std::string tag = "h" + std::to_string(section.level);
    const std::string anchor = escaped(section.anchor);
    const Owned<cmark_node> old{heading};
    cmark_node* const marked =
        replace_by_custom(heading, "<" + tag + " id=\"" + anchor + "\">",
                          " <a class=\"anchor\" href=\"#" + anchor +
                              "\" aria-label=\"Link to this section\">#</a></" + tag + ">\n");
    while (cmark_node* const child = cmark_node_first_child(heading)) cmark_node_append_child(marked, child);
}

void mark_code(cmark_node* block) {
    const Owned<cmark_node> old{block};
    replace_by_custom(block,
                      "<div class=\"code\"><pre tabindex=\"0\" role=\"group\" aria-label=\"Code\"><code>" +
                          escaped(literal_of(block)) + "</code></pre></div>\n",
                      "");
}

void mark_table(cmark_node* table) {
    cmark_node* const frame = replace_by_custom(
        table, "<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">\n", "</div>\n");
    cmark_node_append_child(frame, table);
}

void rewrite_guide_link(cmark_node* link) {
    constexpr std::string_view kSuffix = ".md";
    const std::string_view url = cmark_node_get_url(link);
    const auto hash = std::min(url.find('#'), url.size());
    const std::string_view file = url.substr(0, hash);
    if (!file.ends_with(kSuffix) || file.contains('/') || file.contains(':')) return;
    const std::string target = "/docs/" + std::string{file.substr(0, file.size() - kSuffix.size())};
    cmark_node_set_url(link, (target + std::string{url.substr(hash)}).c_str());
}

struct Found {
    std::vector<std::pair<cmark_node*, Section>> headings;
    std::vector<cmark_node*> code;
    std::vector<cmark_node*> tables;
    std::vector<cmark_node*> links;
    std::vector<cmark_node*> markup;
};

// Finds the nodes that are rendered differently from cmark, and the text of each section.
Found scan(cmark_node* root) {
    Found found;
    std::map<std::string, int, std::less<>> used;
    bool in_heading = false;
    for_each_node(root, [&](cmark_event_type event, cmark_node* node) {
        const auto type = cmark_node_get_type(node);
        const bool enters = event == CMARK_EVENT_ENTER;
        if (type == CMARK_NODE_HEADING) in_heading = enters;
        if (enters && type == CMARK_NODE_HEADING) {
            Section section;
            section.level = cmark_node_get_heading_level(node);
            section.heading = text_of(node);
            section.anchor = anchor_of(section.heading, used);
            found.headings.emplace_back(node, std::move(section));
        }
        if (enters && type == CMARK_NODE_CODE_BLOCK) found.code.push_back(node);
        if (enters && is_table(node)) found.tables.push_back(node);
        if (enters && type == CMARK_NODE_LINK) found.links.push_back(node);
        if (type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE) found.markup.push_back(node);
        if (!found.headings.empty() && !in_heading)
            append_text(found.headings.back().second.text, event, node);
    });
    return found;
}

}  // namespace

Document render_markdown(std::string_view markdown) {
    cmark_gfm_core_extensions_ensure_registered();
    const Owned<cmark_parser> parser{cmark_parser_new(CMARK_OPT_VALIDATE_UTF8)};
    cmark_parser_attach_syntax_extension(parser.get(), cmark_find_syntax_extension("table"));
    cmark_parser_feed(parser.get(), markdown.data(), markdown.size());
    const Owned<cmark_node> root{cmark_parser_finish(parser.get())};

    Found found = scan(root.get());
    Document document;
    for (cmark_node* const node : found.markup) cmark_node_free(node);
    for (cmark_node* const node : found.links) rewrite_guide_link(node);
    for (cmark_node* const node : found.code) mark_code(node);
    for (cmark_node* const node : found.tables) mark_table(node);
    for (auto& [node, section] : found.headings) {
        mark_heading(node, section);
        document.sections.push_back(std::move(section));
    }
    const Owned<char> html{
        cmark_render_html(root.get(), CMARK_OPT_DEFAULT, cmark_parser_get_syntax_extensions(parser.get()))};
    document.body = {html.get()};
    return document;
}

}  // namespace callboard::pages
