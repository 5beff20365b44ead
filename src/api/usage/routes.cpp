// Routes of the usage of the API.
#include "api/routes.h"

#include "api/usage/usage.h"
#include "edge/documented_errors.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kUsage{{403, "PERMISSION_DENIED"}};

}  // namespace

std::vector<edge::Route> usage_routes() {
    using edge::any_of;
    using edge::route;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(route({get,   "/usage",                             "getUsage",                    "Get the usage of the API",                             any_of({applications_manage}),              {customer_api},                 200, kUsage},               get_usage).heavy());
    // clang-format on
    return table;
}

}  // namespace callboard::api
