#include "pages/reference_page.h"

#include <string>

#include "pages/docs_frame.h"

namespace callboard::pages {

const edge::StaticFile* reference_page(const edge::Services&, const edge::PathParams&) {
    static const edge::StaticFile page{kHtml,
                                       docs_frame({.title = "API reference",
                                                   .current = {},
                                                   .script = "reference.js",
                                                   .tools = {std::string{web_file("credential.html")}},
                                                   .content = {std::string{web_file("reference.html")}}})};
    return &page;
}

}  // namespace callboard::pages
