#include "routes.h"

#include "api/configuration_api.h"
#include "api/jobs_api.h"
#include "api/status_api.h"
#include "api/token_api.h"
#include "api/users_api.h"
#include "edge/web.h"
#include "pages/account_pages.h"
#include "pages/consent_page.h"
#include "pages/sign_in_page.h"
#include "pages/start_page.h"
#include "sandbox/clock_api.h"

namespace callboard {
namespace {

using Errors = std::vector<edge::DocumentedError>;

const Errors kNone;
const Errors kTokens{{400, "invalid_request"},        {400, "invalid_grant"},  {400, "invalid_scope"},
                     {400, "unsupported_grant_type"}, {401, "invalid_client"}, {400, "unauthorized_client"}};
const Errors kClients{{400, "invalid_request"}, {401, "invalid_client"}};
const Errors kConfiguration{{403, "PERMISSION_DENIED"}};
const Errors kOneDepartment{{403, "PERMISSION_DENIED"}, {404, "DEPARTMENT_NOT_FOUND"}};
const Errors kNewDepartment{
    {400, "DEPARTMENT_LABEL_NOT_UNIQUE"}, {403, "PERMISSION_DENIED"}, {409, "RESOURCE_ALREADY_EXIST"}};
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
const Errors kJobList{{400, "INVALID_PAGE_ID"}};
const Errors kNewJob{{400, "DEPARTMENT_NOT_FOUND"},
                     {400, "INDUSTRY_NOT_FOUND"},
                     {400, "FUNCTION_NOT_FOUND"},
                     {400, "EXPERIENCE_LEVEL_NOT_FOUND"},
                     {400, "TYPE_OF_EMPLOYMENT_NOT_FOUND"},
                     {400, "EEO_CATEGORY_NOT_FOUND"},
                     {400, "JOB_AD_LANGUAGE_NOT_FOUND"},
                     {403, "PERMISSION_DENIED"},
                     {403, "JOB_TEMPLATES_MANAGEMENT_FORBIDDEN"},
                     {409, "REF_NUMBER_ALREADY_EXISTS"}};
const Errors kOneJob{{401, "UNAUTHORIZED_TO_ACCESS_JOB"}, {404, "JOB_NOT_FOUND"}};
const Errors kPublication{{401, "UNAUTHORIZED_TO_ACCESS_JOB"},
                          {403, "NOT_AUTHORIZED_TO_PUBLISH_JOB"},
                          {404, "JOB_NOT_FOUND"},
                          {409, "CONFLICT"}};

}  // namespace

// The whole API on one page, in the order of the reference documentation.
std::vector<edge::Route> routes() {
    using edge::any_of;
    using edge::anybody;
    using edge::page;
    using edge::route;
    using edge::slow;
    using edge::web;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;
    constexpr std::string_view kUsersPath = "/user-api/v201804/users";
    constexpr std::string_view kMePath = "/user-api/v201804/users/me";
    constexpr std::string_view kUserPath = "/user-api/v201804/users/{userId}";
    constexpr std::string_view kActivationPath = "/user-api/v201804/users/{userId}/activation";
    constexpr std::string_view kRolesPath = "/user-api/v201804/system-roles";
    constexpr std::string_view kMetadataPath = "/.well-known/oauth-authorization-server";
    constexpr std::string_view kDepartments = "/configuration/departments";
    constexpr std::string_view kDepartment = "/configuration/departments/{departmentId}";

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                          operation           summary                                        who may call                                 throttled by                 ok   its own errors   handler
    add(page ({get,   "/",                          "startPage",        "What this server is, for people",             anybody(),                                   {throttle::Policy::pages},   200, kNone},          "text/html",        pages::start_page));
    add(page ({get,   "/assets/callboard.css",      "stylesheet",       "How its pages look",                          anybody(),                                   {},                          200, kNone},          "text/css",         pages::stylesheet));
    add(page ({get,   "/assets/icon.svg",           "icon",             "What browsers show beside their titles",      anybody(),                                   {},                          200, kNone},          "image/svg+xml",    pages::icon));
    add(page ({get,   "/healthz",                   "health",           "Is the process up?",                          anybody(),                                   {},                          200, kNone},          "application/json", api::health).without_log());
    add(route({get,   "/readyz",                    "readiness",        "Can the server do its work?",                 anybody(),                                   {},                          200, {{503, "SERVICE_UNAVAILABLE"}}}, api::readiness).without_log());
    add(page ({get,   "/metrics",                   "metrics",          "What the server counts, as Prometheus text",  anybody(),                                   {},                          200, kNone},          "text/plain",       api::metrics).without_log());
    add(page ({get,   "/openapi.json",              "openapi",          "This document",                               anybody(),                                   {},                          200, kNone},          "application/json", api::openapi));

    add(web  ({get,   "/identity/sign-in",          "signInPage",       "Where people sign in",                        anybody(),                                   {throttle::Policy::pages},   200, kNone},         "text/html",        pages::sign_in_page));
    add(slow ({post,  "/identity/sign-in",          "signIn",           "Sign in with e-mail and password",            anybody(),                                   {throttle::Policy::pages},   303, kNone},         "text/html",        pages::sign_in));
    add(web  ({post,  "/identity/sign-out",         "signOut",          "Sign out",                                    anybody(),                                   {throttle::Policy::pages},   303, kNone},         "text/html",        pages::sign_out));
    add(web  ({get,   "/identity/applications",     "showConnections",  "What a user has allowed",                     anybody(),                                   {throttle::Policy::pages},   200, kNone},         "text/html",        pages::connected_applications));
    add(web  ({post,  "/identity/applications",     "disconnect",       "Take it back",                                anybody(),                                   {throttle::Policy::pages},   303, kNone},         "text/html",        pages::disconnect_application));
    add(web  ({get,   "/identity/password",         "passwordPage",     "Where people change their password",          anybody(),                                   {throttle::Policy::pages},   200, kNone},         "text/html",        pages::password_page));
    add(slow ({post,  "/identity/password",         "changePassword",   "Change the password",                         anybody(),                                   {throttle::Policy::pages},   200, kNone},         "text/html",        pages::change_password));
    add(web  ({get,   "/identity/oauth/allow",      "askForConsent",    "Asks the user for consent (RFC 6749, 3.1)",   anybody(),                                   {throttle::Policy::pages},   200, kNone},         "text/html",        pages::ask_for_consent));
    add(web  ({post,  "/identity/oauth/allow",      "decide",           "The decision",                                anybody(),                                   {throttle::Policy::pages},   303, kNone},         "text/html",        pages::take_decision));
    add(web  ({post,  "/identity/oauth/token",      "issueTokens",      "Tokens for a code, or for a refresh token",   anybody(),                                   {token_endpoint},            200, kTokens},       "application/json", api::issue_tokens, api::limit_token_requests));
    add(web  ({post,  "/identity/oauth/revoke",     "revokeToken",      "Ends a token (RFC 7009)",                     anybody(),                                   {token_endpoint},            200, kClients},      "application/json", api::revoke_token, api::limit_token_requests));
    add(web  ({post,  "/identity/oauth/introspect", "introspectToken",  "What a token is worth (RFC 7662)",            anybody(),                                   {token_endpoint},            200, kClients},      "application/json", api::introspect_token, api::limit_token_requests));
    add(page ({get,   kMetadataPath,                "oauthMetadata",    "Where everything is (RFC 8414)",              anybody(),                                   {},                          200, kNone},         "application/json", api::authorization_server_metadata));

    add(route({get,   kUsersPath,                   "listUsers",        "The users of the company",                    any_of({users_read}),                        {customer_api},              200, kUserList},      api::list_users).heavy());
    add(route({post,  kUsersPath,                   "createUser",       "Create an inactive user",                     any_of({users_manage}),                      {customer_api},              201, kNewUser},       api::create_user<api::Current>).reading_slowly());
    add(route({get,   kMePath,                      "getCurrentUser",   "The user that the call acts for",             any_of({users_read, user_me_read}),          {customer_api},              200, kNone},          api::get_me<api::Current>));
    add(route({get,   kUserPath,                    "getUser",          "One user",                                    any_of({users_read}),                        {customer_api},              200, kOneUser},       api::get_user<api::Current>));
    add(route({patch, kUserPath,                    "updateUser",       "Change a user, by JSON Patch",                any_of({users_manage}),                      {customer_api},              200, kUserPatch},     api::patch_user<api::Current>).changing_credentials());
    add(route({put,   kActivationPath,              "activateUser",     "Let a user in",                               any_of({users_manage}),                      {customer_api},              204, kActivation},    api::activate_user).changing_credentials());
    add(route({del,   kActivationPath,              "deactivateUser",   "Keep a user out, from the next call on",      any_of({users_manage}),                      {customer_api},              204, kDeactivation},  api::deactivate_user).changing_credentials());
    add(route({get,   kRolesPath,                   "listSystemRoles",  "The roles that a user can have",              any_of({users_read}),                        {customer_api},              200, kUsers},         api::list_system_roles));

    add(route({get,   "/users",                     "oldListUsers",     "The users of the company",                    any_of({users_read}),                        {customer_api},              200, kUsers},         api::list_users_by_offset).heavy().obsolete());
    add(route({post,  "/users",                     "oldCreateUser",    "Create an inactive user",                     any_of({users_manage}),                      {customer_api},              201, kNewUser},       api::create_user<api::Deprecated>).reading_slowly().obsolete());
    add(route({get,   "/users/me",                  "getMe",            "The user that the call acts for",             any_of({users_read, user_me_read}),          {customer_api},              200, kNone},          api::get_me<api::Deprecated>).obsolete());
    add(route({get,   "/users/{userId}",            "oldGetUser",       "One user",                                    any_of({users_read}),                        {customer_api},              200, kOneUser},       api::get_user<api::Deprecated>).obsolete());
    add(route({patch, "/users/{userId}",            "oldUpdateUser",    "Change a user, by JSON Patch",                any_of({users_manage}),                      {customer_api},              200, kUserPatch},     api::patch_user<api::Deprecated>).changing_credentials().obsolete());
    add(route({del,   "/users/{userId}",            "oldDeleteUser",    "The same as to deactivate the user",          any_of({users_manage}),                      {customer_api},              204, kDeactivation},  api::deactivate_user).changing_credentials().obsolete());
    add(route({put,   "/users/{userId}/activation", "oldActivateUser",  "Let a user in",                               any_of({users_manage}),                      {customer_api},              204, kActivation},    api::activate_user).changing_credentials().obsolete());
    add(route({del,   "/users/{userId}/activation", "oldDeactivateUser", "Keep a user out, from the next call on",      any_of({users_manage}),                      {customer_api},              204, kDeactivation},  api::deactivate_user).changing_credentials().obsolete());

    add(route({get,   "/configuration/company",     "getCompany",       "The company",                                 any_of({company_read, configuration_read}),  {customer_api},              200, kConfiguration}, api::get_company));
    add(route({get,   kDepartments,                 "listDepartments",  "All departments",                             any_of({configuration_read}),                {customer_api},              200, kConfiguration}, api::list_departments).heavy());
    add(route({post,  kDepartments,                 "createDepartment", "Add a department",                            any_of({configuration_manage}),              {customer_api},              201, kNewDepartment}, api::create_department));
    add(route({get,   kDepartment,                  "getDepartment",    "One department",                              any_of({configuration_read}),                {customer_api},              200, kOneDepartment}, api::get_department));

    add(route({get,   "/jobs",                      "listJobs",         "Jobs that the user may see",                  any_of({jobs_read}),                         {customer_api},              200, kJobList},       api::list_jobs).heavy());
    add(route({post,  "/jobs",                      "createJob",        "Create a job",                                any_of({jobs_manage}),                       {customer_api},              201, kNewJob},        api::create_job));
    add(route({get,   "/jobs/{jobId}",              "getJob",           "One job",                                     any_of({jobs_read}),                         {customer_api},              200, kOneJob},        api::get_job));
    add(route({post,  "/jobs/{jobId}/publication",  "publishJob",       "Publish the job's default ad",                any_of({jobs_publications_manage}),          {customer_api, publication}, 204, kPublication},   api::publish_job));
    add(route({del,   "/jobs/{jobId}/publication",  "unpublishJob",     "Take the job's default ad down",              any_of({jobs_publications_manage}),          {customer_api, publication}, 204, kPublication},   api::unpublish_job));
    // clang-format on
    return table;
}

std::vector<edge::Route> routes_with_sandbox() {
    using edge::any_credential;
    using edge::web;
    using enum http::Method;

    std::vector<edge::Route> table = routes();
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    add(web({get,  "/sandbox/clock", "readClock", "What time it is",       any_credential(), {throttle::Policy::customer_api}, 200, kNone}, "application/json", sandbox::read_clock));
    add(web({post, "/sandbox/clock", "moveClock", "Let time pass or stop", any_credential(), {throttle::Policy::customer_api}, 200, kNone}, "application/json", sandbox::move_clock));
    // clang-format on
    return table;
}

}  // namespace callboard
