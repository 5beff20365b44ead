// Routes of the audit log.
#include "api/routes.h"

#include "api/audit/listing.h"
#include "edge/documented_errors.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kAudit{{400, "INVALID_PAGE_ID"}, {403, "PERMISSION_DENIED"}};

constexpr std::string_view kAuditPath = "/audit-api/v201910/audit-events";

}  // namespace

std::vector<edge::Route> audit_routes() {
    using edge::any_of;
    using edge::route;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(route({get,   kAuditPath,                           "listAuditEvents",             "List audit events, newest first",                      any_of({audit_events_read}),                {customer_api},                 200, kAudit},               list_audit_events).heavy());
    // clang-format on
    return table;
}

}  // namespace callboard::api
