// Routes of users, roles and access groups.
#include "api/routes.h"

#include "api/accounts/access_groups.h"
#include "api/accounts/second_factor.h"
#include "api/accounts/sso.h"
#include "api/accounts/users.h"
#include "edge/documented_errors.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kConfiguration{{403, "PERMISSION_DENIED"}};
const Errors kUserList{{400, "INVALID_PAGE_ID"}, {403, "PERMISSION_DENIED"}};
const Errors kUsers{{403, "PERMISSION_DENIED"}};
const Errors kOneUser{{403, "PERMISSION_DENIED"}, {404, "USER_NOT_FOUND"}};
const Errors kNewUser{{400, "INVALID_LOCATION"},       {400, "INVALID_USER_NAME"},
                      {400, "LANGUAGE_DISABLED"},      {403, "PERMISSION_DENIED"},
                      {409, "RESOURCE_ALREADY_EXIST"}, {409, "SSO_IDENTIFIER_ALREADY_EXISTS"}};
const Errors kUserPatch{
    {400, "INVALID_LOCATION"},   {400, "INVALID_USER_NAME"},      {400, "LANGUAGE_DISABLED"},
    {403, "PERMISSION_DENIED"},  {404, "USER_NOT_FOUND"},         {409, "CONFLICT"},
    {409, "LAST_ADMINISTRATOR"}, {409, "RESOURCE_ALREADY_EXIST"}, {409, "SSO_IDENTIFIER_ALREADY_EXISTS"}};
const Errors kActivation{
    {403, "PERMISSION_DENIED"}, {404, "USER_NOT_FOUND"}, {409, "RESOURCE_ALREADY_EXIST"}};
const Errors kDeactivation{{403, "PERMISSION_DENIED"}, {404, "USER_NOT_FOUND"}, {409, "LAST_ADMINISTRATOR"}};
const Errors kInvitation{
    {403, "PERMISSION_DENIED"}, {404, "USER_NOT_FOUND"}, {422, "ACTIVATION_EMAIL_UNAVAILABLE"}};
const Errors kPasswordReset{{400, "USER_DISABLED"},
                            {400, "USER_EMAIL_INVALID"},
                            {403, "PASSWORD_AUTHENTICATION_DISABLED"},
                            {403, "PERMISSION_DENIED"},
                            {404, "USER_NOT_FOUND"}};
const Errors kNewAvatar{{400, "INVALID_FILE"},       {400, "MISSING_FILE_NAME"},   {400, "MISSING_FILE_PART"},
                        {400, "MISSING_MEDIA_TYPE"}, {400, "UNMARSHALLING_ERROR"}, {403, "PERMISSION_DENIED"},
                        {404, "USER_NOT_FOUND"}};
const Errors kAvatar{{403, "PERMISSION_DENIED"}, {404, "AVATAR_NOT_FOUND"}, {404, "USER_NOT_FOUND"}};
const Errors kSso{{403, "PERMISSION_DENIED"}, {404, "SSO_NOT_FOUND"}};
const Errors kNewSso{{403, "PERMISSION_DENIED"}, {409, "SSO_IDENTIFIERS_EXIST"}};
const Errors kNewGroup{{403, "PERMISSION_DENIED"}, {409, "RESOURCE_ALREADY_EXIST"}};
const Errors kGroupUsers{
    {403, "PERMISSION_DENIED"}, {404, "ACCESS_GROUP_NOT_FOUND"}, {404, "USER_NOT_FOUND"}};
const Errors kGroupUser{{403, "PERMISSION_DENIED"},
                        {404, "ACCESS_GROUP_NOT_FOUND"},
                        {404, "USER_NOT_FOUND"},
                        {404, "USER_NOT_IN_ACCESS_GROUP"}};

constexpr std::string_view kUsersPath = "/user-api/v201804/users";
constexpr std::string_view kMePath = "/user-api/v201804/users/me";
constexpr std::string_view kUserPath = "/user-api/v201804/users/{userId}";
constexpr std::string_view kActivationPath = "/user-api/v201804/users/{userId}/activation";
constexpr std::string_view kInvitationPath = "/user-api/v201804/users/{userId}/activation-email";
constexpr std::string_view kResetPath = "/user-api/v201804/users/{userId}/reset-password";
constexpr std::string_view kAvatarPath = "/user-api/v201804/users/{userId}/avatar";
constexpr std::string_view kSecondFactorPath = "/user-api/v201804/users/{userId}/second-factor";
constexpr std::string_view kRolesPath = "/user-api/v201804/system-roles";
constexpr std::string_view kGroupsPath = "/user-api/v201804/access-groups";
constexpr std::string_view kGroupUsersPath = "/user-api/v201804/access-groups/{accessGroupId}/users";
constexpr std::string_view kGroupUserPath = "/user-api/v201804/access-groups/{accessGroupId}/users/{userId}";

}  // namespace

std::vector<edge::Route> accounts_routes() {
    using edge::any_of;
    using edge::route;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(route({get,   kUsersPath,                           "listUsers",                   "List users",                                           any_of({users_read}),                       {customer_api},                 200, kUserList},            list_users).heavy());
    add(route({post,  kUsersPath,                           "createUser",                  "Create an inactive user",                              any_of({users_manage}),                     {customer_api},                 201, kNewUser},             create_user<Current>).with_slow_body());
    add(route({get,   kMePath,                              "getCurrentUser",              "Get the current user",                                 any_of({users_read, user_me_read}),         {customer_api},                 200, {}},                   get_me<Current>));
    add(route({get,   kUserPath,                            "getUser",                     "Get a user",                                           any_of({users_read}),                       {customer_api},                 200, kOneUser},             get_user<Current>));
    add(route({patch, kUserPath,                            "updateUser",                  "Update a user (JSON Patch, RFC 6902)",                 any_of({users_manage}),                     {customer_api},                 200, kUserPatch},           patch_user<Current>).changing_credentials());
    add(route({put,   kActivationPath,                      "activateUser",                "Activate a user",                                      any_of({users_manage}),                     {customer_api},                 204, kActivation},          activate_user).changing_credentials());
    add(route({del,   kActivationPath,                      "deactivateUser",              "Deactivate a user",                                    any_of({users_manage}),                     {customer_api},                 204, kDeactivation},        deactivate_user).changing_credentials());
    add(route({post,  kInvitationPath,                      "sendActivationEmail",         "Mail an invitation to a user",                         any_of({users_manage}),                     {customer_api},                 204, kInvitation},          send_activation_email));
    add(route({post,  kResetPath,                           "resetPassword",               "Mail a link for a new password to a user",             any_of({users_manage}),                     {customer_api},                 204, kPasswordReset},       reset_password));
    add(route({put,   kAvatarPath,                          "setAvatar",                   "Set the picture of a user",                            any_of({users_manage}),                     {customer_api},                 204, kNewAvatar},           set_avatar));
    add(route({get,   kAvatarPath,                          "getAvatar",                   "Download the picture of a user",                       any_of({users_read}),                       {customer_api},                 200, kAvatar},              get_avatar));
    add(route({del,   kAvatarPath,                          "deleteAvatar",                "Remove the picture of a user",                         any_of({users_manage}),                     {customer_api},                 204, kOneUser},             delete_avatar));
    add(route({del,   kSecondFactorPath,                    "resetSecondFactor",           "Remove the second factor of a user",                   any_of({users_manage}),                     {customer_api},                 204, kOneUser},             reset_second_factor).changing_credentials());
    add(route({get,   kRolesPath,                           "listSystemRoles",             "List system roles",                                    any_of({users_read}),                       {customer_api},                 200, kUsers},               list_system_roles));
    add(route({get,   kGroupsPath,                          "listAccessGroups",            "List access groups",                                   any_of({users_read}),                       {customer_api},                 200, kUsers},               list_access_groups));
    add(route({post,  kGroupUsersPath,                      "addToAccessGroup",            "Add users to an access group",                         any_of({users_manage}),                     {customer_api},                 201, kGroupUsers},          add_users_to_access_group));
    add(route({del,   kGroupUserPath,                       "removeFromAccessGroup",       "Remove a user from an access group",                   any_of({users_manage}),                     {customer_api},                 204, kGroupUser},           remove_user_from_access_group));

    add(route({get,   "/users",                             "oldListUsers",                "List users",                                           any_of({users_read}),                       {customer_api},                 200, kUsers},               list_users_by_offset).heavy().deprecated());
    add(route({post,  "/users",                             "oldCreateUser",               "Create an inactive user",                              any_of({users_manage}),                     {customer_api},                 201, kNewUser},             create_user<Deprecated>).with_slow_body().deprecated());
    add(route({get,   "/users/me",                          "getMe",                       "Get the current user",                                 any_of({users_read, user_me_read}),         {customer_api},                 200, {}},                   get_me<Deprecated>).deprecated());
    add(route({get,   "/users/{userId}",                    "oldGetUser",                  "Get a user",                                           any_of({users_read}),                       {customer_api},                 200, kOneUser},             get_user<Deprecated>).deprecated());
    add(route({patch, "/users/{userId}",                    "oldUpdateUser",               "Update a user (JSON Patch, RFC 6902)",                 any_of({users_manage}),                     {customer_api},                 200, kUserPatch},           patch_user<Deprecated>).changing_credentials().deprecated());
    add(route({del,   "/users/{userId}",                    "oldDeleteUser",               "Deactivate a user",                                    any_of({users_manage}),                     {customer_api},                 204, kDeactivation},        deactivate_user).changing_credentials().deprecated());
    add(route({put,   "/users/{userId}/activation",         "oldActivateUser",             "Activate a user",                                      any_of({users_manage}),                     {customer_api},                 204, kActivation},          activate_user).changing_credentials().deprecated());
    add(route({del,   "/users/{userId}/activation",         "oldDeactivateUser",           "Deactivate a user",                                    any_of({users_manage}),                     {customer_api},                 204, kDeactivation},        deactivate_user).changing_credentials().deprecated());
    add(route({post,  "/users/{userId}/activation-email",   "oldSendActivationEmail",      "Mail an invitation to a user",                         any_of({users_manage}),                     {customer_api},                 204, kInvitation},          send_activation_email).deprecated());
    add(route({put,   "/users/{userId}/avatar",             "oldSetAvatar",                "Set the picture of a user",                            any_of({users_manage}),                     {customer_api},                 204, kNewAvatar},           set_avatar).deprecated());

    add(route({get,   "/configuration/access-groups",       "listGroups",                  "List access groups",                                   any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_access_groups));
    add(route({post,  "/configuration/access-groups",       "createGroup",                 "Create an access group",                               any_of({configuration_manage}),             {customer_api},                 201, kNewGroup},            create_access_group));

    add(route({get,   "/configuration/sso",                 "getSso",                      "Get the single sign-on of the company",                any_of({users_manage}),                     {customer_api},                 200, kSso},                 get_sso));
    add(route({put,   "/configuration/sso",                 "setSso",                      "Set the single sign-on of the company",                any_of({users_manage}),                     {customer_api},                 200, kNewSso},              set_sso));
    add(route({del,   "/configuration/sso",                 "deleteSso",                   "Delete the single sign-on of the company",             any_of({users_manage}),                     {customer_api},                 204, kSso},                 delete_sso));
    add(route({get,   "/configuration/second-factor",       "getSecondFactorPolicy",       "Get whether users need a second factor",               any_of({users_manage}),                     {customer_api},                 200, kConfiguration},       get_second_factor_policy));
    add(route({put,   "/configuration/second-factor",       "setSecondFactorPolicy",       "Set whether users need a second factor",               any_of({users_manage}),                     {customer_api},                 200, kConfiguration},       set_second_factor_policy));
    // clang-format on
    return table;
}

}  // namespace callboard::api
