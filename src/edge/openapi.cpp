#include "edge/openapi.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <vector>

#include "edge/openapi_responses.h"
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
    {"Public postings",  "/v1/companies",                  "The published jobs of a company, for everybody."},
    {"Candidates",       "/candidates",                    "People in the talent pool or with applications."},
    {"Applications",     "/candidates/{candidateId}/jobs", "The applications of candidates for jobs, and their status."},
    {"Application lists", "/applications",                 "Applications for all jobs, by their last move."},
    {"Job applications", "/job-applications",              "Applications by their own id."},
    {"Offers",           "/offers",                        "Offers to candidates, and their status."},
    {"Users",            "/user",                          "The users of a company."},
    {"Access groups",    "/access-groups",                 "Groups of users, which decide who sees which jobs."},
    {"Configuration",    "/configuration",                 "The company, its settings and dictionaries."},
    {"Job properties",   "/job-properties",                "The fields of jobs that a company defines itself."},
    {"Applying",         "/postings/{postingUuid}",        "What candidates are asked, and their applications for postings."},
    {"Application forms", "/application-form",             "The questions and consent texts that candidates see."},
    {"Careers page",     "/careers-page",                  "The colors and texts of the pages on which candidates apply."},
    {"Erasure requests", "/erasure-requests",              "Applicants who asked for the deletion of their data."},
    {"Audit",            "/audit",                         "The audit log: who changed what."},
    {"Usage",            "/usage",                         "How the applications of a company use the API."},
    {"Reporting",        "/reporting-api",                 "Data sets of any size, as files that are generated in the background."},
    {"Insights",         "/insights",                      "Figures about the applications of a period."},
    {"Analytics",        "/analytics",                     "Deprecated bulk exports; use Reporting instead."},
    {"Events",           "/events",                        "The events of the company as they happen."},
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
constexpr std::string_view kIfMatch = R"({"$ref":"#/components/parameters/If-Match"})";
constexpr std::string_view kRange = R"({"$ref":"#/components/parameters/Range"})";
constexpr std::string_view kLastEventId =
    R"({"name":"Last-Event-ID","in":"header","description":"The id of the last event that was received, to resume after )"
    R"(it.","schema":{"type":"string"}})";
constexpr std::string_view kParameters =
    R"({"Prefer":{"name":"Prefer","in":"header","description":"RFC 7240: with handling=strict, unknown query )"
    R"(parameters and fields are rejected instead of ignored.",)"
    R"("schema":{"type":"string"},"example":"handling=strict"},)"
    R"("If-None-Match":{"name":"If-None-Match","in":"header","description":"RFC 9110: the ETag of the cached )"
    R"(response; if it is still current, the response is 304.","schema":{"type":"string"}},)"
    R"("If-Match":{"name":"If-Match","in":"header","description":"RFC 9110: the ETag of the version that is to be )"
    R"(changed; if it was changed since, the response is 412.","schema":{"type":"string"},"example":"\"7\""},)"
    R"("Range":{"name":"Range","in":"header","description":"RFC 9110: the requested byte range.",)"
    R"("schema":{"type":"string"},"example":"bytes=0-1023"}})";

std::string_view method_key(http::Method method) {
    static constexpr std::array<std::string_view, 7> kKeys{"get",    "post",    "put",  "patch",
                                                           "delete", "options", "trace"};
    return kKeys[static_cast<std::size_t>(method)];
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
        if (route.is_conditional()) out.raw(kIfMatch);
        if (route.ranged) out.raw(kRange);
        if (route.is_live) out.raw(kLastEventId);
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
