#include "edge/openapi.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <ranges>
#include <set>
#include <vector>

#include "edge/operation_texts.h"
#include "oauth/scope.h"
#include "wire/json_writer.h"

namespace callboard::edge {
namespace {

using wire::JsonWriter;
using wire::Schemas;

constexpr std::string_view kIntroduction =
    "The API of a Callboard server. Requests authenticate with an API key in the header X-SmartToken, or "
    "with an "
    "access token in the header Authorization. All errors have the same format; every response has an "
    "X-Request-Id.";

constexpr std::string_view kErrorSchema =
    R"({"type":"object","required":["message","errors"],"properties":{"message":{"type":"string"},)"
    R"("errors":{"type":"array","items":{"$ref":"#/components/schemas/ErrorDetail"}}}})";
constexpr std::string_view kErrorDetailSchema =
    R"({"type":"object","required":["code","message"],"properties":{"code":{"type":"string"},)"
    R"("message":{"type":"string"},"dataPath":{"type":"string",)"
    R"("description":"The place in the request body, as a JSON pointer (RFC 6901)."}}})";

// The tags. An operation has the last tag whose `part` its path contains, or else kServer.
struct Family {
    std::string_view name;
    std::string_view part;
    std::string_view about;
};

// clang-format off
constexpr auto kFamilies = std::to_array<Family>({
    {"Jobs",             "/jobs",                          "Create, change, publish and close jobs."},
    {"Job ads",          "/jobads",                        "The texts of a job for candidates, and where they are published."},
    {"Positions",        "/positions",                     "The positions that a job is to fill."},
    {"Hiring team",      "/hiring-team",                   "The users who work on a job, and their roles."},
    {"Candidates",       "/candidates",                    "People in the talent pool or with applications."},
    {"Applications",     "/candidates/{candidateId}/jobs", "The applications of candidates for jobs, and their status."},
    {"Application lists", "/applications",                 "Applications for all jobs, by their last move."},
    {"Job applications", "/job-applications",              "Applications by their own id."},
    {"Offers",           "/offers",                        "Offers to candidates, and their status."},
    {"Users",            "/user",                          "The users of a company."},
    {"Access groups",    "/access-groups",                 "Groups of users, which decide who sees which jobs."},
    {"Configuration",    "/configuration",                 "The company, its settings and dictionaries."},
    {"Audit",            "/audit",                         "The audit log: who changed what."},
    {"Usage",            "/usage",                         "How the applications of a company use the API."},
    {"Reporting",        "/reporting-api",                 "Data sets of any size, as files that are generated in the background."},
    {"Insights",         "/insights",                      "Figures about the applications of a period."},
    {"Analytics",        "/analytics",                     "Deprecated bulk exports; use Reporting instead."},
    {"Webhooks",         "/webhooks-api",                  "Subscriptions to events, which are delivered as they happen."},
    {"Sign-in",          "/identity",                      "Pages on which users sign in and manage their account."},
    {"OAuth applications", "/identity/applications",       "Applications that a company registers for its own users."},
    {"Credentials",      "/identity/credentials",          "API keys and client credentials of a company."},
    {"OAuth",            "oauth",                          "Authorization of applications to act for users (RFC 6749)."},
    {"Sandbox",          "/sandbox",                       "Tools for tests of integrations; not available in production."},
});
constexpr Family kServer{"Server", "/", "Health, metrics and documentation of the server."};
// clang-format on

const Family& family_of(const Route& route) {
    for (const Family& family : kFamilies | std::views::reverse)
        if (route.path.contains(family.part)) return family;
    return kServer;
}

constexpr std::string_view kIdempotencyKey =
    R"({"name":"Idempotency-Key","in":"header","description":"A repeated request with the same key gets the first )"
    R"(response again, for 24 hours.","schema":{"type":"string","minLength":1,"maxLength":255}})";

constexpr std::string_view kAcceptLanguage =
    R"({"name":"Accept-Language","in":"header","description":"The preferred language of labels; English if there is no translation.",)"
    R"("schema":{"type":"string","default":"en"}})";

// Parameters of nearly every operation, written once as components.
constexpr std::string_view kPrefer = R"({"$ref":"#/components/parameters/Prefer"})";
constexpr std::string_view kIfNoneMatch = R"({"$ref":"#/components/parameters/If-None-Match"})";
constexpr std::string_view kRange = R"({"$ref":"#/components/parameters/Range"})";
constexpr std::string_view kParameters =
    R"({"Prefer":{"name":"Prefer","in":"header","description":"RFC 7240: with handling=strict, unknown query )"
    R"(parameters and fields are rejected instead of ignored.",)"
    R"("schema":{"type":"string"},"example":"handling=strict"},)"
    R"("If-None-Match":{"name":"If-None-Match","in":"header","description":"RFC 9110: the ETag of the cached )"
    R"(response; if it is still current, the response is 304.","schema":{"type":"string"}},)"
    R"("Range":{"name":"Range","in":"header","description":"RFC 9110: the requested byte range.",)"
    R"("schema":{"type":"string"},"example":"bytes=0-1023"}})";

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
    {"ETag",                "string",  "RFC 9110: the version of the response, for If-None-Match.", R"("W/\"5d41402abc4b2a76b9719d911017c592\"")"},
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

std::string_view method_key(http::Method method) {
    static constexpr std::array<std::string_view, 7> kKeys{"get",    "post",    "put",  "patch",
                                                           "delete", "options", "trace"};
    return kKeys[static_cast<std::size_t>(method)];
}

// A page with a form: it reports errors as HTML, and may redirect.
bool is_for_people(const Route& route) {
    return route.private_response && route.response_type == "text/html";
}

// The error codes of the operation by status, including those of its kind.
std::map<int, std::set<std::string_view>> errors_of(const Route& route) {
    std::map<int, std::set<std::string_view>> errors;
    for (const DocumentedError& error : route.errors) errors[error.status].insert(error.code);
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

void write_path_parameters(JsonWriter& out, std::string_view path) {
    for (auto open = path.find('{'); open != std::string_view::npos; open = path.find('{', open + 1)) {
        const auto close = path.find('}', open);
        out.open_object();
        out.member("name", path.substr(open + 1, close - open - 1));
        out.member("in", "path");
        out.key("required");
        out.boolean(true);
        out.key("schema");
        out.raw(R"({"type":"string"})");
        out.close_object();
    }
}

void write_security(JsonWriter& out, const Access& access) {
    out.key("security");
    out.open_array();
    if (!access.open) {
        out.raw(R"({"key":[]})");
        // OpenAPI requires all scopes of one entry; one entry per scope means that any of them is enough.
        if (access.any_of.empty()) out.raw(R"({"oauth":[]})");
        for (const auto& [scope, name, prompt] : oauth::kScopes)
            if (access.any_of.contains(scope)) out.raw(R"({"oauth":[")" + std::string{name} + R"("]})");
    }
    out.close_array();
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
    if (route.tagged) names.emplace_back("ETag");
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

// POST and PUT accept and ignore a body even if the handler has none: many clients always send {}.
bool takes_any_body(const Route& route) {
    return route.names_ignored && (route.method == http::Method::post || route.method == http::Method::put);
}

// Only the standard media type is documented, though application/json is accepted, too: generated clients
// cannot choose between two media types with the same schema.
std::string_view documented_type(const Route& route) {
    if (!route.request_type.empty()) return route.request_type;
    return route.takes_forms ? "application/x-www-form-urlencoded" : "application/json";
}

void describe_unread_body(JsonWriter& out, Schemas& schemas) {
    schemas.refer(out, "UnreadBody", [](JsonWriter& inner) {
        inner.raw(R"({"type":"object","description":"Ignored: send {}, or no body."})");
    });
}

void write_request(JsonWriter& out, const Route& route, Schemas& schemas) {
    auto schema = route.request_schema ? route.request_schema : route.documented_request;
    if (!schema && !takes_any_body(route)) return;
    out.key("requestBody");
    out.open_object();
    out.key("required");
    out.boolean(schema && !route.body_is_optional);
    if (!schema) schema = describe_unread_body;
    out.key("content");
    out.open_object();
    out.key(documented_type(route));
    out.open_object();
    out.key("schema");
    schema(out, schemas);
    if (!route.request_example.empty()) {
        out.key("example");
        out.raw(route.request_example);
    }
    out.close_object();
    out.close_object();
    out.close_object();
}

void write_operation(JsonWriter& out, const Route& route, Schemas& schemas) {
    out.key(method_key(route.method));
    out.open_object();
    out.member("operationId", route.operation);
    out.key("tags");
    out.open_array();
    out.text(family_of(route).name);
    out.close_array();
    out.member("summary", route.summary);
    if (const auto* const text = find_operation_text(route.operation))
        out.member("description", text->description);
    if (route.is_deprecated) {
        out.key("deprecated");
        out.boolean(true);
    }
    write_security(out, route.access);
    const bool answers_json = route.response_schema && !route.access.open;
    if (route.path.contains('{') || route.query_parameters || route.names_ignored) {
        out.key("parameters");
        out.open_array();
        write_path_parameters(out, route.path);
        if (route.query_parameters) route.query_parameters(out, schemas);
        if (route.repeatable) out.raw(kIdempotencyKey);
        if (answers_json) out.raw(kAcceptLanguage);
        if (route.tagged) out.raw(kIfNoneMatch);
        if (route.ranged) out.raw(kRange);
        if (route.names_ignored) out.raw(kPrefer);
        out.close_array();
    }
    write_request(out, route, schemas);
    write_responses(out, route, schemas);
    if (!route.policies.empty()) {
        out.key("x-throttle-policies");
        out.open_array();
        for (const auto policy : route.policies) out.text(name_of(policy));
        out.close_array();
    }
    out.close_object();
}

void write_paths(JsonWriter& out, std::span<const Route> routes, Schemas& schemas) {
    std::vector<std::string_view> written;
    out.key("paths");
    out.open_object();
    for (const Route& route : routes) {
        if (std::ranges::find(written, route.path) != written.end()) continue;
        written.push_back(route.path);
        out.key(route.path);
        out.open_object();
        for (const Route& same : routes)
            if (same.path == route.path) write_operation(out, same, schemas);
        out.close_object();
    }
    out.close_object();
}

void write_tags(JsonWriter& out, std::span<const Route> routes) {
    out.key("tags");
    out.open_array();
    const auto write = [&](const Family& family) {
        const auto in_it = [&](const Route& route) { return &family_of(route) == &family; };
        if (std::ranges::none_of(routes, in_it)) return;
        out.open_object();
        out.member("name", family.name);
        out.member("description", family.about);
        out.close_object();
    };
    for (const Family& family : kFamilies) write(family);
    write(kServer);
    out.close_array();
}

void write_security_schemes(JsonWriter& out) {
    out.key("securitySchemes");
    out.open_object();
    out.key("key");
    out.raw(R"({"type":"apiKey","in":"header","name":"X-SmartToken"})");
    out.key("oauth");
    out.open_object();
    out.member("type", "oauth2");
    out.key("flows");
    out.open_object();
    out.key("authorizationCode");
    out.open_object();
    out.member("authorizationUrl", "/identity/oauth/allow");
    out.member("tokenUrl", "/identity/oauth/token");
    out.key("scopes");
    out.open_object();
    for (const auto& [scope, name, prompt] : oauth::kScopes) out.member(name, prompt);
    out.close_object();
    out.close_object();
    out.close_object();
    out.close_object();
    out.close_object();
}

}  // namespace

std::string openapi_document(std::span<const Route> all_routes) {
    std::vector<Route> routes;
    std::ranges::copy_if(all_routes, std::back_inserter(routes), &Route::in_openapi);
    std::string text;
    Schemas schemas;
    JsonWriter out{text};
    out.open_object();
    out.member("openapi", "3.1.0");
    out.key("info");
    out.open_object();
    out.member("title", "Callboard");
    out.member("version", CALLBOARD_VERSION);
    out.member("description", kIntroduction);
    out.key("license");
    out.raw(R"({"name":"Apache-2.0","identifier":"Apache-2.0"})");
    out.close_object();
    out.key("servers");
    out.raw(R"([{"url":"/"}])");  // the server of this document
    write_tags(out, routes);
    write_paths(out, routes, schemas);
    out.key("components");
    out.open_object();
    out.key("schemas");
    out.open_object();
    out.key("Error");
    out.raw(kErrorSchema);
    out.key("ErrorDetail");
    out.raw(kErrorDetailSchema);
    for (const auto& [name, schema] : schemas.texts()) {
        out.key(name);
        out.raw(schema);
    }
    out.close_object();
    out.key("parameters");
    out.raw(kParameters);
    write_header_components(out);
    write_shared_refusals(out, schemas);
    write_security_schemes(out);
    out.close_object();
    out.close_object();
    return text;
}

}  // namespace callboard::edge
