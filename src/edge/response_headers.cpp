#include "edge/response_headers.h"

#include <optional>
#include <string>
#include <string_view>

#include "edge/route.h"
#include "throttle/rate_headers.h"

namespace callboard::edge {
namespace {

constexpr std::string_view kPrivate = "Cache-Control: no-store\r\n";
constexpr std::string_view kAnyOrigin =
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Expose-Headers: ETag, Last-Modified, Link, Retry-After, X-Ignored, X-Request-Id\r\n";
constexpr std::string_view kRevalidated = "Cache-Control: public, no-cache\r\n";
constexpr std::string_view kNoSniffing = "X-Content-Type-Options: nosniff\r\n";
// RFC 6797, for a year; sub-domains are not ours.
constexpr std::string_view kOnlyTls = "Strict-Transport-Security: max-age=31536000\r\n";
constexpr std::string_view kDeprecated =
    "Deprecation: @1767225600\r\n"  // RFC 9745: since 2026-01-01
    "Sunset: Fri, 31 Dec 2027 23:59:59 GMT\r\n";
constexpr std::string_view kPageSafety =
    "Content-Security-Policy: default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; "
    "frame-ancestors 'none'\r\n"
    "Referrer-Policy: no-referrer\r\n";
// Scripts are files of this server, and only call this server.
constexpr std::string_view kScriptedPageSafety =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; "
    "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "Referrer-Policy: no-referrer\r\n";

// Also the Origin of forms follows the referrer policy: with no-referrer it is null, also to this server.
constexpr std::string_view kApplicationSafety =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n"
    "Referrer-Policy: same-origin\r\n";

std::string_view page_safety(const Route& route) {
    if (route.is_application) return kApplicationSafety;
    return route.scripted ? kScriptedPageSafety : kPageSafety;
}

// The remaining budget after this request; without a valid credential the full limits, because nothing is
// charged.
void add_limits(const RequestContext& context, bool admission_over, std::string& lines) {
    const throttle::Permit& permit = context.permit;
    if (admission_over && context.who)
        return throttle::append_headers(lines, permit.rate, permit.concurrency);
    const auto customer = throttle::Policy::customer_api;
    const throttle::Limit& limit = context.services->rules.standard().limit(customer);
    const auto all = [&](std::uint16_t number) {
        const throttle::Share share{.policy = customer, .limit = number, .remaining = number};
        return number > 0 ? std::optional{share} : std::nullopt;
    };
    throttle::append_headers(lines, all(limit.requests), all(limit.concurrent));
}

}  // namespace

void add_common_headers(const RequestContext& context, http::Response& response, bool admission_over) {
    std::string& lines = response.header_lines;
    lines.append("X-Request-Id: ").append(context.exchange->request.id).append("\r\n").append(kNoSniffing);
    if (context.services->public_url.starts_with("https://")) lines.append(kOnlyTls);
    if (!context.route->access.open) add_limits(context, admission_over, lines);
    if (!context.route->access.open || context.route->private_response) lines.append(kPrivate);
    // The next request may find it; other responses of versions have the header.
    if ((context.route->cross_origin || context.route->find_version) && response.status >= 400)
        lines.append(kPrivate);
    if (context.route->cross_origin) {
        lines.append(kAnyOrigin);
        if (response.status < 400 && !context.route->find_version) lines.append(kRevalidated);
    }
    if (context.route->is_deprecated) lines.append(kDeprecated);
    if (context.route->negotiates) lines.append("Vary: Accept\r\n");
    if (response.content_type.starts_with("text/html")) lines.append(page_safety(*context.route));
}

void add_unknown_names(const RequestContext& context, http::Response& response) {
    const wire::UnknownNames& unknown = context.unknown;
    std::string& lines = response.header_lines;
    if (unknown.handling() == wire::Handling::strict) {
        lines.append("Preference-Applied: handling=strict\r\n");
    } else if (!unknown.empty()) {
        lines.append("X-Ignored: ").append(unknown.header_value()).append("\r\n");
    }
}

}  // namespace callboard::edge
