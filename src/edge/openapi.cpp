#include "edge/openapi.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

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

std::string_view method_key(http::Method method) {
    static constexpr std::array<std::string_view, 7> kKeys{"get",    "post",    "put",  "patch",
                                                           "delete", "options", "trace"};
    return kKeys[static_cast<std::size_t>(method)];
}

// Errors of the row by status, those that it shares with its like included.
std::map<int, std::set<std::string_view>> errors_of(const Route& route) {
    std::map<int, std::set<std::string_view>> errors;
    for (const DocumentedError& error : route.errors) errors[error.status].insert(error.code);
    if (!route.access.open) {
        errors[401].insert("UNAUTHORIZED");
        errors[503].insert({"SERVICE_UNAVAILABLE", "REQUEST_TIMEOUT"});
    }
    if (!route.access.any_of.empty()) errors[403].insert("INSUFFICIENT_SCOPE");
    if (!route.policies.empty()) errors[429].insert("TOO_MANY_REQUESTS");
    if (route.query_parameters) errors[400].insert("INVALID_PARAMETER");
    if (route.response_schema && !route.access.open) errors[406].insert("NOT_ACCEPTABLE");
    if (route.request_schema) {
        errors[400].insert("INVALID_JSON");
        errors[413].insert("CONTENT_TOO_LARGE");
        errors[415].insert("UNSUPPORTED_MEDIA_TYPE");
        errors[422].insert("VALIDATION_ERROR");
    }
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
        out.open_object();
        out.key("oauth");
        out.open_array();
        for (const auto& [scope, name, prompt] : oauth::kScopes)
            if (access.any_of.contains(scope)) out.text(name);
        out.close_array();
        out.close_object();
    }
    out.close_array();
}

void write_success(JsonWriter& out, const Route& route, Schemas& schemas) {
    out.key(std::to_string(route.success));
    out.open_object();
    out.member("description", route.success == 204 ? "Done; no content." : "Done.");
    if (route.success != 204) {
        out.key("content");
        out.open_object();
        out.key(route.response_type);
        out.open_object();
        out.key("schema");
        if (route.response_schema) {
            route.response_schema(out, schemas);
        } else {
            out.raw(route.response_type == "application/json" ? R"({"type":"object"})"
                                                              : R"({"type":"string"})");
        }
        out.close_object();
        out.close_object();
    }
    out.close_object();
}

void write_responses(JsonWriter& out, const Route& route, Schemas& schemas) {
    out.key("responses");
    out.open_object();
    write_success(out, route, schemas);
    for (const auto& [status, codes] : errors_of(route)) {
        std::string names;
        for (const auto code : codes) names.append(names.empty() ? "" : ", ").append(code);
        out.key(std::to_string(status));
        out.open_object();
        out.member("description", names);
        out.key("content");
        out.raw(R"({"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}})");
        out.close_object();
    }
    out.close_object();
}

void write_operation(JsonWriter& out, const Route& route, Schemas& schemas) {
    out.key(method_key(route.method));
    out.open_object();
    out.member("operationId", route.operation);
    out.member("summary", route.summary);
    if (route.deprecated) {
        out.key("deprecated");
        out.boolean(true);
    }
    write_security(out, route.access);
    if (route.path.contains('{') || route.query_parameters) {
        out.key("parameters");
        out.open_array();
        write_path_parameters(out, route.path);
        if (route.query_parameters) route.query_parameters(out, schemas);
        out.close_array();
    }
    if (route.request_schema) {
        out.key("requestBody");
        out.open_object();
        out.key("content");
        out.open_object();
        out.key("application/json");
        out.open_object();
        out.key("schema");
        route.request_schema(out, schemas);
        out.key("example");
        out.raw(route.request_example);
        out.close_object();
        out.close_object();
        out.close_object();
    }
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
    write_security_schemes(out);
    out.close_object();
    out.close_object();
    return text;
}

}  // namespace callboard::edge
