#include "edge/error_hints.h"

#include <algorithm>
#include <array>

namespace callboard::edge {
namespace {

// clang-format off
constexpr auto kHints = std::to_array<Hint>({
    {"ACCESS_GROUP_NOT_FOUND",             "GET /configuration/access-groups lists them"},
    {"APPLICATION_NOT_FOUND",              "GET /candidates/{candidateId} lists the applications of a candidate"},
    {"AREA_NOT_FOUND",                     "GET /reporting-api/v201804/reports has one built-in report for each area"},
    {"CANDIDATE_NOT_FOUND",                "GET /candidates lists them"},
    {"CANDIDATE_PROPERTY_NOT_FOUND",       "GET /configuration/candidate-properties lists them"},
    {"CANDIDATE_PROPERTY_VALUE_NOT_FOUND", "GET /configuration/candidate-properties/{propertyId}/values lists them"},
    {"COLUMN_NOT_FOUND",                   "GET /reporting-api/v201804/reports has the columns of each area in its built-in report"},
    {"DEPARTMENT_NOT_FOUND",               "GET /configuration/departments lists them"},
    {"DEPENDENT_JOB_PROPERTY_NOT_FOUND",   "GET /configuration/job-properties lists them"},
    {"DOCUMENT_NOT_FOUND",                 "GET /offers/{offerId}/documents lists them"},
    {"EEO_CATEGORY_NOT_FOUND",             "GET /v1/eeoCategories lists them"},
    {"EVENT_NOT_FOUND",                    "GET /webhooks-api/v201907/events lists them"},
    {"EXPERIENCE_LEVEL_NOT_FOUND",         "GET /v1/levels lists them"},
    {"FILE_NOT_FOUND",                     "GET /candidates/{candidateId}/jobs/{jobId}/attachments lists them"},
    {"FUNCTION_NOT_FOUND",                 "GET /v1/functions lists them"},
    {"HIRING_PROCESS_NOT_FOUND",           "GET /configuration/hiring-processes lists them"},
    {"HIRING_TEAM_MEMBER_NOT_FOUND",       "GET /jobs/{jobId}/hiring-team lists them"},
    {"INDUSTRY_NOT_FOUND",                 "GET /v1/industries lists them"},
    {"INVALID_PAGE_ID",                    "omit it for the first page; each page names the next one"},
    {"INVALID_SOURCE",                     "GET /configuration/sources/{sourceType}/values lists them"},
    {"INVALID_SOURCE_TYPE",                "GET /configuration/sources lists them"},
    {"JOBAD_NOT_FOUND",                    "GET /jobs/{jobId}/jobads lists them"},
    {"JOB_AD_LANGUAGE_NOT_FOUND",          "GET /v1/languages lists them"},
    {"JOB_NOT_FOUND",                      "GET /jobs lists them"},
    {"JOB_PROPERTY_NOT_FOUND",             "GET /configuration/job-properties lists them"},
    {"JOB_PROPERTY_REQUIRED",              "GET /configuration/job-properties lists them"},
    {"JOB_PROPERTY_VALUE_NOT_FOUND",       "GET /configuration/job-properties/{jobPropertyId}/values lists them"},
    {"OFFER_NOT_FOUND",                    "GET /offers lists them"},
    {"OFFER_PROPERTY_NOT_FOUND",           "GET /configuration/offer-properties lists them"},
    {"OFFER_PROPERTY_REQUIRED",            "GET /configuration/offer-properties lists them"},
    {"POSITION_NOT_FOUND",                 "GET /jobs/{jobId}/positions lists them"},
    {"PROPERTY_NOT_FOUND",                 "GET /configuration/candidate-properties lists them"},
    {"REASON_NOT_FOUND",                   "GET /configuration/rejection-reasons and GET /configuration/withdrawal-reasons list them"},
    {"REPORT_FILE_NOT_FOUND",              "GET /reporting-api/v201804/reports/{reportId}/files lists them"},
    {"REPORT_NOT_FOUND",                   "GET /reporting-api/v201804/reports lists them"},
    {"REQUIRED_SUB_STATUS_OMITTED",        "GET /configuration/hiring-processes lists the steps and which are required"},
    {"SERVICE_UNAVAILABLE",                "GET /readyz answers 200 when the server can serve"},
    {"SOURCE_NOT_FOUND",                   "GET /configuration/sources/{sourceType}/values lists them"},
    {"SOURCE_TYPE_AND_SUBTYPE_INVALID",    "GET /configuration/sources lists types and subtypes"},
    {"SOURCE_TYPE_INVALID",                "GET /configuration/sources lists them"},
    {"SOURCE_TYPE_NOT_FOUND",              "GET /configuration/sources lists them"},
    {"SUBSCRIPTION_NOT_FOUND",             "GET /webhooks-api/v201907/subscriptions lists them"},
    {"SUBTYPE_REQUIRED",                   "GET /configuration/sources lists types and subtypes"},
    {"SUB_STATUS_NOT_FOUND",               "GET /configuration/hiring-processes lists the steps"},
    {"TYPE_OF_EMPLOYMENT_NOT_ALLOWED",     "GET /configuration/types-of-employment lists where they are allowed"},
    {"TYPE_OF_EMPLOYMENT_NOT_FOUND",       "GET /v1/typesOfEmployment lists them"},
    {"USER_NOT_FOUND",                     "GET /user-api/v201804/users lists them"},
    {"VALUE_INACTIVE",                     "GET /configuration/job-properties/{jobPropertyId}/values lists active values"},
    {"VALUE_NOT_FOUND",                    "GET /configuration/candidate-properties/{propertyId} describes the property"},
});
// clang-format on

static_assert(std::ranges::is_sorted(kHints, {}, &Hint::code));

}  // namespace

std::span<const Hint> all_hints() {
    return kHints;
}

std::string_view hint_for(std::string_view code) {
    const auto* const found = std::ranges::lower_bound(kHints, code, {}, &Hint::code);
    return found != kHints.end() && found->code == code ? found->text : std::string_view{};
}

}  // namespace callboard::edge
