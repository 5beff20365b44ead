// Routes of the configuration of a company, and of the dictionaries.
#include "api/routes.h"

#include "api/configuration/candidate_properties.h"
#include "api/configuration/company.h"
#include "api/configuration/departments.h"
#include "api/configuration/dictionary.h"
#include "api/configuration/employment_countries.h"
#include "api/configuration/hiring_process.h"
#include "api/configuration/offer_properties.h"
#include "api/configuration/reasons.h"
#include "api/configuration/sources.h"
#include "configuration/dictionary.h"
#include "configuration/reasons.h"
#include "edge/documented_errors.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kConfiguration{{403, "PERMISSION_DENIED"}};
const Errors kOneDepartment{{403, "PERMISSION_DENIED"}, {404, "DEPARTMENT_NOT_FOUND"}};
const Errors kNewDepartment{{400, "DEPARTMENTS_LIMIT_EXCEEDED"},
                            {400, "DEPARTMENT_LABEL_NOT_UNIQUE"},
                            {403, "PERMISSION_DENIED"},
                            {409, "RESOURCE_ALREADY_EXIST"}};
const Errors kChangedDepartment =
    kOneDepartment + Errors{{400, "DEPARTMENT_LABEL_NOT_UNIQUE"}, {409, "DEPARTMENT_IN_USE"}};
const Errors kDeletedDepartment = kOneDepartment + Errors{{409, "DEPARTMENT_IN_USE"}};
const Errors kChangedCompany =
    kConfiguration +
    Errors{{400, "COUNTRY_NOT_FOUND"}, {400, "INDUSTRY_NOT_FOUND"}, {400, "INVALID_WEBSITE"}};
const Errors kNewLogo{{400, "INVALID_FILE"},       {400, "MISSING_FILE_NAME"},   {400, "MISSING_FILE_PART"},
                      {400, "MISSING_MEDIA_TYPE"}, {400, "UNMARSHALLING_ERROR"}, {403, "PERMISSION_DENIED"}};
const Errors kLogo = kConfiguration + Errors{{404, "LOGO_NOT_FOUND"}};
const Errors kOffers{{403, "NO_ACCESS_TO_OFFERS"}};
const Errors kOfferProperty = kOffers + Errors{{404, "OFFER_PROPERTY_NOT_FOUND"}};
const Errors kNewOfferProperty = kConfiguration + Errors{{400, "OFFER_PROPERTIES_LIMIT_EXCEEDED"},
                                                         {409, "OFFER_PROPERTY_KEY_ALREADY_EXISTS"}};
const Errors kChangedOfferProperty = kConfiguration + Errors{{404, "OFFER_PROPERTY_NOT_FOUND"}};
const Errors kEmploymentCountries =
    kConfiguration + Errors{{400, "COUNTRY_NOT_FOUND"}, {404, "TYPE_OF_EMPLOYMENT_NOT_FOUND"}};
const Errors kRecruiter = kConfiguration + Errors{{400, "SOURCES_LIMIT_EXCEEDED"}};
const Errors kProcess{{403, "PERMISSION_DENIED"}, {404, "HIRING_PROCESS_NOT_FOUND"}};
const Errors kProcessFaults{{400, "HIRING_STEP_NAME_NOT_UNIQUE"},
                            {409, "HIRING_PROCESS_IS_DEFAULT"},
                            {409, "HIRING_PROCESS_NAME_NOT_UNIQUE"}};
const Errors kNewProcess = kConfiguration + kProcessFaults + Errors{{400, "HIRING_PROCESSES_LIMIT_EXCEEDED"}};
const Errors kChangedProcess = kProcess + kProcessFaults + Errors{{409, "CONFLICT"}};
const Errors kDeletedProcess = kProcess + Errors{{409, "HIRING_PROCESS_IS_DEFAULT"}};
const Errors kReason = kConfiguration + Errors{{404, "REASON_NOT_FOUND"}};
const Errors kNewReason =
    kConfiguration + Errors{{400, "REASONS_LIMIT_EXCEEDED"}, {409, "REASON_LABEL_NOT_UNIQUE"}};
const Errors kChangedReason = kReason + Errors{{409, "REASON_LABEL_NOT_UNIQUE"}};
const Errors kSourceValues{
    {400, "SOURCE_TYPE_AND_SUBTYPE_INVALID"}, {403, "PERMISSION_DENIED"}, {404, "SOURCE_TYPE_NOT_FOUND"}};
const Errors kSourceValue{{400, "SOURCE_TYPE_INVALID"},
                          {400, "SUBTYPE_REQUIRED"},
                          {400, "SOURCE_TYPE_AND_SUBTYPE_INVALID"},
                          {403, "PERMISSION_DENIED"},
                          {404, "SOURCE_NOT_FOUND"}};
const Errors kOneSource{{403, "PERMISSION_DENIED"}, {404, "SOURCE_NOT_FOUND"}};
const Errors kNewSource = kConfiguration + Errors{{400, "SOURCE_TYPE_INVALID"},
                                                  {400, "SUBTYPE_REQUIRED"},
                                                  {400, "SOURCE_TYPE_AND_SUBTYPE_INVALID"},
                                                  {400, "SOURCES_LIMIT_EXCEEDED"},
                                                  {409, "SOURCE_ID_ALREADY_EXISTS"},
                                                  {409, "SOURCE_IS_BUILT_IN"}};
const Errors kChangedSource = kOneSource + Errors{{409, "SOURCE_IS_BUILT_IN"}};
const Errors kDefinition{{403, "PERMISSION_DENIED"}, {404, "CANDIDATE_PROPERTY_NOT_FOUND"}};
const Errors kValues = kDefinition + Errors{{400, "CANDIDATE_PROPERTY_NOT_SINGLE_SELECT"}};
const Errors kValue = kValues + Errors{{404, "CANDIDATE_PROPERTY_VALUE_NOT_FOUND"}};

const Errors kNewDefinition = kConfiguration + Errors{{400, "CANDIDATE_PROPERTIES_LIMIT_EXCEEDED"},
                                                      {409, "CANDIDATE_PROPERTY_KEY_ALREADY_EXISTS"},
                                                      {409, "CANDIDATE_PROPERTY_LABEL_ALREADY_EXISTS"},
                                                      {409, "CANDIDATE_PROPERTY_VALUE_ID_ALREADY_EXISTS"},
                                                      {409, "CANDIDATE_PROPERTY_VALUE_LABEL_ALREADY_EXISTS"}};
const Errors kChangedDefinition = kDefinition + Errors{{409, "CANDIDATE_PROPERTY_LABEL_ALREADY_EXISTS"}};
const Errors kNewValue = kValues + Errors{{400, "CANDIDATE_PROPERTY_VALUES_LIMIT_EXCEEDED"},
                                          {409, "CANDIDATE_PROPERTY_VALUE_ID_ALREADY_EXISTS"},
                                          {409, "CANDIDATE_PROPERTY_VALUE_LABEL_ALREADY_EXISTS"}};
const Errors kReordered = kValues + Errors{{409, "CONFLICT"}};
const Errors kChangedValue = kValue + Errors{{400, "CANDIDATE_PROPERTY_LIBRARY_READONLY_RESTRICTION"},
                                             {409, "CANDIDATE_PROPERTY_VALUE_LABEL_ALREADY_EXISTS"}};
const Errors kDeletedValue = kValue + Errors{{400, "CANDIDATE_PROPERTY_LAST_VALUE"},
                                             {400, "CANDIDATE_PROPERTY_LIBRARY_READONLY_RESTRICTION"}};

constexpr std::string_view kCompany = "/configuration/company";
constexpr std::string_view kLogoPath = "/configuration/company/logo";
constexpr std::string_view kRejectionPath = "/configuration/rejection-reasons/{rejectionReasonId}";
constexpr std::string_view kWithdrawalPath = "/configuration/withdrawal-reasons/{withdrawalReasonId}";
constexpr std::string_view kSources = "/configuration/sources";
constexpr std::string_view kOfferPropertyPath = "/configuration/offer-properties/{offerPropertyKey}";
constexpr std::string_view kEmployment = "/configuration/types-of-employment";
constexpr std::string_view kEmploymentPath =
    "/configuration/types-of-employment/{typeOfEmploymentId}/countries";
constexpr std::string_view kRecruiterPath = "/configuration/sources/recruiters/resolve";
constexpr std::string_view kProcesses = "/configuration/hiring-processes";
constexpr std::string_view kProcessPath = "/configuration/hiring-processes/{hiringProcessId}";
constexpr std::string_view kRejections = "/configuration/rejection-reasons";
constexpr std::string_view kWithdrawals = "/configuration/withdrawal-reasons";
constexpr std::string_view kOneSourcePath = "/configuration/sources/{sourceIdentifier}";
constexpr std::string_view kSourceValuesPath = "/configuration/sources/{sourceType}/values";
constexpr std::string_view kSourceValuePath = "/configuration/sources/{sourceType}/values/{sourceValueId}";
constexpr std::string_view kDefinitions = "/configuration/candidate-properties";
constexpr std::string_view kDefinitionPath = "/configuration/candidate-properties/{propertyId}";
constexpr std::string_view kValuesPath = "/configuration/candidate-properties/{propertyId}/values";
constexpr std::string_view kOrderPath = "/configuration/candidate-properties/{propertyId}/values-order";
constexpr std::string_view kValuePath = "/configuration/candidate-properties/{propertyId}/values/{valueId}";
constexpr std::string_view kOfferProperties = "/configuration/offer-properties";
constexpr std::string_view kDepartments = "/configuration/departments";
constexpr std::string_view kDepartment = "/configuration/departments/{departmentId}";

}  // namespace

std::vector<edge::Route> configuration_routes() {
    using configuration::Dictionary;
    using configuration::ReasonKind;
    using edge::any_of;
    using edge::route;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;
    const edge::Access dictionaries = any_of({configuration_read, jobs_read, jobs_manage});
    configuration::load_dictionaries();

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(route({get,   kCompany,                             "getCompany",                  "Get the company",                                      any_of({company_read, configuration_read}), {customer_api},                 200, kConfiguration},       get_company).with_version());
    add(route({patch, kCompany,                             "updateCompany",               "Update the company (JSON merge patch, RFC 7396)",      any_of({configuration_manage}),             {customer_api},                 200, kChangedCompany},      patch_company).with_version());
    add(route({put,   kLogoPath,                            "setCompanyLogo",              "Set the logo of the company",                          any_of({configuration_manage}),             {customer_api},                 204, kNewLogo},             set_company_logo));
    add(route({get,   kLogoPath,                            "getCompanyLogo",              "Download the logo of the company",                     any_of({company_read, configuration_read}), {customer_api},                 200, kLogo},                get_company_logo));
    add(route({del,   kLogoPath,                            "deleteCompanyLogo",           "Remove the logo of the company",                       any_of({configuration_manage}),             {customer_api},                 204, kConfiguration},       delete_company_logo));
    add(route({get,   kDepartments,                         "listDepartments",             "List departments",                                     any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_departments).heavy());
    add(route({post,  kDepartments,                         "createDepartment",            "Create a department",                                  any_of({configuration_manage}),             {customer_api},                 201, kNewDepartment},       create_department));
    add(route({get,   kDepartment,                          "getDepartment",               "Get a department",                                     any_of({configuration_read}),               {customer_api},                 200, kOneDepartment},       get_department));
    add(route({patch, kDepartment,                          "updateDepartment",            "Update a department (JSON merge patch, RFC 7396)",     any_of({configuration_manage}),             {customer_api},                 200, kChangedDepartment},   patch_department));
    add(route({del,   kDepartment,                          "deleteDepartment",            "Delete a department",                                  any_of({configuration_manage}),             {customer_api},                 204, kDeletedDepartment},   delete_department));

    add(route({get,   kProcesses,                           "listHiringProcesses",         "List hiring processes",                                any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_hiring_processes));
    add(route({get,   kProcessPath,                         "getHiringProcess",            "Get a hiring process",                                 any_of({configuration_read}),               {customer_api},                 200, kProcess},             get_hiring_process).with_version());
    add(route({post,  kProcesses,                           "createHiringProcess",         "Create a hiring process",                              any_of({configuration_manage}),             {customer_api},                 201, kNewProcess},          create_hiring_process).with_version());
    add(route({put,   kProcessPath,                         "replaceHiringProcess",        "Replace a hiring process",                             any_of({configuration_manage}),             {customer_api},                 200, kChangedProcess},      replace_hiring_process).with_version());
    add(route({del,   kProcessPath,                         "deleteHiringProcess",         "Delete a hiring process",                              any_of({configuration_manage}),             {customer_api},                 204, kDeletedProcess},      delete_hiring_process).with_version());
    add(route({get,   kRejections,                          "listRejectionReasons",        "List rejection reasons",                               any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_reasons<ReasonKind::rejection>));
    add(route({post,  kRejections,                          "createRejectionReason",       "Create a rejection reason",                            any_of({configuration_manage}),             {customer_api},                 201, kNewReason},           create_reason<ReasonKind::rejection>));
    add(route({get,   kRejectionPath,                       "getRejectionReason",          "Get a rejection reason",                               any_of({configuration_read}),               {customer_api},                 200, kReason},              get_reason<ReasonKind::rejection>));
    add(route({put,   kRejectionPath,                       "updateRejectionReason",       "Change the label of a rejection reason",               any_of({configuration_manage}),             {customer_api},                 200, kChangedReason},       rename_reason<ReasonKind::rejection>));
    add(route({del,   kRejectionPath,                       "deleteRejectionReason",       "Delete a rejection reason",                            any_of({configuration_manage}),             {customer_api},                 204, kReason},              delete_reason<ReasonKind::rejection>));
    add(route({get,   kWithdrawals,                         "listWithdrawalReasons",       "List withdrawal reasons",                              any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_reasons<ReasonKind::withdrawal>));
    add(route({post,  kWithdrawals,                         "createWithdrawalReason",      "Create a withdrawal reason",                           any_of({configuration_manage}),             {customer_api},                 201, kNewReason},           create_reason<ReasonKind::withdrawal>));
    add(route({get,   kWithdrawalPath,                      "getWithdrawalReason",         "Get a withdrawal reason",                              any_of({configuration_read}),               {customer_api},                 200, kReason},              get_reason<ReasonKind::withdrawal>));
    add(route({put,   kWithdrawalPath,                      "updateWithdrawalReason",      "Change the label of a withdrawal reason",              any_of({configuration_manage}),             {customer_api},                 200, kChangedReason},       rename_reason<ReasonKind::withdrawal>));
    add(route({del,   kWithdrawalPath,                      "deleteWithdrawalReason",      "Delete a withdrawal reason",                           any_of({configuration_manage}),             {customer_api},                 204, kReason},              delete_reason<ReasonKind::withdrawal>));
    add(route({get,   kSources,                             "listSourceTypes",             "List source types",                                    any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_source_types));
    add(route({get,   kOneSourcePath,                       "getSource",                   "Get a source by its identifier",                       any_of({configuration_read}),               {customer_api},                 200, kOneSource},           get_source));
    add(route({post,  kSources,                             "createSource",                "Create a source",                                      any_of({configuration_manage}),             {customer_api},                 201, kNewSource},           create_source));
    add(route({put,   kOneSourcePath,                       "updateSource",                "Change the label of a source",                         any_of({configuration_manage}),             {customer_api},                 200, kChangedSource},       rename_source));
    add(route({del,   kOneSourcePath,                       "deleteSource",                "Delete a source",                                      any_of({configuration_manage}),             {customer_api},                 204, kChangedSource},       delete_source));
    add(route({put,   kRecruiterPath,                       "resolveRecruiterSource",      "Get the source of a recruiter, created if absent",     any_of({configuration_manage}),             {customer_api},                 200, kRecruiter},           resolve_recruiter_source));
    add(route({get,   kSourceValuesPath,                    "listSourceValues",            "List the sources of a type",                           any_of({configuration_read}),               {customer_api},                 200, kSourceValues},        list_source_values));
    add(route({get,   kSourceValuePath,                     "getSourceValue",              "Get a source of a type",                               any_of({configuration_read}),               {customer_api},                 200, kSourceValue},         get_source_value));
    add(route({get,   kDefinitions,                         "listCandidateProperties",     "List candidate properties",                            any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_property_definitions));
    add(route({get,   kDefinitionPath,                      "getCandidateProperty",        "Get a candidate property",                             any_of({configuration_read}),               {customer_api},                 200, kDefinition},          get_property_definition).with_version());
    add(route({post,  kDefinitions,                         "createCandidateProperty",     "Create a candidate property",                          any_of({configuration_manage}),             {customer_api},                 201, kNewDefinition},       create_property_definition).with_version());
    add(route({put,   kDefinitionPath,                      "replaceCandidateProperty",    "Replace a candidate property",                         any_of({configuration_manage}),             {customer_api},                 200, kChangedDefinition},   replace_property_definition).with_version());
    add(route({del,   kDefinitionPath,                      "deleteCandidateProperty",     "Delete a candidate property",                          any_of({configuration_manage}),             {customer_api},                 204, kDefinition},          delete_property_definition).with_version());
    add(route({get,   kValuesPath,                          "listCandidatePropertyValues", "List the values of a candidate property",              any_of({configuration_read}),               {customer_api},                 200, kValues},              list_property_values));
    add(route({get,   kValuePath,                           "getCandidatePropertyValue",   "Get a value of a candidate property",                  any_of({configuration_read}),               {customer_api},                 200, kValue},               get_property_value));
    add(route({post,  kValuesPath,                          "createCandidatePropertyValue","Create a value of a candidate property",               any_of({configuration_manage}),             {customer_api},                 201, kNewValue},            create_property_value));
    add(route({put,   kOrderPath,                           "reorderCandidatePropertyValues","Reorder the values of a candidate property",         any_of({configuration_manage}),             {customer_api},                 204, kReordered},           reorder_property_values));
    add(route({put,   kValuePath,                           "updateCandidatePropertyValue","Change the label of a value of a candidate property",  any_of({configuration_manage}),             {customer_api},                 201, kChangedValue},        rename_property_value));
    add(route({del,   kValuePath,                           "deleteCandidatePropertyValue","Delete a value of a candidate property",               any_of({configuration_manage}),             {customer_api},                 204, kDeletedValue},        delete_property_value));
    add(route({get,   kOfferProperties,                     "listOfferProperties",         "List offer properties",                                any_of({configuration_read}),               {customer_api},                 200, kOffers},              list_offer_properties));
    add(route({post,  kOfferProperties,                     "createOfferProperty",         "Create an offer property",                             any_of({configuration_manage}),             {customer_api},                 201, kNewOfferProperty},    create_offer_property).with_version());
    add(route({get,   kOfferPropertyPath,                   "getOfferProperty",            "Get an offer property",                                any_of({configuration_read}),               {customer_api},                 200, kOfferProperty},       get_offer_property).with_version());
    add(route({put,   kOfferPropertyPath,                   "replaceOfferProperty",        "Replace an offer property",                            any_of({configuration_manage}),             {customer_api},                 200, kChangedOfferProperty},replace_offer_property).with_version());
    add(route({del,   kOfferPropertyPath,                   "deleteOfferProperty",         "Delete an offer property",                             any_of({configuration_manage}),             {customer_api},                 204, kChangedOfferProperty},delete_offer_property).with_version());
    add(route({get,   kEmployment,                          "listEmploymentRules",         "List where types of employment are allowed",           any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_employment_rules));
    add(route({put,   kEmploymentPath,                      "setEmploymentCountries",      "Set the countries of a type of employment",            any_of({configuration_manage}),             {customer_api},                 200, kEmploymentCountries}, set_employment_countries));

    add(route({get,   "/v1/industries",                     "listIndustries",              "List industries",                                      dictionaries,                               {customer_api},                 200, {}},                   list_terms<Dictionary::industries>));
    add(route({get,   "/v1/functions",                      "listFunctions",               "List job functions",                                   dictionaries,                               {customer_api},                 200, {}},                   list_terms<Dictionary::functions>));
    add(route({get,   "/v1/levels",                         "listLevels",                  "List experience levels",                               dictionaries,                               {customer_api},                 200, {}},                   list_terms<Dictionary::experience_levels>));
    add(route({get,   "/v1/typesOfEmployment",              "listTypesOfEmployment",       "List types of employment",                             dictionaries,                               {customer_api},                 200, {}},                   list_terms<Dictionary::employment_types>));
    add(route({get,   "/v1/eeoCategories",                  "listEeoCategories",           "List EEO categories",                                  dictionaries,                               {customer_api},                 200, {}},                   list_terms<Dictionary::eeo_categories>));
    add(route({get,   "/v1/languages",                      "listLanguages",               "List job ad languages",                                dictionaries,                               {customer_api},                 200, {}},                   list_languages));
    add(route({get,   "/v1/countries",                      "listCountries",               "List countries (ISO 3166-1)",                          dictionaries,                               {customer_api},                 200, {}},                   list_countries));
    add(route({get,   "/v1/currencies",                     "listCurrencies",              "List currencies (ISO 4217)",                           dictionaries,                               {customer_api},                 200, {}},                   list_currencies));
    // clang-format on
    return table;
}

}  // namespace callboard::api
