#include "pages/start_page.h"

#include "pages/page_template.h"

namespace callboard::pages {

edge::Page start_page(const edge::Services& services, const http::Request&) {
    return {.content_type = "text/html; charset=utf-8",
            .body = fill(web_file("start.html"),
                         {{"public_url", services.public_url}, {"version", CALLBOARD_VERSION}})
                        .markup};
}

}  // namespace callboard::pages
