// An error as people with a browser see it. The page itself is made by pages/, which stands above this
// folder.
#pragma once

#include <string>
#include <string_view>

namespace callboard::edge {

struct ErrorPageContent {
    int status = 0;
    std::string_view message;
    std::string_view request_id;
};

// Gives the HTML. Whatever the content holds is shown as text.
using ErrorPage = std::string (*)(const ErrorPageContent&);

}  // namespace callboard::edge
