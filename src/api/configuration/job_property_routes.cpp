// Routes of job properties.
#include "api/configuration/job_properties.h"
#include "api/configuration/job_property_dependents.h"
#include "api/configuration/job_property_values.h"
#include "api/routes.h"
#include "edge/documented_errors.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kAll{{403, "PERMISSION_DENIED"}};
const Errors kOne = kAll + Errors{{404, "JOB_PROPERTY_NOT_FOUND"}};
const Errors kName{{422, "DEFINITION_NAME_IS_NOT_ALLOWED"}};
const Errors kNew = kAll + kName + Errors{{422, "JOB_PROPERTY_LIMIT_EXCEEDED"}};
const Errors kActivated = kOne + Errors{{409, "NO_ACTIVE_VALUES"}};
const Errors kChanged = kActivated + kName + Errors{{400, "JOB_PROPERTY_NOT_EDITABLE"}, {409, "CONFLICT"}};
const Errors kLabels = kOne + Errors{{400, "PROPERTY_INVALID"}, {409, "LANGUAGE_GIVEN_TWICE"}};
const Errors kTranslated = kLabels + kName;

const Errors kValueLabel{{409, "JOB_PROPERTY_VALUE_LABEL_ALREADY_EXISTS"},
                         {422, "VALUE_LABEL_IS_BLANK"},
                         {422, "VALUE_LABEL_IS_INVALID"}};
const Errors kValueList = kOne + Errors{{400, "INVALID_PAGE_ID"}};
const Errors kNewValue = kOne + kValueLabel +
                         Errors{{400, "VALUES_NOT_ALLOWED"},
                                {409, "JOB_PROPERTY_VALUE_ID_ALREADY_EXISTS"},
                                {422, "ACTIVE_VALUES_LIMIT_REACHED"},
                                {422, "VALUES_LIMIT_REACHED"}};
const Errors kReordered = kOne + Errors{{400, "VALUES_NOT_ALLOWED"}, {409, "CONFLICT"}};
const Errors kOneValue = kOne + Errors{{404, "JOB_PROPERTY_VALUE_NOT_FOUND"}};
const Errors kUnarchived =
    kOneValue + Errors{{422, "ACTIVE_VALUES_LIMIT_REACHED"}, {422, "VALUE_LABEL_IS_INVALID"}};
const Errors kChangedValue =
    kOneValue + kValueLabel +
    Errors{{409, "CONFLICT"}, {422, "ACTIVE_VALUES_LIMIT_REACHED"}, {422, "JSON_PATCH_INVALID"}};
const Errors kTranslatedValue = kLabels + kValueLabel + Errors{{404, "JOB_PROPERTY_VALUE_NOT_FOUND"}};

const Errors kNewDependents = kOne + Errors{{400, "DEPENDENT_JOB_PROPERTY_NOT_FOUND"},
                                            {400, "JOB_PROPERTIES_CIRCULAR_DEPENDENCY"},
                                            {400, "JOB_PROPERTY_ALREADY_DEPENDENT"}};
const Errors kOneDependent = kOne + Errors{{404, "JOB_PROPERTY_DEPENDENT_NOT_FOUND"}};
const Errors kDependency = kOne + Errors{{404, "DEPENDENCY_NOT_FOUND"}};
const Errors kDependentPlace = kOneDependent + Errors{{404, "JOB_PROPERTY_VALUE_NOT_FOUND"}};
const Errors kDependentValues = kDependentPlace + Errors{{400, "INVALID_PAGE_ID"}};
const Errors kNewDependentValue = kDependentPlace + Errors{{400, "JOB_PROPERTY_DEPENDENT_VALUE_NOT_FOUND"},
                                                           {409, "JOB_PROPERTY_DEPENDENT_VALUE_EXISTS"},
                                                           {422, "VALUES_LIMIT_REACHED"}};
const Errors kOneDependentValue = kDependentPlace + Errors{{404, "JOB_PROPERTY_DEPENDENT_VALUE_NOT_FOUND"}};

constexpr std::string_view kPath = "/configuration/job-properties";
constexpr std::string_view kOnePath = "/configuration/job-properties/{jobPropertyId}";
constexpr std::string_view kActivationPath = "/configuration/job-properties/{jobPropertyId}/activation";
constexpr std::string_view kTranslationsPath = "/configuration/job-properties/{jobPropertyId}/translations";
constexpr std::string_view kValuesPath = "/configuration/job-properties/{jobPropertyId}/values";
constexpr std::string_view kOrderPath = "/configuration/job-properties/{jobPropertyId}/values-order";
constexpr std::string_view kValuePath =
    "/configuration/job-properties/{jobPropertyId}/values/{jobPropertyValueId}";
constexpr std::string_view kValueTranslationsPath =
    "/configuration/job-properties/{jobPropertyId}/values/{jobPropertyValueId}/translations";
constexpr std::string_view kArchivePath =
    "/configuration/job-properties/{jobPropertyId}/archive-values/{jobPropertyValueId}";
constexpr std::string_view kDependentsPath = "/configuration/job-properties/{jobPropertyId}/dependents";
constexpr std::string_view kDependentPath =
    "/configuration/job-properties/{jobPropertyId}/dependents/{dependentId}";
constexpr std::string_view kDependencyPath =
    "/configuration/job-properties/{jobPropertyId}/dependents/{dependentId}/values";
constexpr std::string_view kDependentValuesPath =
    "/configuration/job-properties/{jobPropertyId}/values/{jobPropertyValueId}/dependents/{dependentId}/"
    "values";
constexpr std::string_view kDependentValuePath =
    "/configuration/job-properties/{jobPropertyId}/values/{jobPropertyValueId}/dependents/{dependentId}/"
    "values/"
    "{dependentValueId}";

}  // namespace

std::vector<edge::Route> job_property_routes() {
    using edge::any_of;
    using edge::route;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;
    const edge::Access reading = any_of({configuration_read});
    const edge::Access changing = any_of({configuration_manage});

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                    operation                           summary                                                        who may call  throttled by    ok   its own errors       handler
    add(route({get,   kPath,                  "listJobProperties",                "List job properties",                                         reading,      {customer_api}, 200, kAll},               list_job_properties));
    add(route({post,  kPath,                  "createJobProperty",                "Create a job property",                                       changing,     {customer_api}, 201, kNew},               create_job_property));
    add(route({get,   kOnePath,               "getJobProperty",                   "Get a job property",                                          reading,      {customer_api}, 200, kOne},               get_job_property));
    add(route({patch, kOnePath,               "updateJobProperty",                "Update a job property (JSON Patch, RFC 6902)",                changing,     {customer_api}, 200, kChanged},           patch_job_property));
    add(route({put,   kActivationPath,        "activateJobProperty",              "Activate a job property",                                     changing,     {customer_api}, 204, kActivated},         activate_job_property));
    add(route({del,   kActivationPath,        "deactivateJobProperty",            "Deactivate a job property",                                   changing,     {customer_api}, 204, kOne},               deactivate_job_property));
    add(route({patch, kTranslationsPath,      "translateJobProperty",             "Translate the label of a job property",                       changing,     {customer_api}, 204, kTranslated},        translate_job_property));
    add(route({get,   kValuesPath,            "listJobPropertyValues",            "List the values of a job property",                           reading,      {customer_api}, 200, kValueList},         list_job_property_values).heavy());
    add(route({post,  kValuesPath,            "createJobPropertyValue",           "Create a value of a job property",                            changing,     {customer_api}, 201, kNewValue},          create_job_property_value));
    add(route({put,   kOrderPath,             "reorderJobPropertyValues",         "Reorder the values of a job property",                        changing,     {customer_api}, 204, kReordered},         reorder_job_property_values));
    add(route({patch, kValuePath,             "updateJobPropertyValue",           "Update a value of a job property (JSON Patch, RFC 6902)",     changing,     {customer_api}, 200, kChangedValue},      patch_job_property_value));
    add(route({patch, kValueTranslationsPath, "translateJobPropertyValue",        "Translate the label of a value of a job property",            changing,     {customer_api}, 204, kTranslatedValue},   translate_job_property_value));
    add(route({put,   kArchivePath,           "archiveJobPropertyValue",          "Archive a value of a job property",                           changing,     {customer_api}, 204, kOneValue},          archive_job_property_value));
    add(route({del,   kArchivePath,           "unarchiveJobPropertyValue",        "Restore an archived value of a job property",                 changing,     {customer_api}, 204, kUnarchived},        unarchive_job_property_value));
    add(route({del,   kValuePath,             "oldArchiveJobPropertyValue",       "Archive a value of a job property",                           changing,     {customer_api}, 204, kOneValue},          archive_job_property_value).deprecated());
    add(route({put,   kValuePath,             "oldUnarchiveJobPropertyValue",     "Restore an archived value of a job property",                 changing,     {customer_api}, 204, kUnarchived},        unarchive_job_property_value).deprecated());
    add(route({get,   kDependentsPath,        "listJobPropertyDependents",        "List the dependents of a job property",                       reading,      {customer_api}, 200, kOne},               list_job_property_dependents));
    add(route({post,  kDependentsPath,        "addJobPropertyDependents",         "Add dependents to a job property",                            changing,     {customer_api}, 200, kNewDependents},     add_job_property_dependents));
    add(route({del,   kDependentPath,         "removeJobPropertyDependent",       "Remove a dependent of a job property",                        changing,     {customer_api}, 204, kOneDependent},      remove_job_property_dependent));
    add(route({get,   kDependencyPath,        "oldListJobPropertyDependencies",   "List the possible values of a dependent, by value",           reading,      {customer_api}, 200, kDependency},        list_job_property_dependencies).heavy().deprecated());
    add(route({get,   kDependentValuesPath,   "listJobPropertyDependentValues",   "List the possible values of a dependent",                     reading,      {customer_api}, 200, kDependentValues},   list_job_property_dependent_values).heavy());
    add(route({post,  kDependentValuesPath,   "addJobPropertyDependentValue",     "Add a possible value of a dependent",                         changing,     {customer_api}, 204, kNewDependentValue}, add_job_property_dependent_value));
    add(route({del,   kDependentValuePath,    "removeJobPropertyDependentValue",  "Remove a possible value of a dependent",                      changing,     {customer_api}, 204, kOneDependentValue}, remove_job_property_dependent_value));
    // clang-format on
    return table;
}

}  // namespace callboard::api
