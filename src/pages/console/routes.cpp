// Route table rows of the console.
#include "pages/routes.h"

#include "edge/static_file.h"
#include "edge/web.h"
#include "pages/console/console_page.h"
#include "pages/console_files.h"

namespace callboard::pages {

std::vector<edge::Route> console_routes() {
    using edge::anybody;
    using edge::web;
    using enum http::Method;
    using enum throttle::Policy;
    constexpr auto file = edge::static_file;

    std::vector<edge::Route> table;
    if (!has_console()) return table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(web  ({get,   kConsolePath,                         "console",                     "Get the console",                                      anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        console_page).with_application().at_public_name().outside_openapi());
    add(web  ({get,   "/console/{path...}",                 "consoleScreen",               "Get a screen of the console",                          anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        console_page).with_application().at_public_name().outside_openapi());
    add(file ({get,   "/console/assets/{file}",             "consoleAsset",                "Get a file of the console",                            anybody(),                                  {static_files},                 200, {{404, "RESOURCE_NOT_FOUND"}}},{"text/css", "text/javascript", "image/svg+xml", "text/plain"}, console_asset).outside_openapi());
    // clang-format on
    return table;
}

}  // namespace callboard::pages
