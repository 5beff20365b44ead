#include "pages/start_page.h"

#include "pages/page_template.h"

namespace callboard::pages {

edge::Page start_page(const edge::Services& services, const http::Request&) {
    return {.content_type = "text/html; charset=utf-8",
            .body = fill(web_file("start.html"),
                         {{"public_url", services.public_url}, {"version", CALLBOARD_VERSION}})
                        .markup};
}

edge::Page stylesheet(const edge::Services&, const http::Request&) {
    return {.content_type = "text/css; charset=utf-8", .body = std::string{web_file("callboard.css")}};
}

edge::Page icon(const edge::Services&, const http::Request&) {
    return {.content_type = "image/svg+xml", .body = std::string{web_file("icon.svg")}};
}

}  // namespace callboard::pages
