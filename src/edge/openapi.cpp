#include "edge/openapi.h"

#include <algorithm>
#include <array>
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
    "The API of a Callboard server. Calls carry an API key in the header X-SmartToken, or an access token in "
    "Authorization. Errors have one shape; every response has an X-Request-Id.";

constexpr std::string_view kErrorSchema =
    R"({"type":"object","required":["message","errors"],"properties":{)"
    R"("message":{"type":"string"},"errors":{"type":"array","items":{"type":"object","required":["code","message"],)"
    R"("properties":{"code":{"type":"string"},"message":{"type":"string"},"dataPath":{"type":"string",)"
    R"("description":"Where in the body, as a JSON pointer."}}}}}})";

// What operations are about. An operation belongs to the last family whose part its path has, else to the
// server.
struct Family {
    std::string_view name;
    std::string_view part;
    std::string_view about;
};

// clang-format off
constexpr auto kFamilies = std::to_array<Family>({
    {"Jobs",             "/jobs",                          "Openings: created, changed, published, closed."},
    {"Job ads",          "/jobads",                        "What candidates read of a job, and where it is posted."},
    {"Positions",        "/positions",                     "How many people a job looks for, and since when."},
    {"Hiring team",      "/hiring-team",                   "Who works on a job, and as what."},
    {"Candidates",       "/candidates",                    "People, in the talent pool or with applications."},
    {"Applications",     "/candidates/{candidateId}/jobs", "What candidates applied for, and how far they came."},
    {"Job applications", "/job-applications",              "Applications, by their own id."},
    {"Offers",           "/offers",                        "What candidates are offered, and what they say to it."},
    {"Users",            "/user",                          "The people of a company."},
    {"Access groups",    "/access-groups",                 "Which users see which jobs."},
    {"Configuration",    "/configuration",                 "The company, and the lists that its jobs choose from."},
    {"Audit",            "/audit",                         "Who did what."},
    {"Reporting",        "/reporting-api",                 "Data sets of any size, as files that are made in the background."},
    {"Analytics",        "/analytics",                     "The older way to large data sets; use Reporting."},
    {"Webhooks",         "/webhooks-api",                  "Being told of what happens, as it happens."},
    {"Sign-in",          "/identity",                      "Pages on which people sign in and look after their account."},
    {"OAuth",            "oauth",                          "How applications come to act for users (RFC 6749)."},
    {"Sandbox",          "/sandbox",                       "To try things out; not on servers in earnest."},
});
constexpr Family kServer{"Server", "/", "What the server says about itself."};
// clang-format on

const Family& family_of(const Route& route) {
    for (const Family& family : kFamilies | std::views::reverse)
        if (route.path.contains(family.part)) return family;
    return kServer;
}

constexpr std::string_view kIdempotencyKey =
    R"({"name":"Idempotency-Key","in":"header","description":"The same key with the same request gives the first )"
    R"(answer again, for 24 hours.","schema":{"type":"string","minLength":1,"maxLength":255}})";

constexpr std::string_view kAcceptLanguage =
    R"({"name":"Accept-Language","in":"header","description":"The language of labels, where there is a translation.",)"
    R"("schema":{"type":"string","default":"en"}})";

// Said once, as components: nearly every operation refers to them.
constexpr std::string_view kPrefer = R"({"$ref":"#/components/parameters/Prefer"})";
constexpr std::string_view kParameters =
    R"({"Prefer":{"name":"Prefer","in":"header","description":"RFC 7240: with handling=strict, parameters and )"
    R"(members that the operation does not know are refused instead of ignored.",)"
    R"("schema":{"type":"string"},"example":"handling=strict"}})";
constexpr std::string_view kSuccessHeaders =
    R"({"X-Ignored":{"$ref":"#/components/headers/X-Ignored"},)"
    R"("Preference-Applied":{"$ref":"#/components/headers/Preference-Applied"}})";
constexpr std::string_view kHeaders =
    R"({"X-Ignored":{"description":"What the request names and the operation does not know: JSON pointers of )"
    R"(members, names of parameters; at most ten, then how many more.",)"
    R"("schema":{"type":"string"},"example":"/titel, limt, +12 more"},)"
    R"("Preference-Applied":{"description":"RFC 7240: what of Prefer was applied.",)"
    R"("schema":{"type":"string","enum":["handling=strict"]}}})";

std::string_view method_key(http::Method method) {
    static constexpr std::array<std::string_view, 7> kKeys{"get",    "post",    "put",  "patch",
                                                           "delete", "options", "trace"};
    return kKeys[static_cast<std::size_t>(method)];
}

// A page that people fill in: what it refuses it says as a page, and it may lead elsewhere.
bool is_for_people(const Route& route) {
    return route.private_response && route.response_type == "text/html";
}

// Errors of the row by status, those that it shares with its like included.
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
        // Scopes in one list are all needed; one of ours is enough.
        if (access.any_of.empty()) out.raw(R"({"oauth":[]})");
        for (const auto& [scope, name, prompt] : oauth::kScopes)
            if (access.any_of.contains(scope)) out.raw(R"({"oauth":[")" + std::string{name} + R"("]})");
    }
    out.close_array();
}

struct Content {
    std::string_view type;
    Route::Describe schema;  // null: nothing more is said
    const OperationText* example = nullptr;
};

void write_content(JsonWriter& out, const Content& content, Schemas& schemas) {
    out.key(content.type.substr(0, content.type.find(';')));
    out.open_object();
    out.key("schema");
    if (content.schema) {
        content.schema(out, schemas);
    } else {
        out.raw(content.type == "application/json" ? R"({"type":"object"})" : R"({"type":"string"})");
    }
    if (content.example) write_example(out, *content.example);
    out.close_object();
}

void write_response(JsonWriter& out, std::string_view status, std::string_view description,
                    const std::vector<Content>& contents, Schemas& schemas, std::string_view headers = {}) {
    out.key(status);
    out.open_object();
    out.member("description", description);
    if (!headers.empty()) {
        out.key("headers");
        out.raw(headers);
    }
    if (!contents.empty()) {
        out.key("content");
        out.open_object();
        for (const Content& content : contents) write_content(out, content, schemas);
        out.close_object();
    }
    out.close_object();
}

void write_success(JsonWriter& out, const Route& route, Schemas& schemas) {
    const std::string status = std::to_string(route.success);
    const std::string_view headers = route.names_ignored ? kSuccessHeaders : std::string_view{};
    if (route.success == 204) return write_response(out, status, "Done; no content.", {}, schemas, headers);
    if (route.success == 303)
        return write_response(out, status, "Done; it goes on elsewhere.", {}, schemas, headers);
    const auto schema = route.response_schema ? route.response_schema : route.documented_response;
    if (route.response_type.empty())
        return write_response(out, status, "Done; no content.", {}, schemas, headers);
    std::vector<Content> contents{{route.response_type, schema, find_operation_text(route.operation)}};
    for (const std::string_view type : route.other_types) contents.push_back({type, nullptr});
    write_response(out, status, "Done.", contents, schemas, headers);
    contents.front().example = nullptr;
    if (route.ranged) write_response(out, "206", "The part that Range asks for.", contents, schemas, headers);
    if (route.tagged)
        write_response(out, "304", "What If-None-Match names is still the newest.", {}, schemas, headers);
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
    write_response(out, std::to_string(status), names, contents, schemas);
}

void write_responses(JsonWriter& out, const Route& route, Schemas& schemas) {
    out.key("responses");
    out.open_object();
    write_success(out, route, schemas);
    for (const auto& [status, codes] : errors_of(route)) write_error(out, route, status, codes, schemas);
    if (is_for_people(route)) {
        if (route.success != 303) write_response(out, "303", "It goes on elsewhere.", {}, schemas);
        write_response(out, "4XX", "A page that says what is wrong.", {{route.response_type, nullptr}},
                       schemas);
    }
    out.close_object();
}

void write_request(JsonWriter& out, const Route& route, Schemas& schemas) {
    const auto schema = route.request_schema ? route.request_schema : route.documented_request;
    if (!schema) return;
    out.key("requestBody");
    out.open_object();
    out.key("required");
    out.boolean(true);
    out.key("content");
    out.open_object();
    if (route.takes_forms) write_content(out, {"application/x-www-form-urlencoded", schema}, schemas);
    for (const std::string_view type : {route.request_type, std::string_view{"application/json"}}) {
        if (type.empty()) continue;
        out.key(type);
        out.open_object();
        out.key("schema");
        schema(out, schemas);
        if (!route.request_example.empty()) {
            out.key("example");
            out.raw(route.request_example);
        }
        out.close_object();
    }
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
    if (route.deprecated) {
        out.key("deprecated");
        out.boolean(true);
    }
    write_security(out, route.access);
    const bool answers_json = route.response_schema && !route.access.open;
    if (route.path.contains('{') || route.names_ignored) {
        out.key("parameters");
        out.open_array();
        write_path_parameters(out, route.path);
        if (route.query_parameters) route.query_parameters(out, schemas);
        if (route.repeatable) out.raw(kIdempotencyKey);
        if (answers_json) out.raw(kAcceptLanguage);
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

std::string openapi_document(std::span<const Route> routes) {
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
    out.raw(R"([{"url":"/"}])");  // the one that serves this document
    write_tags(out, routes);
    write_paths(out, routes, schemas);
    out.key("components");
    out.open_object();
    out.key("schemas");
    out.open_object();
    out.key("Error");
    out.raw(kErrorSchema);
    for (const auto& [name, schema] : schemas.texts()) {
        out.key(name);
        out.raw(schema);
    }
    out.close_object();
    out.key("parameters");
    out.raw(kParameters);
    out.key("headers");
    out.raw(kHeaders);
    write_security_schemes(out);
    out.close_object();
    out.close_object();
    return text;
}

}  // namespace callboard::edge
