// Route table rows of the documentation and static files.
#include "pages/routes.h"

#include "edge/documented_errors.h"
#include "edge/static_file.h"
#include "pages/assets.h"
#include "pages/guides.h"
#include "pages/reference_page.h"

namespace callboard::pages {

std::vector<edge::Route> page_routes() {
    using edge::anybody;
    using enum http::Method;
    using enum throttle::Policy;
    constexpr auto file = edge::static_file;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(file ({get,   "/assets/{file}",                     "asset",                       "Get a static asset of the pages",                      anybody(),                                  {static_files},                 200, {{404, "RESOURCE_NOT_FOUND"}}},{"text/css", "text/javascript", "image/svg+xml", "application/json"}, asset));
    add(file ({get,   "/docs",                              "reference",                   "Get the API reference page",                           anybody(),                                  {throttle::Policy::pages},      200, {}},                   {"text/html"},      reference_page).with_script());
    add(file ({get,   "/docs/{guide}",                      "guide",                       "Get a guide",                                          anybody(),                                  {throttle::Policy::pages},      200, {{404, "RESOURCE_NOT_FOUND"}}},{"text/html"},      guide_page).with_script());
    // clang-format on
    return table;
}

}  // namespace callboard::pages
