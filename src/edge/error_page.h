// An error as HTML page for browsers. It is rendered by pages/, a higher layer than this folder.
#pragma once

#include <string>
#include <string_view>

namespace callboard::edge {

struct ErrorPageContent {
    int status = 0;
    std::string_view message;
    std::string_view request_id;
};

// Renders the HTML. All content is escaped.
using ErrorPage = std::string (*)(const ErrorPageContent&);

}  // namespace callboard::edge
