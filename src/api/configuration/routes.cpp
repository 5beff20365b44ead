// Routes of the configuration of a company, and of the dictionaries.
#include "api/routes.h"

#include "api/configuration/candidate_properties.h"
#include "api/configuration/company.h"
#include "api/configuration/dictionary.h"
#include "api/configuration/hiring_process.h"
#include "api/configuration/offer_properties.h"
#include "api/configuration/sources.h"
#include "configuration/dictionary.h"
#include "configuration/reasons.h"
#include "edge/documented_errors.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kConfiguration{{403, "PERMISSION_DENIED"}};
const Errors kOneDepartment{{403, "PERMISSION_DENIED"}, {404, "DEPARTMENT_NOT_FOUND"}};
const Errors kNewDepartment{
    {400, "DEPARTMENT_LABEL_NOT_UNIQUE"}, {403, "PERMISSION_DENIED"}, {409, "RESOURCE_ALREADY_EXIST"}};
const Errors kOffers{{403, "NO_ACCESS_TO_OFFERS"}};
const Errors kProcess{{403, "PERMISSION_DENIED"}, {404, "HIRING_PROCESS_NOT_FOUND"}};
const Errors kSourceValues{
    {400, "SOURCE_TYPE_AND_SUBTYPE_INVALID"}, {403, "PERMISSION_DENIED"}, {404, "SOURCE_TYPE_NOT_FOUND"}};
const Errors kSourceValue{{400, "SOURCE_TYPE_INVALID"},
                          {400, "SUBTYPE_REQUIRED"},
                          {400, "SOURCE_TYPE_AND_SUBTYPE_INVALID"},
                          {403, "PERMISSION_DENIED"},
                          {404, "SOURCE_NOT_FOUND"}};
const Errors kOneSource{{403, "PERMISSION_DENIED"}, {404, "SOURCE_NOT_FOUND"}};
const Errors kDefinition{{403, "PERMISSION_DENIED"}, {404, "CANDIDATE_PROPERTY_NOT_FOUND"}};
const Errors kValues = kDefinition + Errors{{400, "CANDIDATE_PROPERTY_NOT_SINGLE_SELECT"}};
const Errors kValue = kValues + Errors{{404, "CANDIDATE_PROPERTY_VALUE_NOT_FOUND"}};

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
    add(route({get,   "/configuration/company",             "getCompany",                  "Get the company",                                      any_of({company_read, configuration_read}), {customer_api},                 200, kConfiguration},       get_company));
    add(route({get,   kDepartments,                         "listDepartments",             "List departments",                                     any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_departments).heavy());
    add(route({post,  kDepartments,                         "createDepartment",            "Create a department",                                  any_of({configuration_manage}),             {customer_api},                 201, kNewDepartment},       create_department));
    add(route({get,   kDepartment,                          "getDepartment",               "Get a department",                                     any_of({configuration_read}),               {customer_api},                 200, kOneDepartment},       get_department));

    add(route({get,   kProcesses,                           "listHiringProcesses",         "List hiring processes",                                any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_hiring_processes));
    add(route({get,   kProcessPath,                         "getHiringProcess",            "Get a hiring process",                                 any_of({configuration_read}),               {customer_api},                 200, kProcess},             get_hiring_process));
    add(route({get,   kRejections,                          "listRejectionReasons",        "List rejection reasons",                               any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_reasons<ReasonKind::rejection>));
    add(route({get,   kWithdrawals,                         "listWithdrawalReasons",       "List withdrawal reasons",                              any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_reasons<ReasonKind::withdrawal>));
    add(route({get,   "/configuration/sources",             "listSourceTypes",             "List source types",                                    any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_source_types));
    add(route({get,   kOneSourcePath,                       "getSource",                   "Get a source by its identifier",                       any_of({configuration_read}),               {customer_api},                 200, kOneSource},           get_source));
    add(route({get,   kSourceValuesPath,                    "listSourceValues",            "List the sources of a type",                           any_of({configuration_read}),               {customer_api},                 200, kSourceValues},        list_source_values));
    add(route({get,   kSourceValuePath,                     "getSourceValue",              "Get a source of a type",                               any_of({configuration_read}),               {customer_api},                 200, kSourceValue},         get_source_value));
    add(route({get,   kDefinitions,                         "listCandidateProperties",     "List candidate properties",                            any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       list_property_definitions));
    add(route({get,   kDefinitionPath,                      "getCandidateProperty",        "Get a candidate property",                             any_of({configuration_read}),               {customer_api},                 200, kDefinition},          get_property_definition));
    add(route({get,   kValuesPath,                          "listCandidatePropertyValues", "List the values of a candidate property",              any_of({configuration_read}),               {customer_api},                 200, kValues},              list_property_values));
    add(route({get,   kValuePath,                           "getCandidatePropertyValue",   "Get a value of a candidate property",                  any_of({configuration_read}),               {customer_api},                 200, kValue},               get_property_value));
    add(route({get,   kOfferProperties,                     "listOfferProperties",         "List offer properties",                                any_of({configuration_read}),               {customer_api},                 200, kOffers},              list_offer_properties));

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
