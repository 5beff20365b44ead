#include "edge/admission_checks.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

#include "edge/content_negotiation.h"
#include "edge/error_response.h"
#include "edge/refusal_texts.h"
#include "http/forwarded.h"

namespace callboard::edge {
namespace {

// Whoever watches the server from its own machine, or at the address for operators, always gets an answer.
bool never_waits(const http::Request& request, throttle::Policy policy) {
    return request.administrative || (policy == throttle::Policy::probes && request.client.is_loopback() &&
                                      !http::was_forwarded(request));
}

// How long an address has to wait that calls without a credential, or with one that is none.
std::optional<std::chrono::seconds> wait_of_address(const Visit& visit) {
    const http::Request& request = visit.exchange->request;
    const IpAddress& client = request.client;
    const Route& route = *visit.route;
    if (!route.access.open)
        return visit.credential_fault != CredentialFault::missing
                   ? visit.services->address_limits.failed_authentication(client)
                   : std::nullopt;
    const auto policy = std::ranges::find_if(route.policies, throttle::is_by_address);
    if (policy == route.policies.end() || never_waits(request, *policy)) return std::nullopt;
    return visit.services->address_limits.request(*policy, client);
}

// What the client sent is not repeated: it may hold a secret.
std::string nothing_at(const http::Request& request, const RouteTable& table) {
    if (request.administrative) return "this address only serves GET /metrics, GET /healthz and GET /readyz";
    const std::string nothing = "this path does not exist";
    if (const auto near = table.suggestion(request.path))
        return nothing + "; did you mean " + std::string{*near} + "?";
    return nothing + "; GET /openapi.json lists all paths, /docs explains them";
}

void turn_away_at_missing_route(Visit& visit, const RouteTable& table) {
    const http::Request& request = visit.exchange->request;
    http::Response& response = visit.exchange->response;
    if (visit.route == &table.unknown_path()) {
        refuse(error_target(visit, response), 404, "RESOURCE_NOT_FOUND", nothing_at(request, table));
        return;
    }
    const std::string allowed = visit.place->allowed();
    if (request.method == http::Method::options) {
        response.status = 204;
    } else {
        refuse(error_target(visit, response), 405, "METHOD_NOT_ALLOWED",
               "method not allowed; this path supports " + allowed);
    }
    response.add_header("Allow", allowed);
}

}  // namespace

// Each line either goes on or ends the request.
bool turned_away(Visit& visit, const RouteTable& table) {
    const Route& route = *visit.route;
    const http::Request& request = visit.exchange->request;
    const auto refused = error_target(visit, visit.exchange->response);
    const bool credential_sent = visit.credential_fault != CredentialFault::missing;

    if (const auto wait = wait_of_address(visit)) {
        refuse_too_many(refused, *wait,
                        credential_sent ? "too many requests with invalid credentials from this address"
                                        : "too many requests from this address");
        return true;
    }
    const bool has_row = !route.is_missing();
    if (!route.access.open && !visit.who && (has_row || credential_sent)) {
        refuse_unknown_caller(refused, visit.credential_fault);
        return true;
    }
    if (visit.permit.refused) {
        refuse_too_many(refused, visit.permit.refused->retry_after, too_many(visit.permit));
        return true;
    }
    if (!has_row) {
        turn_away_at_missing_route(visit, table);
        return true;
    }
    if (!route.access.any_of.empty() && !visit.scopes.has_any_of(route.access.any_of)) {
        refuse_scope(refused, route.access.any_of);
        return true;
    }
    if (!can_answer(request, route)) {
        refuse(refused, 406, "NOT_ACCEPTABLE", not_acceptable(route));
        return true;
    }
    if (!can_read(request, route)) {
        refuse(refused, 415, "UNSUPPORTED_MEDIA_TYPE",
               "unsupported Content-Type; the body must be application/json in UTF-8");
        return true;
    }
    return false;
}

}  // namespace callboard::edge
