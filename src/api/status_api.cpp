#include "api/status_api.h"

#include "db/migrate.h"
#include "telemetry/metrics.h"

namespace callboard::api {

edge::Page health(const edge::Services&, const http::Request&) {
    edge::Page page{.content_type = "application/json", .body = {}};
    wire::encode(page.body, HealthView{.status = "up"});
    return page;
}

ReadinessView readiness(db::Snapshot& snapshot, const edge::Call<>& call) {
    db::require_current_schema(snapshot);
    return {.status = call.degraded ? "degraded" : "ready"};
}

edge::Page metrics(const edge::Services& services, const http::Request&) {
    return {.content_type = "text/plain; version=0.0.4; charset=utf-8", .body = services.metrics.page()};
}

edge::Page openapi(const edge::Services& services, const http::Request&) {
    return {.content_type = "application/json", .body = services.openapi};
}

}  // namespace callboard::api
