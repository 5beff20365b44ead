// Routes for operators and tools: health, metrics, the OpenAPI document.
#include "api/routes.h"

#include "api/service/status.h"
#include "edge/documented_errors.h"
#include "edge/static_file.h"
#include "edge/web.h"

namespace callboard::api {

std::vector<edge::Route> service_routes() {
    using edge::anybody;
    using edge::page;
    using edge::route;
    using enum http::Method;
    using enum throttle::Policy;
    constexpr auto file = edge::static_file;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(page ({get,   "/healthz",                           "health",                      "Check that the process is up",                         anybody(),                                  {},                             200, {}},                   "application/json", health).unlogged().for_operators().answering<HealthView>());
    add(route({get,   "/readyz",                            "readiness",                   "Check that the server can serve requests",             anybody(),                                  {probes},                       200, {{503, "SERVICE_UNAVAILABLE"}}},readiness).unlogged().for_operators());
    add(page ({get,   "/metrics",                           "metrics",                     "Get metrics in the Prometheus text format",            anybody(),                                  {},                             200, {{401, "UNAUTHORIZED"}, {404, "RESOURCE_NOT_FOUND"}, {429, "TOO_MANY_REQUESTS"}}},"text/plain",metrics).unlogged().for_operators());
    add(file ({get,   "/openapi.json",                      "openapi",                     "Get the OpenAPI document",                             anybody(),                                  {static_files},                 200, {}},                   {"application/json"},openapi));
    // clang-format on
    return table;
}

}  // namespace callboard::api
