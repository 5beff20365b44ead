#include "pages/error_page.h"

#include "pages/page_template.h"

namespace callboard::pages {
namespace {

std::string_view title_of(int status) {
    switch (status) {
        case 404: return "Page not found";
        case 405: return "Method not allowed";
        case 413: return "The request is too large";
        case 414: return "The URL is too long";
        case 429: return "Too many requests";
        case 500: return "Something went wrong";
        case 503: return "The server is not available";
        default: return "The request was rejected";
    }
}

}  // namespace

std::string error_page(const edge::ErrorPageContent& error) {
    const std::string_view title = title_of(error.status);
    return fill(web_file("identity/layout.html"),
                {{"language", "en"},
                 {"title", title},
                 {"content", fill(web_file("error.html"), {{"title", title},
                                                           {"status", std::to_string(error.status)},
                                                           {"message", error.message},
                                                           {"request_id", error.request_id}})},
                 {"below", ""}})
        .markup;
}

}  // namespace callboard::pages
