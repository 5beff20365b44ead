#include "edge/openapi_responses.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edge/operation_texts.h"

namespace callboard::edge {
namespace {

using wire::JsonWriter;
using wire::Schemas;

// The headers of responses. Errors other than 429 are documented without the rate limit headers.
struct Header {
    std::string_view name;
    std::string_view type;
    std::string_view about;
    std::string_view example;  // as JSON
};

// clang-format off
constexpr auto kHeaders = std::to_array<Header>({
    {"Deprecation",         "string",  "RFC 9745: since when the operation is deprecated.", R"("@1767225600")"},
    {"ETag",                "string",  "RFC 9110: the version of the response, for If-None-Match or If-Match.", R"("W/\"5d41402abc4b2a76b9719d911017c592\"")"},
    {"Link",                "string",  "RFC 8288: the next page, with rel=\"next\"; absent on the last page.", R"("<https://callboard.example/jobs?pageId=eyJ>; rel=\"next\"")"},
    {"Location",            "string",  "The URL of the created resource, or of the page to continue with.", R"("https://callboard.example/jobs/0190c8a4-7c3e-7d1f-8a52-3b9f6c1d2e4a")"},
    {"Preference-Applied",  "string",  "RFC 7240: the preferences that were applied.", R"("handling=strict")"},
    {"Retry-After",         "integer", "The number of seconds to wait before the next attempt.", "1"},
    {"Sunset",              "string",  "RFC 8594: the date until which the operation is available.", R"("Fri, 31 Dec 2027 23:59:59 GMT")"},
    {"WWW-Authenticate",    "string",  "RFC 6750: why the credential was rejected, or which scopes are required.", R"("Bearer realm=\"callboard\"")"},
    {"X-Ignored",           "string",  "Unknown fields (as JSON pointers) and query parameters of the request that were ignored; at most ten, then the number of the others.", R"("/titel, limt, +12 more")"},
    {"X-RateLimit-Concurrent-Limit",     "integer", "The maximum number of concurrent requests.", "8"},
    {"X-RateLimit-Concurrent-Remaining", "integer", "How many more concurrent requests are allowed.", "7"},
    {"X-RateLimit-Limit",                "integer", "The maximum number of requests per second.", "10"},
    {"X-RateLimit-Remaining",            "integer", "How many requests are left.", "9"},
});
constexpr auto kRateLimits = std::to_array<std::string_view>({
    "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Concurrent-Limit", "X-RateLimit-Concurrent-Remaining"});
// clang-format on

using HeaderNames = std::vector<std::string_view>;

HeaderNames operator+(HeaderNames names, std::span<const std::string_view> more) {
    names.insert(names.end(), more.begin(), more.end());
    return names;
}

void write_headers(JsonWriter& out, const HeaderNames& names) {
    if (names.empty()) return;
    out.key("headers");
    out.open_object();
    for (const std::string_view name : names) {
        out.key(name);
        out.open_object();
        out.member("$ref", "#/components/headers/" + std::string{name});
        out.close_object();
    }
    out.close_object();
}

// Errors that occur before the request is routed, so that every operation can have them.
struct SharedRefusal {
    std::string_view status;
    std::string_view name;
    std::string_view code;
};
constexpr auto kSharedRefusals = std::to_array<SharedRefusal>({
    {"414", "UriTooLong", "URI_TOO_LONG"},
    {"431", "HeadersTooLarge", "HEADERS_TOO_LARGE"},
});

// A page with a form: it reports errors as HTML, and may redirect.
bool is_for_people(const Route& route) {
    return route.private_response && route.response_type == "text/html";
}

// The error codes of the operation by status, including those of its kind.
std::map<int, std::set<std::string_view>> errors_of(const Route& route) {
    std::map<int, std::set<std::string_view>> errors;
    for (const DocumentedError& error : route.errors) errors[error.status].insert(error.code);
    if (route.error_format) return errors;  // all of its errors have other codes
    if (!route.access.open) errors[401].insert("UNAUTHORIZED");
    if (!route.access.open || route.private_response)
        errors[503].insert({"SERVICE_UNAVAILABLE", "REQUEST_TIMEOUT"});
    if (route.repeatable) {
        errors[400].insert("INVALID_IDEMPOTENCY_KEY");
        errors[409].insert("CONFLICT");
        errors[422].insert("IDEMPOTENCY_KEY_REUSED");
    }
    if (!route.access.any_of.empty()) errors[403].insert("INSUFFICIENT_SCOPE");
    if (!route.policies.empty() && !route.documented_error) errors[429].insert("TOO_MANY_REQUESTS");
    if (route.names_ignored) errors[400].insert("INVALID_PARAMETER");
    if (route.is_conditional()) errors[412].insert("PRECONDITION_FAILED");
    if (route.ranged) errors[416].insert("RANGE_NOT_SATISFIABLE");
    if (route.negotiates || (route.response_schema && !route.access.open))
        errors[406].insert("NOT_ACCEPTABLE");
    if (route.request_schema || route.documented_request) errors[413].insert("CONTENT_TOO_LARGE");
    if (route.request_schema || (route.documented_request && !route.takes_forms)) {
        errors[400].insert("INVALID_JSON");
        errors[route.body_fault == ErrorKind::invalid_request ? 400 : 422].insert("VALIDATION_ERROR");
    }
    if (route.request_schema) errors[415].insert("UNSUPPORTED_MEDIA_TYPE");
    return errors;
}

struct Content {
    std::string_view type;
    Route::Describe schema;  // null: plain_schema()
    const OperationText* example = nullptr;
};

// The schema of a body without a documented one: an object, a string, or bytes.
std::string_view plain_schema(std::string_view type) {
    if (type.starts_with("application/json")) return R"({"type":"object"})";
    return type.starts_with("text/") ? R"({"type":"string"})" : R"({"type":"string","format":"binary"})";
}

void write_content(JsonWriter& out, const Content& content, Schemas& schemas) {
    out.key(content.type.substr(0, content.type.find(';')));
    out.open_object();
    out.key("schema");
    if (content.schema) {
        content.schema(out, schemas);
    } else {
        out.raw(plain_schema(content.type));
    }
    if (content.example) write_example(out, *content.example);
    out.close_object();
}

void write_response(JsonWriter& out, std::string_view status, std::string_view description,
                    const std::vector<Content>& contents, Schemas& schemas, const HeaderNames& headers) {
    out.key(status);
    out.open_object();
    out.member("description", description);
    write_headers(out, headers);
    if (!contents.empty()) {
        out.key("content");
        out.open_object();
        for (const Content& content : contents) write_content(out, content, schemas);
        out.close_object();
    }
    out.close_object();
}

HeaderNames success_headers(const Route& route) {
    HeaderNames names;
    if (route.names_ignored) names.insert(names.end(), {"X-Ignored", "Preference-Applied"});
    if (route.paged) names.emplace_back("Link");
    if (route.success == 201 || route.success == 303) names.emplace_back("Location");
    if (route.tagged || (route.versioned && route.success != 204)) names.emplace_back("ETag");
    if (route.is_deprecated) names.insert(names.end(), {"Deprecation", "Sunset"});
    return route.access.open ? names : std::move(names) + kRateLimits;
}

HeaderNames error_headers(const Route& route, int status) {
    if (status == 401 || (status == 403 && !route.access.any_of.empty())) return {"WWW-Authenticate"};
    if (status == 503) return {"Retry-After"};
    if (status != 429) return {};
    return route.access.open ? HeaderNames{"Retry-After"} : HeaderNames{"Retry-After"} + kRateLimits;
}

void write_success(JsonWriter& out, const Route& route, Schemas& schemas) {
    const std::string status = std::to_string(route.success);
    const HeaderNames headers = success_headers(route);
    if (route.success == 303)
        return write_response(out, status, "Redirect to the next page.", {}, schemas, headers);
    if (route.success == 204 || route.response_type.empty())
        return write_response(out, status, "Success, without content.", {}, schemas, headers);
    const auto schema = route.response_schema ? route.response_schema : route.documented_response;
    std::vector<Content> contents{{route.response_type, schema, find_operation_text(route.operation)}};
    for (const std::string_view type : route.other_types) contents.push_back({type, nullptr});
    write_response(out, status, "Success.", contents, schemas, headers);
    contents.front().example = nullptr;
    if (route.ranged) write_response(out, "206", "The requested byte range.", contents, schemas, headers);
    if (route.tagged)
        write_response(out, "304", "Not modified: the ETag of If-None-Match is still current.", {}, schemas,
                       headers);
}

void describe_common_error(JsonWriter& out, Schemas&) {
    out.raw(R"({"$ref":"#/components/schemas/Error"})");
}

void write_error(JsonWriter& out, const Route& route, int status, const std::set<std::string_view>& codes,
                 Schemas& schemas) {
    std::string names;
    for (const auto code : codes) names.append(names.empty() ? "" : ", ").append(code);
    const bool is_own = std::ranges::any_of(
        route.errors, [&](const DocumentedError& error) { return error.status == status; });
    const auto schema = is_own && route.documented_error ? route.documented_error : describe_common_error;
    std::vector<Content> contents{{"application/json", schema}};
    if (route.response_type == "text/html") contents.push_back({route.response_type, nullptr});
    write_response(out, std::to_string(status), names, contents, schemas, error_headers(route, status));
}

}  // namespace

void write_responses(JsonWriter& out, const Route& route, Schemas& schemas) {
    out.key("responses");
    out.open_object();
    write_success(out, route, schemas);
    for (const auto& [status, codes] : errors_of(route)) write_error(out, route, status, codes, schemas);
    for (const auto& [status, name, code] : kSharedRefusals) {
        out.key(status);
        out.open_object();
        out.member("$ref", "#/components/responses/" + std::string{name});
        out.close_object();
    }
    if (is_for_people(route)) {
        if (route.success != 303)
            write_response(out, "303", "Redirect to another page.", {}, schemas, {"Location"});
        write_response(out, "4XX", "An error page.", {{route.response_type, nullptr}}, schemas, {});
        if (route.asks_provider)
            write_response(out, "502", "An error page: the provider does not answer as it should.",
                           {{route.response_type, nullptr}}, schemas, {});
    }
    out.close_object();
}

void write_shared_refusals(JsonWriter& out, Schemas& schemas) {
    out.key("responses");
    out.open_object();
    for (const auto& [status, name, code] : kSharedRefusals)
        write_response(out, name, code, {{"application/json", describe_common_error}}, schemas, {});
    out.close_object();
}

void write_header_components(JsonWriter& out) {
    out.key("headers");
    out.open_object();
    for (const auto& [name, type, about, example] : kHeaders) {
        out.key(name);
        out.open_object();
        out.member("description", about);
        out.key("schema");
        out.open_object();
        out.member("type", type);
        out.close_object();
        out.key("example");
        out.raw(example);
        out.close_object();
    }
    out.close_object();
}

}  // namespace callboard::edge
