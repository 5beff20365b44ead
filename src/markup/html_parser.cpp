#include "markup/html_parser.h"

#include <memory>
#include <new>
#include <string>

#include <libxml/HTMLparser.h>

namespace callboard::markup {
namespace {

// Without an enclosing element the parser would wrap bare text in a paragraph.
constexpr std::string_view kFragmentTag = "<fragment>";

struct FreeContext {
    void operator()(htmlParserCtxtPtr context) const { htmlFreeParserCtxt(context); }
};
using Context = std::unique_ptr<htmlParserCtxt, FreeContext>;

struct Parse {
    htmlParserCtxtPtr context = nullptr;
    HtmlEvents& events;
    bool stopped = false;
};

std::string_view view(const xmlChar* text) {
    return reinterpret_cast<const char*>(text);
}

void on_start(void* data, const xmlChar* name, const xmlChar** attributes) {
    Parse& parse = *static_cast<Parse*>(data);
    if (parse.stopped || parse.events.start(view(name), Attributes{attributes}) == Parsing::proceed) return;
    parse.stopped = true;
    xmlStopParser(parse.context);
}

void on_end(void* data, const xmlChar*) {
    Parse& parse = *static_cast<Parse*>(data);
    if (!parse.stopped) parse.events.end();
}

void on_text(void* data, const xmlChar* text, int size) {
    Parse& parse = *static_cast<Parse*>(data);
    if (!parse.stopped)
        parse.events.text({reinterpret_cast<const char*>(text), static_cast<std::size_t>(size)});
}

Context new_context() {
    static const bool initialised = (xmlInitParser(), true);  // once, thread-safe
    Context context{initialised ? htmlNewParserCtxt() : nullptr};
    if (!context) throw std::bad_alloc{};
    return context;
}

}  // namespace

std::optional<std::string_view> Attributes::find(std::string_view name) const {
    for (const unsigned char** at = list_; at != nullptr && *at != nullptr; at += 2)
        if (view(at[0]) == name) return at[1] == nullptr ? std::string_view{} : view(at[1]);
    return std::nullopt;
}

bool parse_html(std::string_view html, HtmlEvents& events) {
    const Context context = new_context();
    Parse parse{context.get(), events};
    htmlSAXHandler handler{};
    handler.startElement = on_start;
    handler.endElement = on_end;
    handler.characters = on_text;
    handler.ignorableWhitespace = on_text;
    *context->sax = handler;
    context->userData = &parse;
    constexpr int kOptions = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                             HTML_PARSE_NONET | HTML_PARSE_NOIMPLIED | HTML_PARSE_NODEFDTD |
                             HTML_PARSE_IGNORE_ENC;
    const std::string all = std::string{kFragmentTag}.append(html);
    xmlFreeDoc(htmlCtxtReadMemory(context.get(), all.data(), static_cast<int>(all.size()), nullptr, "UTF-8",
                                  kOptions));
    return !parse.stopped;
}

}  // namespace callboard::markup
