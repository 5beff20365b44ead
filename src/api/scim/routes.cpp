// Routes of SCIM. They are not in the OpenAPI document: SCIM describes itself, in its own terms (GET
// /Schemas), and docs/provisioning.md is for people.
#include "api/routes.h"

#include "api/scim/scim_discovery.h"
#include "api/scim/scim_errors.h"
#include "api/scim/scim_groups.h"
#include "api/scim/scim_replies.h"
#include "api/scim/scim_users.h"
#include "edge/web.h"
#include "edge/web_input.h"

namespace callboard::api {
namespace {

constexpr std::string_view kUsersPath = "/scim/v2/Users";
constexpr std::string_view kUserPath = "/scim/v2/Users/{userId}";
constexpr std::string_view kGroupsPath = "/scim/v2/Groups";
constexpr std::string_view kGroupPath = "/scim/v2/Groups/{accessGroupId}";

edge::Columns columns(http::Method method, std::string_view path, std::string_view operation,
                      std::string_view summary, int success) {
    return {method, path, operation, summary, edge::scim_tokens(), {throttle::Policy::scim}, success, {}};
}

template <class Data>
edge::Route scim_route(http::Method method, std::string_view path, std::string_view operation,
                       std::string_view summary, int success,
                       edge::WebReply (*handler)(Data&, const edge::WebCall&)) {
    return edge::web(columns(method, path, operation, summary, success), kScimType, handler)
        .with_errors_as(write_scim_error)
        .outside_openapi();
}

// With a body.
template <class Input>
edge::Route scim_route(http::Method method, std::string_view path, std::string_view operation,
                       std::string_view summary, int success, Input (*read)(const edge::WebCall&),
                       edge::WebReply (*handler)(db::Tx&, const edge::WebCall&, const Input&)) {
    return edge::web_with_input(columns(method, path, operation, summary, success), kScimType, read, handler)
        .with_errors_as(write_scim_error)
        .outside_openapi();
}

}  // namespace

std::vector<edge::Route> scim_routes() {
    using enum http::Method;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //             method path                                     operation                    summary                                   ok   (reader and) handler
    add(scim_route(get,   "/scim/v2/ServiceProviderConfig",        "getScimConfiguration",      "Get the abilities of the SCIM service",  200, get_scim_configuration));
    add(scim_route(get,   "/scim/v2/ResourceTypes",                "listScimResourceTypes",     "List the types of SCIM resources",       200, list_scim_resource_types));
    add(scim_route(get,   "/scim/v2/ResourceTypes/{resourceType}", "getScimResourceType",       "Get a type of SCIM resources",           200, get_scim_resource_type));
    add(scim_route(get,   "/scim/v2/Schemas",                      "listScimSchemas",           "List the schemas of SCIM resources",     200, list_scim_schemas));
    add(scim_route(get,   "/scim/v2/Schemas/{schemaId}",           "getScimSchema",             "Get a schema of SCIM resources",         200, get_scim_schema));
    add(scim_route(get,   kUsersPath,                              "listScimUsers",             "List users for a directory",             200, list_scim_users).heavy());
    add(scim_route(post,  kUsersPath,                              "createScimUser",            "Create a user by a directory",           201, read_scim_user, create_scim_user));
    add(scim_route(get,   kUserPath,                               "getScimUser",               "Get a user for a directory",             200, get_scim_user));
    add(scim_route(put,   kUserPath,                               "replaceScimUser",           "Replace a user by a directory",          200, read_scim_user, replace_scim_user).changing_credentials());
    add(scim_route(patch, kUserPath,                               "patchScimUser",             "Update a user by a directory",           200, read_scim_user_patch, patch_scim_user).changing_credentials());
    add(scim_route(del,   kUserPath,                               "deleteScimUser",            "Delete a user by a directory",           204, delete_scim_user).changing_credentials());
    add(scim_route(get,   kGroupsPath,                             "listScimGroups",            "List access groups for a directory",     200, list_scim_groups).heavy());
    add(scim_route(post,  kGroupsPath,                             "createScimGroup",           "Create an access group by a directory",  201, read_scim_group, create_scim_group));
    add(scim_route(get,   kGroupPath,                              "getScimGroup",              "Get an access group for a directory",    200, get_scim_group).heavy());
    add(scim_route(put,   kGroupPath,                              "replaceScimGroup",          "Replace an access group by a directory", 200, read_scim_group, replace_scim_group));
    add(scim_route(patch, kGroupPath,                              "patchScimGroup",            "Update an access group by a directory",  204, read_scim_group_patch, patch_scim_group));
    add(scim_route(del,   kGroupPath,                              "deleteScimGroup",           "Delete an access group by a directory",  204, delete_scim_group));
    // clang-format on
    return table;
}

}  // namespace callboard::api
