// Health, readiness, metrics and the OpenAPI document.
#pragma once

#include <string>
#include <string_view>

#include "db/db.h"
#include "edge/call.h"
#include "edge/route.h"
#include "wire/shape.h"

namespace callboard::api {

struct HealthView {
    std::string_view status;

    static constexpr std::string_view kName = "Health";
    static constexpr auto shape() { return wire::fields(wire::field("status", &HealthView::status)); }
};

struct ReadinessView {
    std::string status;

    static constexpr std::string_view kName = "Readiness";
    static constexpr auto shape() { return wire::fields(wire::field("status", &ReadinessView::status)); }
};

// Liveness: always 200.
edge::Page health(const edge::Services& services, const http::Request& request);

// Readiness: the database responds and has the schema version that this program needs.
ReadinessView readiness(db::Snapshot& snapshot, const edge::Call<>& call);

// Access is decided by edge/metrics_access.h.
edge::Page metrics(const edge::Services& services, const http::Request& request);
const edge::StaticFile* openapi(const edge::Services& services, const edge::PathParams& path);

}  // namespace callboard::api
