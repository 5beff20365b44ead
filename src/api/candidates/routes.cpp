// Routes of candidates and their applications.
#include "api/routes.h"

#include "api/candidates/application_list.h"
#include "api/candidates/applications.h"
#include "api/candidates/attachments.h"
#include "api/candidates/candidates.h"
#include "api/candidates/consent.h"
#include "api/candidates/properties.h"
#include "api/candidates/tags.h"
#include "edge/documented_errors.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kCandidateList{{400, "INVALID_PAGE_ID"},
                            {400, "FIELDS_CRITERIA_SIZE_VIOLATED"},
                            {400, "SOURCES_CRITERIA_SIZE_VIOLATED"},
                            {400, "SCREENING_QUESTIONS_CRITERIA_SIZE_VIOLATED"}};
const Errors kApplicationList{{400, "INVALID_PAGE_ID"}};
const Errors kPipeline{{401, "UNAUTHORIZED_TO_ACCESS_JOB"}, {404, "JOB_NOT_FOUND"}};
const Errors kPool{{400, "SOURCE_NOT_FOUND"},
                   {400, "SUBTYPE_REQUIRED"},
                   {403, "PERMISSION_DENIED"},
                   {404, "SOURCE_TYPE_NOT_FOUND"}};
const Errors kApplicant = kPool + Errors{{401, "PERMISSION_DENIED"}, {404, "JOB_NOT_FOUND"}};
const Errors kCandidate{{404, "CANDIDATE_NOT_FOUND"}};
const Errors kForbidden = kCandidate + Errors{{403, "PERMISSION_DENIED"}};
const Errors kNoAccess = kCandidate + Errors{{401, "NO_ACCESS_TO_CANDIDATE"}};
const Errors kPerson = kForbidden + Errors{{409, "CANDIDATE_DATA_CONFLICT"}};
const Errors kConsents{{403, "PERMISSION_DENIED"}};
const Errors kApplication = kForbidden + Errors{{404, "APPLICATION_NOT_FOUND"}};
const Errors kMove = kApplication + Errors{{400, "NO_REASON_SUPPORT_FOR_STATUS"},
                                           {400, "REASON_NOT_FOUND"},
                                           {400, "REQUIRED_SUB_STATUS_OMITTED"},
                                           {400, "SUB_STATUS_NOT_FOUND"},
                                           {401, "NO_ACCESS_TO_CANDIDATE"}};
const Errors kOldHistory = kNoAccess + Errors{{404, "APPLICATION_NOT_FOUND"}};
const Errors kHistory =
    kCandidate + Errors{{403, "NO_ACCESS_TO_CANDIDATE"}, {403, "NO_ACCESS_TO_JOB"}, {404, "JOB_NOT_FOUND"}};
const Errors kSource = kApplication + Errors{{400, "INVALID_SOURCE_TYPE"},
                                             {400, "SUBTYPE_REQUIRED"},
                                             {400, "INVALID_SOURCE"},
                                             {401, "NO_ACCESS_TO_CANDIDATE"}};
const Errors kProperties = kForbidden + Errors{{404, "JOB_NOT_FOUND"}};
const Errors kFile{{403, "PERMISSION_DENIED"}, {404, "FILE_NOT_FOUND"}};
const Errors kOldProperty =
    kForbidden + Errors{{400, "COUNTRY_NOT_FOUND"},    {400, "REGION_NOT_FOUND"},
                        {400, "USER_NOT_FOUND"},       {400, "CURRENCY_NOT_FOUND"},
                        {400, "VALUE_NOT_FOUND"},      {400, "INVALID_TEXT_FORMAT"},
                        {400, "INVALID_EMAIL_FORMAT"}, {400, "INVALID_TEXT_PATTERN_FORMAT"},
                        {400, "INVALID_NUMBER_RANGE"}, {400, "INVALID_DATE_RANGE"},
                        {400, "INACCESSIBLE_FIELD"},   {404, "PROPERTY_NOT_FOUND"}};
const Errors kProperty = kOldProperty + Errors{{404, "JOB_NOT_FOUND"}};
const Errors kBatch = kProperty + Errors{{400, "DUPLICATE_PROPERTIES"}};
const Errors kOnboarding = kCandidate + Errors{{403, "NO_ACCESS_TO_CANDIDATE"}, {404, "JOB_NOT_FOUND"}};
const Errors kOldOnboarding =
    kCandidate + Errors{{403, "NO_ACCESS_TO_CANDIDATE"}, {404, "APPLICATION_NOT_FOUND"}};
const Errors kSetOnboarding = kOnboarding + Errors{{403, "PERMISSION_DENIED"}};
const Errors kOldSetOnboarding = kOldOnboarding + Errors{{403, "PERMISSION_DENIED"}};
const Errors kJobApplication{{404, "JOB_APPLICATION_NOT_FOUND"}};
const Errors kEndApplication = kJobApplication + Errors{{403, "PERMISSION_DENIED"}};

constexpr std::string_view kCandidatePath = "/candidates/{candidateId}";
constexpr std::string_view kTagsPath = "/candidates/{candidateId}/tags";
constexpr std::string_view kConsentRequestPath = "/candidates/{candidateId}/consent-request";
constexpr std::string_view kAppliedPath = "/candidates/{candidateId}/jobs/{jobId}";
constexpr std::string_view kStatusPath = "/candidates/{candidateId}/jobs/{jobId}/status";
constexpr std::string_view kHistoryPath = "/candidates/{candidateId}/jobs/{jobId}/status/history";
constexpr std::string_view kSourcePath = "/candidates/{candidateId}/jobs/{jobId}/source";
constexpr std::string_view kAttachmentsPath = "/candidates/{candidateId}/jobs/{jobId}/attachments";
constexpr std::string_view kAttachmentPath = "/candidates/attachments/{attachmentId}";
constexpr std::string_view kPropertiesPath = "/candidates/{candidateId}/jobs/{jobId}/properties";
constexpr std::string_view kPropertyPath = "/candidates/{candidateId}/jobs/{jobId}/properties/{propertyId}";
constexpr std::string_view kAnswersPath = "/candidates/{candidateId}/jobs/{jobId}/screening-answers";
constexpr std::string_view kOnboardingPath = "/candidates/{candidateId}/jobs/{jobId}/onboardingStatus";
constexpr std::string_view kOldStatusPath = "/candidates/{candidateId}/status";
constexpr std::string_view kOldHistoryPath = "/candidates/{candidateId}/status/history";
constexpr std::string_view kOldPropertiesPath = "/candidates/{candidateId}/properties";
constexpr std::string_view kOldPropertyPath = "/candidates/{candidateId}/properties/{propertyId}";
constexpr std::string_view kOldOnboardingPath = "/candidates/{candidateId}/onboardingStatus";
constexpr std::string_view kJobApplicationPath =
    "/job-applications-api/v202112/job-applications/{jobApplicationId}";

}  // namespace

std::vector<edge::Route> candidates_routes() {
    using edge::any_of;
    using edge::route;
    using edge::web;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;
    const edge::Access history = any_of({candidates_read, candidate_status_read});
    std::vector<std::string_view> file_types;
    for (const auto& [type, name] : Names<files::FileType>::kList)
        file_types.push_back(files::media_type_of(type));

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(route({get,   "/candidates",                        "listCandidates",              "List candidates",                                      any_of({candidates_read}),                  {customer_api, candidate_list}, 200, kCandidateList},       list_candidates).heavy());
    add(route({post,  "/candidates",                        "createCandidate",             "Create a candidate in the talent pool",                any_of({candidates_create}),                {customer_api},                 201, kPool},                create_candidate).with_faults_as_400());
    add(route({post,  "/jobs/{jobId}/candidates",           "createApplicant",             "Create a candidate with an application for a job",     any_of({candidates_create}),                {customer_api},                 201, kApplicant},           create_candidate_for_job).with_faults_as_400());
    add(route({get,   kCandidatePath,                       "getCandidate",                "Get a candidate",                                      any_of({candidates_read}),                  {customer_api},                 200, kNoAccess},            get_candidate));
    add(route({patch, kCandidatePath,                       "updateCandidate",             "Update a candidate (JSON merge patch, RFC 7396)",      any_of({candidates_manage}),                {customer_api},                 200, kPerson},              patch_candidate).with_faults_as_400());
    add(route({del,   kCandidatePath,                       "deleteCandidate",             "Delete a candidate with all their data",               any_of({candidates_manage}),                {customer_api},                 204, kForbidden},           delete_candidate));
    add(route({get,   kTagsPath,                            "getTags",                     "List the tags of a candidate",                         any_of({candidates_read}),                  {customer_api},                 200, kForbidden},           get_tags));
    add(route({post,  kTagsPath,                            "addTags",                     "Add tags to a candidate",                              any_of({candidates_manage}),                {customer_api},                 201, kForbidden},           add_tags).with_faults_as_400());
    add(route({put,   kTagsPath,                            "replaceTags",                 "Replace the tags of a candidate",                      any_of({candidates_manage}),                {customer_api},                 201, kForbidden},           replace_tags).with_faults_as_400());
    add(route({del,   kTagsPath,                            "deleteTags",                  "Delete all tags of a candidate",                       any_of({candidates_manage}),                {customer_api},                 204, kForbidden},           delete_tags));
    add(route({get,   "/candidates/{candidateId}/consent",  "getConsent",                  "Get the consent status of a candidate",                any_of({candidates_read}),                  {customer_api},                 200, kForbidden},           get_consent));
    add(route({get,   "/candidates/{candidateId}/consents", "getConsents",                 "List the consent decisions of a candidate",            any_of({candidates_read}),                  {customer_api},                 200, kForbidden},           get_consents));
    add(route({post,  "/candidates/consent-requests",       "requestConsents",             "Request consent from candidates",                      any_of({candidates_manage}),                {customer_api},                 201, kConsents},            request_consents).with_faults_as_400());
    add(route({del,   kConsentRequestPath,                  "revokeConsentRequest",        "Revoke a request for consent",                         any_of({candidates_manage}),                {customer_api},                 204, kForbidden},           revoke_consent_request));

    add(route({get,   "/applications",                      "listApplications",            "List applications by their last move",                 any_of({candidates_read}),                  {customer_api},                 200, kApplicationList},     list_applications).heavy());
    add(route({get,   "/jobs/{jobId}/pipeline",             "getPipeline",                 "Count the applications of a job by status",            any_of({candidates_read}),                  {customer_api},                 200, kPipeline},            get_pipeline).heavy());
    add(route({get,   kAppliedPath,                         "getApplication",              "Get a candidate's application for a job",              any_of({candidates_read}),                  {customer_api},                 200, kApplication},         get_application));
    add(route({del,   kAppliedPath,                         "deleteApplication",           "Delete a candidate's application for a job",           any_of({candidates_manage}),                {customer_api},                 204, kApplication},         delete_application));
    add(route({put,   kStatusPath,                          "setApplicationStatus",        "Set the status of an application",                     any_of({candidates_manage}),                {customer_api},                 204, kMove},                set_application_status<ApplicationChoice::of_job>).with_faults_as_400());
    add(route({get,   kHistoryPath,                         "getApplicationHistory",       "List the status history of an application",            history,                                    {customer_api},                 200, kHistory},             get_application_history<ApplicationChoice::of_job>));
    add(route({put,   kSourcePath,                          "setApplicationSource",        "Set the source of an application",                     any_of({candidates_manage}),                {customer_api},                 204, kSource},              set_application_source).with_faults_as_400());
    add(route({get,   kAttachmentsPath,                     "listAttachments",             "List the files of an application",                     any_of({candidates_read}),                  {customer_api},                 200, kProperties},          list_attachments));
    add(web  ({get,   kAttachmentPath,                      "getAttachment",               "Download a file of an application",                    any_of({candidates_read}),                  {customer_api},                 200, kFile},                file_types.front(), get_attachment).heavy());
    table.back().other_types.assign(file_types.begin() + 1, file_types.end());
    add(route({del,   kAttachmentPath,                      "deleteAttachment",            "Delete a file of an application",                      any_of({candidates_manage}),                {customer_api},                 204, kFile},                delete_attachment));
    add(route({get,   kPropertiesPath,                      "getProperties",               "List the properties of an application",                any_of({candidates_read}),                  {customer_api},                 200, kProperties},          get_properties<ApplicationChoice::of_job>));
    add(route({put,   kPropertiesPath,                      "setProperties",               "Set up to 100 properties of an application",           any_of({candidates_manage}),                {customer_api},                 204, kBatch},               set_properties).with_faults_as_400());
    add(route({put,   kPropertyPath,                        "setProperty",                 "Set a property of an application",                     any_of({candidates_manage}),                {customer_api},                 204, kProperty},            set_property<ApplicationChoice::of_job>).with_faults_as_400().deprecated());
    add(route({get,   kAnswersPath,                         "getScreeningAnswers",         "List the screening answers of an application",         any_of({candidates_read}),                  {customer_api},                 200, kApplication},         get_screening_answers));
    add(route({get,   kOnboardingPath,                      "getOnboarding",               "Get the onboarding status of an application",          any_of({candidates_read}),                  {customer_api},                 200, kOnboarding},          get_onboarding<ApplicationChoice::of_job>));
    add(route({put,   kOnboardingPath,                      "setOnboarding",               "Set the onboarding status of an application",          any_of({candidates_manage}),                {customer_api},                 204, kSetOnboarding},       set_onboarding<ApplicationChoice::of_job>).with_faults_as_400());
    add(route({put,   kOldStatusPath,                       "setPrimaryStatus",            "Set the status of the primary application",            any_of({candidates_manage}),                {customer_api},                 204, kMove},                set_application_status<ApplicationChoice::primary>).with_faults_as_400().deprecated());
    add(route({get,   kOldHistoryPath,                      "getPrimaryHistory",           "List the status history of the primary application",   history,                                    {customer_api},                 200, kOldHistory},          get_application_history<ApplicationChoice::primary>).deprecated());
    add(route({get,   kOldPropertiesPath,                   "getPrimaryProperties",        "List the properties of the primary application",       any_of({candidates_read}),                  {customer_api},                 200, kForbidden},           get_properties<ApplicationChoice::primary>).deprecated());
    add(route({put,   kOldPropertyPath,                     "setPrimaryProperty",          "Set a property of the primary application",            any_of({candidates_manage}),                {customer_api},                 204, kOldProperty},         set_property<ApplicationChoice::primary>).with_faults_as_400().deprecated());
    add(route({get,   kOldOnboardingPath,                   "getPrimaryOnboarding",        "Get the onboarding status of the primary application", any_of({candidates_read}),                  {customer_api},                 200, kOldOnboarding},       get_onboarding<ApplicationChoice::primary>).deprecated());
    add(route({put,   kOldOnboardingPath,                   "setPrimaryOnboarding",        "Set the onboarding status of the primary application", any_of({candidates_manage}),                {customer_api},                 204, kOldSetOnboarding},    set_onboarding<ApplicationChoice::primary>).with_faults_as_400().deprecated());
    add(route({get,   kJobApplicationPath,                  "getJobApplication",           "Get an application by its id",                         any_of({job_applications_read}),            {customer_api},                 200, kJobApplication},      get_job_application));
    add(route({del,   kJobApplicationPath,                  "deleteJobApplication",        "Delete an application by its id",                      any_of({job_applications_manage}),          {customer_api},                 204, kEndApplication},      delete_job_application));
    // clang-format on
    return table;
}

}  // namespace callboard::api
