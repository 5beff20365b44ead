#include "api/scim/scim_replies.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/error.h"
#include "scim/fault.h"

namespace callboard::api {
namespace {

const wire::Form& query_of(const edge::WebCall& call) {
    if (!call.query) throw scim::fault(scim::kInvalidSyntax, "the query string is malformed");
    return *call.query;
}

void require_once(const wire::Form& query, std::string_view name, std::string_view keyword) {
    if (query.has_repeated(name)) throw scim::fault(keyword, std::string{name} + " was sent more than once");
}

std::int64_t number_of(const wire::Form& query, std::string_view name, std::int64_t otherwise) {
    const auto text = query.get(name);
    if (!text) return otherwise;
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (failure == std::errc::result_out_of_range && end == text->data() + text->size())
        return text->starts_with('-') ? std::numeric_limits<std::int64_t>::min()
                                      : std::numeric_limits<std::int64_t>::max();
    if (failure != std::errc{} || end != text->data() + text->size())
        throw scim::fault(scim::kInvalidValue, std::string{name} + " must be an integer");
    return number;
}

}  // namespace

std::string scim_base(const edge::WebCall& call) {
    return call.public_url() + "/scim/v2";
}

scim::Projection projection_of(const edge::WebCall& call) {
    const wire::Form& query = query_of(call);
    return {query.text("attributes"), query.text("excludedAttributes")};
}

scim::ListRequest list_request_of(const edge::WebCall& call) {
    const wire::Form& query = query_of(call);
    require_once(query, "filter", scim::kInvalidFilter);
    require_once(query, "startIndex", scim::kInvalidValue);
    require_once(query, "count", scim::kInvalidValue);
    scim::ListRequest request;
    // An empty filter is none: a client that sends one does not want the list of all.
    if (query.contains("filter")) request.filter = scim::parse_filter(query.text("filter"));
    constexpr std::int64_t kMostStart = std::numeric_limits<std::int32_t>::max();
    // Numbers out of range are not errors (RFC 7644, section 3.4.2.4).
    request.start = std::clamp<std::int64_t>(number_of(query, "startIndex", request.start), 1, kMostStart);
    request.count = std::clamp<std::int64_t>(number_of(query, "count", request.count), 0, scim::kMostPerPage);
    return request;
}

Scan::Scan(const edge::WebCall& call, const CompanyId& company) : place_(call.services.scans_gate, company) {
    if (!place_.entered()) throw overloaded("too many lists are read that no index helps");
}

edge::WebReply scim_reply(std::string body, int status) {
    return {.status = status, .content_type = kScimType, .body = std::move(body), .headers = {}};
}

std::string list_response(std::int64_t total, std::int64_t start, std::size_t count,
                          std::string_view elements) {
    std::string body;
    wire::JsonWriter out{body};
    out.open_object();
    out.key("schemas");
    out.open_array();
    out.text("urn:ietf:params:scim:api:messages:2.0:ListResponse");
    out.close_array();
    out.member("totalResults", total);
    out.member("startIndex", start);
    out.member("itemsPerPage", static_cast<std::int64_t>(count));
    out.key("Resources");
    out.raw(std::string{"["}.append(elements).append("]"));
    out.close_object();
    return body;
}

}  // namespace callboard::api
