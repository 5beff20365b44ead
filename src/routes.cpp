#include "routes.h"

#include "api/configuration_api.h"
#include "api/jobs_api.h"
#include "api/status_api.h"
#include "api/users_api.h"
#include "pages/start_page.h"

namespace callboard {
namespace {

using Errors = std::vector<edge::DocumentedError>;

const Errors kNone;
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
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;
    constexpr std::string_view kUsersPath = "/user-api/v201804/users";
    constexpr std::string_view kMePath = "/user-api/v201804/users/me";
    constexpr std::string_view kUserPath = "/user-api/v201804/users/{userId}";
    constexpr std::string_view kActivationPath = "/user-api/v201804/users/{userId}/activation";
    constexpr std::string_view kRolesPath = "/user-api/v201804/system-roles";
    constexpr std::string_view kDepartments = "/configuration/departments";
    constexpr std::string_view kDepartment = "/configuration/departments/{departmentId}";

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                          operation           summary                                        who may call                                 throttled by                 ok   its own errors   handler
    add(page ({get,   "/",                          "startPage",        "What this server is, for people",             anybody(),                                   {},                          200, kNone},          "text/html",        pages::start_page));
    add(page ({get,   "/assets/callboard.css",      "stylesheet",       "How its pages look",                          anybody(),                                   {},                          200, kNone},          "text/css",         pages::stylesheet));
    add(page ({get,   "/healthz",                   "health",           "Is the process up?",                          anybody(),                                   {},                          200, kNone},          "application/json", api::health).without_log());
    add(route({get,   "/readyz",                    "readiness",        "Can the server do its work?",                 anybody(),                                   {},                          200, {{503, "SERVICE_UNAVAILABLE"}}}, api::readiness).without_log());
    add(page ({get,   "/metrics",                   "metrics",          "What the server counts, as Prometheus text",  anybody(),                                   {},                          200, kNone},          "text/plain",       api::metrics).without_log());
    add(page ({get,   "/openapi.json",              "openapi",          "This document",                               anybody(),                                   {},                          200, kNone},          "application/json", api::openapi));

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

}  // namespace callboard
