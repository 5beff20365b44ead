// The rows of candidates and their applications.
#include "api/routes.h"

#include "api/candidates/applications.h"
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
const Errors kPool{{400, "SOURCE_NOT_FOUND"},
                   {400, "SUBTYPE_REQUIRED"},
                   {403, "PERMISSION_DENIED"},
                   {404, "SOURCE_TYPE_NOT_FOUND"}};
const Errors kApplicant = kPool + Errors{{401, "PERMISSION_DENIED"}, {404, "JOB_NOT_FOUND"}};
const Errors kCandidate{{404, "CANDIDATE_NOT_FOUND"}};
const Errors kForbidden = kCandidate + Errors{{403, "PERMISSION_DENIED"}};
const Errors kNoAccess = kCandidate + Errors{{401, "NO_ACCESS_TO_CANDIDATE"}};
const Errors kPerson = kForbidden + Errors{{409, "CANDIDATE_DATA_CONFLICT"}};
const Errors kConsents{{403, "PERMISSION_DENIED"}, {409, "CONSENT_REQUESTS_UNAVAILABLE"}};
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
const Errors kOldProperty = kForbidden + Errors{{400, "COUNTRY_NOT_FOUND"},    {400, "REGION_NOT_FOUND"},
                                                {400, "USER_NOT_FOUND"},       {400, "CURRENCY_NOT_FOUND"},
                                                {400, "VALUE_NOT_FOUND"},      {400, "INVALID_TEXT_FORMAT"},
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
constexpr std::string_view kAppliedPath = "/candidates/{candidateId}/jobs/{jobId}";
constexpr std::string_view kStatusPath = "/candidates/{candidateId}/jobs/{jobId}/status";
constexpr std::string_view kHistoryPath = "/candidates/{candidateId}/jobs/{jobId}/status/history";
constexpr std::string_view kSourcePath = "/candidates/{candidateId}/jobs/{jobId}/source";
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
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;
    const edge::Access history = any_of({candidates_read, candidate_status_read});

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(route({get,   "/candidates",                        "listCandidates",              "Candidates with an application that the user may see", any_of({candidates_read}),                  {customer_api, candidate_list}, 200, kCandidateList},       list_candidates).heavy());
    add(route({post,  "/candidates",                        "createCandidate",             "Add somebody to the talent pool",                      any_of({candidates_create}),                {customer_api},                 201, kPool},                create_candidate).with_faults_as_400());
    add(route({post,  "/jobs/{jobId}/candidates",           "createApplicant",             "Add somebody to a job",                                any_of({candidates_create}),                {customer_api},                 201, kApplicant},           create_candidate_for_job).with_faults_as_400());
    add(route({get,   kCandidatePath,                       "getCandidate",                "One candidate",                                        any_of({candidates_read}),                  {customer_api},                 200, kNoAccess},            get_candidate));
    add(route({patch, kCandidatePath,                       "updateCandidate",             "Change who somebody is, by JSON Merge Patch",          any_of({candidates_manage}),                {customer_api},                 200, kPerson},              patch_candidate).with_faults_as_400());
    add(route({del,   kCandidatePath,                       "deleteCandidate",             "Forget somebody, with all that belongs to them",       any_of({candidates_manage}),                {customer_api},                 204, kForbidden},           delete_candidate));
    add(route({get,   kTagsPath,                            "getTags",                     "The tags of a candidate",                              any_of({candidates_read}),                  {customer_api},                 200, kForbidden},           get_tags));
    add(route({post,  kTagsPath,                            "addTags",                     "Add tags to those of a candidate",                     any_of({candidates_manage}),                {customer_api},                 201, kForbidden},           add_tags).with_faults_as_400());
    add(route({put,   kTagsPath,                            "replaceTags",                 "Replace the tags of a candidate",                      any_of({candidates_manage}),                {customer_api},                 201, kForbidden},           replace_tags).with_faults_as_400());
    add(route({del,   kTagsPath,                            "deleteTags",                  "Take all tags off a candidate",                        any_of({candidates_manage}),                {customer_api},                 204, kForbidden},           delete_tags));
    add(route({get,   "/candidates/{candidateId}/consent",  "getConsent",                  "May we keep their data?",                              any_of({candidates_read}),                  {customer_api},                 200, kForbidden},           get_consent));
    add(route({get,   "/candidates/{candidateId}/consents", "getConsents",                 "What they decided on it",                              any_of({candidates_read}),                  {customer_api},                 200, kForbidden},           get_consents));
    add(route({post,  "/candidates/consent-requests",       "requestConsents",             "Ask candidates for their consent",                     any_of({candidates_manage}),                {customer_api},                 201, kConsents},            request_consents).with_faults_as_400());

    add(route({get,   kAppliedPath,                         "getApplication",              "A candidate's application for a job",                  any_of({candidates_read}),                  {customer_api},                 200, kApplication},         get_application));
    add(route({del,   kAppliedPath,                         "deleteApplication",           "Take a candidate off a job",                           any_of({candidates_manage}),                {customer_api},                 204, kApplication},         delete_application));
    add(route({put,   kStatusPath,                          "setApplicationStatus",        "Move an application on",                               any_of({candidates_manage}),                {customer_api},                 204, kMove},                set_application_status<Which::of_job>).with_faults_as_400());
    add(route({get,   kHistoryPath,                         "getApplicationHistory",       "Every status that an application had",                 history,                                    {customer_api},                 200, kHistory},             get_application_history<Which::of_job>));
    add(route({put,   kSourcePath,                          "setApplicationSource",        "Say where an application came from",                   any_of({candidates_manage}),                {customer_api},                 204, kSource},              set_application_source).with_faults_as_400());
    add(route({get,   kPropertiesPath,                      "getProperties",               "What the company's fields say of an application",      any_of({candidates_read}),                  {customer_api},                 200, kProperties},          get_properties<Which::of_job>));
    add(route({put,   kPropertiesPath,                      "setProperties",               "Say what up to 100 of the company's fields say",       any_of({candidates_manage}),                {customer_api},                 204, kBatch},               set_properties).with_faults_as_400());
    add(route({put,   kPropertyPath,                        "setProperty",                 "Say what one of the company's fields says",            any_of({candidates_manage}),                {customer_api},                 204, kProperty},            set_property<Which::of_job>).with_faults_as_400().obsolete());
    add(route({get,   kAnswersPath,                         "getScreeningAnswers",         "What a candidate answered to a job's questions",       any_of({candidates_read}),                  {customer_api},                 200, kApplication},         get_screening_answers));
    add(route({get,   kOnboardingPath,                      "getOnboarding",               "How their first days go",                              any_of({candidates_read}),                  {customer_api},                 200, kOnboarding},          get_onboarding<Which::of_job>));
    add(route({put,   kOnboardingPath,                      "setOnboarding",               "Say how their first days go",                          any_of({candidates_manage}),                {customer_api},                 204, kSetOnboarding},       set_onboarding<Which::of_job>).with_faults_as_400());
    add(route({put,   kOldStatusPath,                       "setPrimaryStatus",            "Move the primary application on",                      any_of({candidates_manage}),                {customer_api},                 204, kMove},                set_application_status<Which::primary>).with_faults_as_400().obsolete());
    add(route({get,   kOldHistoryPath,                      "getPrimaryHistory",           "Every status that the primary application had",        history,                                    {customer_api},                 200, kOldHistory},          get_application_history<Which::primary>).obsolete());
    add(route({get,   kOldPropertiesPath,                   "getPrimaryProperties",        "What the company's fields say of a candidate",         any_of({candidates_read}),                  {customer_api},                 200, kForbidden},           get_properties<Which::primary>).obsolete());
    add(route({put,   kOldPropertyPath,                     "setPrimaryProperty",          "Say what one of the company's fields says",            any_of({candidates_manage}),                {customer_api},                 204, kOldProperty},         set_property<Which::primary>).with_faults_as_400().obsolete());
    add(route({get,   kOldOnboardingPath,                   "getPrimaryOnboarding",        "How their first days go",                              any_of({candidates_read}),                  {customer_api},                 200, kOldOnboarding},       get_onboarding<Which::primary>).obsolete());
    add(route({put,   kOldOnboardingPath,                   "setPrimaryOnboarding",        "Say how their first days go",                          any_of({candidates_manage}),                {customer_api},                 204, kOldSetOnboarding},    set_onboarding<Which::primary>).with_faults_as_400().obsolete());
    add(route({get,   kJobApplicationPath,                  "getJobApplication",           "An application, by its own id",                        any_of({job_applications_read}),            {customer_api},                 200, kJobApplication},      get_job_application));
    add(route({del,   kJobApplicationPath,                  "deleteJobApplication",        "Take a candidate off a job, by the application's id",  any_of({job_applications_manage}),          {customer_api},                 204, kEndApplication},      delete_job_application));
    // clang-format on
    return table;
}

}  // namespace callboard::api
