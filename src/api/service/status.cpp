#include "api/service/status.h"

#include <utility>

#include "db/migrate.h"
#include "edge/error_response.h"
#include "edge/metrics_access.h"
#include "telemetry/metrics.h"

namespace callboard::api {
namespace {

constexpr std::string_view kNotServed =
    "metrics are not served at this address; read them at the address of --admin-listen, or start the server "
    "with --metrics-token";
constexpr std::string_view kNoToken =
    "metrics require the header Authorization: Bearer <token>, with the token of --metrics-token";
constexpr std::string_view kWrongToken = "wrong token: it must be the token of --metrics-token";
constexpr std::string_view kTooMany = "too many requests with invalid credentials from this address";

edge::Page refused(int status, std::string_view code, std::string_view message) {
    http::Response response;
    edge::refuse({.response = response}, status, code, message);
    return {.status = status, .content_type = "application/json", .body = std::move(response.body)};
}

edge::Page unauthorized(std::string_view message) {
    edge::Page page = refused(401, "UNAUTHORIZED", message);
    page.headers.emplace_back("WWW-Authenticate", R"(Bearer realm="callboard metrics")");
    return page;
}

}  // namespace

edge::Page health(const edge::Services&, const http::Request&) {
    edge::Page page{.content_type = "application/json", .body = {}};
    wire::encode(page.body, HealthView{.status = "up"});
    return page;
}

ReadinessView readiness(db::Snapshot& snapshot, const edge::Call<>& call) {
    db::require_usable_schema(snapshot);
    return {.status = call.degraded ? "degraded" : "ready"};
}

edge::Page metrics(const edge::Services& services, const http::Request& request) {
    switch (edge::may_read_metrics(services.metrics_access, request)) {
        case edge::MetricsDecision::allowed:
            return {.content_type = "text/plain; version=0.0.4; charset=utf-8",
                    .body = services.metrics.page()};
        case edge::MetricsDecision::not_served: return refused(404, "RESOURCE_NOT_FOUND", kNotServed);
        case edge::MetricsDecision::no_token: return unauthorized(kNoToken);
        case edge::MetricsDecision::wrong_token: break;
    }
    const auto wait = services.address_limits.failed_authentication(request.client);
    if (!wait) return unauthorized(kWrongToken);
    edge::Page page = refused(429, "TOO_MANY_REQUESTS", kTooMany);
    page.headers.emplace_back("Retry-After", std::to_string(wait->count()));
    return page;
}

const edge::StaticFile* openapi(const edge::Services& services, const edge::PathParams&) {
    return &services.openapi;
}

}  // namespace callboard::api
