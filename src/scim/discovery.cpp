#include "scim/discovery.h"

#include <array>
#include <span>

#include "base/ascii.h"
#include "scim/groups.h"
#include "scim/page.h"
#include "scim/user_resource.h"
#include "wire/json_writer.h"

namespace callboard::scim {
namespace {

using wire::JsonWriter;

struct ResourceType {
    std::string_view name;
    std::string_view endpoint;
    std::string_view schema;
    std::string_view about;
};
constexpr std::array kTypes{
    ResourceType{"User", "/Users", kUserSchema, "A user of the company."},
    ResourceType{"Group", "/Groups", kGroupSchema, "An access group of the company."},
};

enum class Mutability { read_only, read_write };

struct Described {
    std::string_view name;
    std::string_view type;
    std::string_view about;
    Mutability mutability = Mutability::read_write;
    bool is_list = false;
    bool is_required = false;
    bool is_case_exact = false;
    bool is_unique = false;
    std::span<const Described> parts = {};
};

constexpr std::array kNameParts{
    Described{.name = "formatted",
              .type = "string",
              .about = "First and last name.",
              .mutability = Mutability::read_only},
    Described{.name = "familyName", .type = "string", .about = "The last name."},
    Described{.name = "givenName", .type = "string", .about = "The first name."},
};
constexpr std::array kEmailParts{
    Described{.name = "value",
              .type = "string",
              .about = "The e-mail address; always userName.",
              .mutability = Mutability::read_only},
    Described{.name = "type", .type = "string", .about = "Always work.", .mutability = Mutability::read_only},
    Described{
        .name = "primary", .type = "boolean", .about = "Always true.", .mutability = Mutability::read_only},
};
constexpr std::array kRoleParts{
    Described{.name = "value",
              .type = "string",
              .about = "The system role: ADMINISTRATOR, EXTENDED, STANDARD, RESTRICTED or EMPLOYEE.",
              .is_case_exact = true},
    Described{.name = "display", .type = "string", .about = "Its name.", .mutability = Mutability::read_only},
    Described{
        .name = "primary", .type = "boolean", .about = "Always true.", .mutability = Mutability::read_only},
};
constexpr std::array kUserAttributes{
    Described{.name = "userName",
              .type = "string",
              .about = "The e-mail address, with which the user signs in.",
              .is_required = true,
              .is_unique = true},
    Described{.name = "name", .type = "complex", .about = "The name of the user.", .parts = kNameParts},
    Described{.name = "displayName",
              .type = "string",
              .about = "First and last name; of a new user, input for names that are missing.",
              .mutability = Mutability::read_only},
    Described{.name = "preferredLanguage", .type = "string", .about = "The language of the user interface."},
    Described{.name = "active", .type = "boolean", .about = "Whether the user may sign in and call the API."},
    Described{.name = "emails",
              .type = "complex",
              .about = "The e-mail address.",
              .mutability = Mutability::read_only,
              .is_list = true,
              .parts = kEmailParts},
    Described{.name = "roles",
              .type = "complex",
              .about = "The system role.",
              .is_list = true,
              .parts = kRoleParts},
};
constexpr std::array kMemberParts{
    Described{.name = "value", .type = "string", .about = "The id of the user.", .is_case_exact = true},
    Described{.name = "display",
              .type = "string",
              .about = "First and last name.",
              .mutability = Mutability::read_only},
    Described{.name = "type", .type = "string", .about = "Always User.", .mutability = Mutability::read_only},
};
constexpr std::array kGroupAttributes{
    Described{.name = "displayName",
              .type = "string",
              .about = "The name of the group.",
              .is_required = true,
              .is_unique = true},
    Described{.name = "members",
              .type = "complex",
              .about = "The users in the group.",
              .is_list = true,
              .parts = kMemberParts},
};

void write_flag(JsonWriter& out, std::string_view name, bool value) {
    out.key(name);
    out.boolean(value);
}

void write_schemas(JsonWriter& out, std::string_view urn) {
    out.key("schemas");
    out.open_array();
    out.text(urn);
    out.close_array();
}

void write_meta(JsonWriter& out, std::string_view type, const std::string& location) {
    out.key("meta");
    out.open_object();
    out.member("resourceType", type);
    out.member("location", location);
    out.close_object();
}

// Parts have no parts of their own.
void write_attributes(JsonWriter& out, std::string_view key, std::span<const Described> attributes) {
    out.key(key);
    out.open_array();
    for (const Described& each : attributes) {
        out.open_object();
        out.member("name", each.name);
        out.member("type", each.type);
        write_flag(out, "multiValued", each.is_list);
        out.member("description", each.about);
        write_flag(out, "required", each.is_required);
        write_flag(out, "caseExact", each.is_case_exact);
        out.member("mutability", each.mutability == Mutability::read_only ? "readOnly" : "readWrite");
        out.member("returned", "default");
        out.member("uniqueness", each.is_unique ? "server" : "none");
        if (!each.parts.empty()) write_attributes(out, "subAttributes", each.parts);
        out.close_object();
    }
    out.close_array();
}

std::string type_object(std::string_view base, const ResourceType& type) {
    std::string text;
    JsonWriter out{text};
    out.open_object();
    write_schemas(out, "urn:ietf:params:scim:schemas:core:2.0:ResourceType");
    out.member("id", type.name);
    out.member("name", type.name);
    out.member("endpoint", type.endpoint);
    out.member("description", type.about);
    out.member("schema", type.schema);
    write_meta(out, "ResourceType", std::string{base}.append("/ResourceTypes/").append(type.name));
    out.close_object();
    return text;
}

std::string schema_object(std::string_view base, const ResourceType& type) {
    const bool is_user = type.schema == kUserSchema;
    std::string text;
    JsonWriter out{text};
    out.open_object();
    write_schemas(out, "urn:ietf:params:scim:schemas:core:2.0:Schema");
    out.member("id", type.schema);
    out.member("name", type.name);
    out.member("description", type.about);
    if (is_user) {
        write_attributes(out, "attributes", kUserAttributes);
    } else {
        write_attributes(out, "attributes", kGroupAttributes);
    }
    write_meta(out, "Schema", std::string{base}.append("/Schemas/").append(type.schema));
    out.close_object();
    return text;
}

}  // namespace

std::string service_provider_config(std::string_view base) {
    std::string text;
    JsonWriter out{text};
    const auto write_support = [&](std::string_view name, bool supported) {
        out.key(name);
        out.open_object();
        write_flag(out, "supported", supported);
        if (name == "bulk") {
            out.member("maxOperations", std::int64_t{0});
            out.member("maxPayloadSize", std::int64_t{0});
        }
        if (name == "filter") out.member("maxResults", kMostPerPage);
        out.close_object();
    };
    out.open_object();
    write_schemas(out, "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig");
    out.member("documentationUri",
               std::string{base.substr(0, base.rfind("/scim/"))}.append("/docs/provisioning"));
    write_support("patch", true);
    write_support("bulk", false);
    write_support("filter", true);
    write_support("changePassword", false);
    write_support("sort", false);
    write_support("etag", false);
    out.key("authenticationSchemes");
    out.open_array();
    out.open_object();
    out.member("type", "oauthbearertoken");
    out.member("name", "SCIM token");
    out.member("description",
               "Authorization: Bearer, with a token that an operator created for the company.");
    out.member("specUri", "https://www.rfc-editor.org/rfc/rfc6750");
    write_flag(out, "primary", true);
    out.close_object();
    out.close_array();
    write_meta(out, "ServiceProviderConfig", std::string{base} + "/ServiceProviderConfig");
    out.close_object();
    return text;
}

std::vector<std::string> resource_types(std::string_view base) {
    std::vector<std::string> all;
    for (const ResourceType& type : kTypes) all.push_back(type_object(base, type));
    return all;
}

std::optional<std::string> resource_type(std::string_view base, std::string_view name) {
    for (const ResourceType& type : kTypes)
        if (type.name == name) return type_object(base, type);
    return std::nullopt;
}

std::vector<std::string> schemas(std::string_view base) {
    std::vector<std::string> all;
    for (const ResourceType& type : kTypes) all.push_back(schema_object(base, type));
    return all;
}

std::optional<std::string> schema(std::string_view base, std::string_view urn) {
    for (const ResourceType& type : kTypes)
        if (same_name(type.schema, urn)) return schema_object(base, type);
    return std::nullopt;
}

}  // namespace callboard::scim
