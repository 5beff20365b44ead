#include "edge/admission_checks.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "edge/content_negotiation.h"
#include "edge/error_response.h"
#include "edge/refusal_texts.h"
#include "http/forwarded.h"

namespace callboard::edge {
namespace {

constexpr std::chrono::seconds kRetryForm{1};

// The operator port, and probes from the same machine, are never throttled.
bool is_exempt(const http::Request& request, throttle::Policy policy) {
    return request.administrative || (policy == throttle::Policy::probes && request.client.is_loopback() &&
                                      !http::was_forwarded(request));
}

// On a route that needs no credential: is the one that was sent invalid? A browser that was signed in still
// sends its cookie.
bool is_refusable(const RequestContext& context) {
    return context.route->access.identifies && !is_absent(context.credential_fault) &&
           context.credential_fault != CredentialFault::unknown_session;
}

// Set if the address of a client without a valid credential exceeds its limit.
std::optional<std::chrono::seconds> retry_after_for_address(const RequestContext& context) {
    const http::Request& request = context.exchange->request;
    const IpAddress& client = request.client;
    const Route& route = *context.route;
    if (!route.access.open || is_refusable(context))
        return !is_absent(context.credential_fault)
                   ? context.services->address_limits.failed_authentication(client)
                   : std::nullopt;
    const auto policy = std::ranges::find_if(route.policies, throttle::is_by_address);
    if (policy == route.policies.end() || is_exempt(request, *policy)) return std::nullopt;
    return context.services->address_limits.request(*policy, client);
}

// What pages of other sites may do (Fetch standard, CORS protocol): read, without cookies.
void add_preflight_headers(http::Response& response) {
    response.add_header("Access-Control-Allow-Origin", "*");
    response.add_header("Access-Control-Allow-Methods", "GET, HEAD");
    response.add_header("Access-Control-Allow-Headers",
                        "Accept-Language, If-None-Match, Prefer, X-Request-Id");
    response.add_header("Access-Control-Max-Age", "86400");
}

// Does not repeat the path of the request, which may contain a secret.
std::string not_found_message(const http::Request& request, const RouteTable& table) {
    if (request.administrative) return "this address only serves GET /metrics, GET /healthz and GET /readyz";
    const std::string nothing = "this path does not exist";
    if (const auto near = table.suggestion(request.path))
        return nothing + "; did you mean " + std::string{*near} + "?";
    return nothing + "; GET /openapi.json lists all paths, /docs explains them";
}

void refuse_missing_route(RequestContext& context, const RouteTable& table) {
    const http::Request& request = context.exchange->request;
    http::Response& response = context.exchange->response;
    if (!context.place) {
        refuse(error_target(context, response), 404, "RESOURCE_NOT_FOUND", not_found_message(request, table));
        return;
    }
    const std::string allowed = context.place->allowed();
    if (request.method == http::Method::options) {
        response.status = 204;
    } else {
        refuse(error_target(context, response), 405, "METHOD_NOT_ALLOWED",
               "method not allowed; this path supports " + allowed);
    }
    response.add_header("Allow", allowed);
    const Route* const read = context.place->route(http::Method::get);
    if (read && read->cross_origin) add_preflight_headers(response);
}

}  // namespace

// The checks, in order; the first that fails refuses the request.
bool refuse_if_needed(RequestContext& context, const RouteTable& table) {
    const Route& route = *context.route;
    const http::Request& request = context.exchange->request;
    const auto refused = error_target(context, context.exchange->response);
    const bool credential_sent = !is_absent(context.credential_fault);

    if (const auto wait = retry_after_for_address(context)) {
        refuse_too_many(refused, *wait,
                        credential_sent ? "too many requests with invalid credentials from this address"
                                        : "too many requests from this address");
        return true;
    }
    const bool has_row = !route.is_missing();
    // A browser that was signed in still sends its cookie, also to paths that do not exist.
    const bool needs_caller =
        has_row || (credential_sent && context.credential_fault != CredentialFault::unknown_session);
    const bool must_be_known = !route.access.open || is_refusable(context);
    if (must_be_known && !context.who && needs_caller) {
        refuse_unknown_caller(refused, context.credential_fault);
        return true;
    }
    if (context.permit.refused) {
        refuse_too_many(refused, context.permit.refused->retry_after, too_many(context.permit));
        return true;
    }
    if (!has_row) {
        refuse_missing_route(context, table);
        return true;
    }
    if (!route.access.any_of.empty() && !context.scopes.has_any_of(route.access.any_of)) {
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

bool refuse_open_form(RequestContext& context, OpenForms& open_forms) {
    if (!takes_open_form(*context.route)) return false;
    context.work.reset();  // of authentication
    const http::Request& request = context.exchange->request;
    if (!has_body(request)) return false;
    auto begun = open_forms.begin(request.client);
    if (begun) {
        context.work = std::make_unique<OpenForm>(std::move(*begun));
        return false;
    }
    const auto refused = error_target(context, context.exchange->response);
    switch (begun.error()) {
        case OpenForms::Refusal::too_many_of_network:
            refuse_too_many(refused, kRetryForm, "too many forms are being sent from this network");
            break;
        case OpenForms::Refusal::too_many:
            refuse(refused, 503, "SERVICE_UNAVAILABLE", "too many forms are being sent; try again later");
            refused.response.add_header("Retry-After", std::to_string(kRetryForm.count()));
            break;
    }
    return true;
}

}  // namespace callboard::edge
