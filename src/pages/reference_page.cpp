#include "pages/reference_page.h"

#include "pages/page_template.h"

namespace callboard::pages {

edge::Page reference_page(const edge::Services&, const http::Request&) {
    return {.content_type = "text/html; charset=utf-8",
            .body = fill(web_file("docs.html"), {{"version", CALLBOARD_VERSION}}).markup};
}

edge::Page reference_script(const edge::Services&, const http::Request&) {
    return {.content_type = "text/javascript; charset=utf-8", .body = std::string{web_file("docs.js")}};
}

edge::Page reference_stylesheet(const edge::Services&, const http::Request&) {
    return {.content_type = "text/css; charset=utf-8", .body = std::string{web_file("docs.css")}};
}

}  // namespace callboard::pages
