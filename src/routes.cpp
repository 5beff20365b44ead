#include "routes.h"

#include "api/access_groups_api.h"
#include "api/analytics_api.h"
#include "api/application_properties_api.h"
#include "api/applications_api.h"
#include "api/audit_api.h"
#include "api/candidate_properties_api.h"
#include "api/candidate_tags_api.h"
#include "api/candidates_api.h"
#include "api/configuration_api.h"
#include "api/consent_api.h"
#include "api/dictionary_api.h"
#include "api/hiring_configuration_api.h"
#include "api/hiring_team_api.h"
#include "api/job_ads_api.h"
#include "api/job_approval_api.h"
#include "api/job_note_api.h"
#include "api/job_status_api.h"
#include "api/jobs_api.h"
#include "api/offer_properties_api.h"
#include "api/offers_api.h"
#include "api/positions_api.h"
#include "api/publication_api.h"
#include "api/reports_api.h"
#include "api/sources_api.h"
#include "api/status_api.h"
#include "api/token_api.h"
#include "api/token_messages.h"
#include "api/users_api.h"
#include "api/webhooks_api.h"
#include "configuration/dictionary.h"
#include "configuration/reasons.h"
#include "edge/export.h"
#include "edge/web.h"
#include "pages/account_pages.h"
#include "pages/consent_page.h"
#include "pages/reference_page.h"
#include "pages/sign_in_page.h"
#include "pages/start_page.h"
#include "sandbox/clock_api.h"
#include "sandbox/clock_messages.h"
#include "sandbox/inbox_api.h"
#include "sandbox/inbox_messages.h"

namespace callboard {
namespace {

using Errors = std::vector<edge::DocumentedError>;

const Errors kNone;
const Errors kTokens{{400, "invalid_request"},        {400, "invalid_grant"},  {400, "invalid_scope"},
                     {400, "unsupported_grant_type"}, {401, "invalid_client"}, {400, "unauthorized_client"},
                     {429, "temporarily_unavailable"}};
const Errors kClients{{400, "invalid_request"}, {401, "invalid_client"}, {429, "temporarily_unavailable"}};
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
const Errors kNewGroup{{403, "PERMISSION_DENIED"}, {409, "RESOURCE_ALREADY_EXIST"}};
const Errors kGroupUsers{
    {403, "PERMISSION_DENIED"}, {404, "ACCESS_GROUP_NOT_FOUND"}, {404, "USER_NOT_FOUND"}};
const Errors kGroupUser{{403, "PERMISSION_DENIED"},
                        {404, "ACCESS_GROUP_NOT_FOUND"},
                        {404, "USER_NOT_FOUND"},
                        {404, "USER_NOT_IN_ACCESS_GROUP"}};
const Errors kNewJob{{400, "ACCESS_GROUP_NOT_FOUND"},
                     {400, "DEPARTMENT_NOT_FOUND"},
                     {400, "INDUSTRY_NOT_FOUND"},
                     {400, "FUNCTION_NOT_FOUND"},
                     {400, "EXPERIENCE_LEVEL_NOT_FOUND"},
                     {400, "TYPE_OF_EMPLOYMENT_NOT_FOUND"},
                     {400, "EEO_CATEGORY_NOT_FOUND"},
                     {400, "JOB_AD_LANGUAGE_NOT_FOUND"},
                     {400, "INVALID_GEO_DATA"},
                     {403, "PERMISSION_DENIED"},
                     {403, "JOB_TEMPLATES_MANAGEMENT_FORBIDDEN"},
                     {409, "REF_NUMBER_ALREADY_EXISTS"}};
const Errors kOneJob{{401, "UNAUTHORIZED_TO_ACCESS_JOB"}, {404, "JOB_NOT_FOUND"}};

Errors operator+(Errors errors, const Errors& more) {
    errors.insert(errors.end(), more.begin(), more.end());
    return errors;
}

const Errors kChangedJob = kNewJob + kOneJob + Errors{{409, "CONFLICT"}};
const Errors kJobToWrite = kOneJob + Errors{{403, "PERMISSION_DENIED"}};
const Errors kJobStatus{{403, "PERMISSION_DENIED"}, {404, "JOB_NOT_FOUND"}, {409, "CONFLICT"}};
const Errors kHeadcount{{400, "INVALID_SALARY_RANGE"},
                        {401, "PERMISSION_DENIED"},
                        {403, "APPROVAL_PROCESS_NOT_ENABLED"},
                        {404, "JOB_NOT_FOUND"}};
const Errors kNote = kOneJob + Errors{{404, "NOTE_NOT_FOUND"}};
const Errors kJoin = kJobToWrite + Errors{{400, "USER_NOT_FOUND"}, {409, "RESOURCE_ALREADY_EXIST"}};
const Errors kLeave =
    kJobToWrite + Errors{{400, "INVALID_HIRING_TEAM_STATE"}, {404, "HIRING_TEAM_MEMBER_NOT_FOUND"}};
const Errors kAds{{404, "JOB_NOT_FOUND"}};
const Errors kOneAd{{404, "JOB_NOT_FOUND"}, {404, "JOBAD_NOT_FOUND"}};
const Errors kNewAd =
    kAds + Errors{{400, "JOB_AD_LIMIT_REACHED"}, {400, "PROPERTY_INVALID"}, {403, "PERMISSION_DENIED"}};
const Errors kChangedAd = kOneAd + Errors{{400, "PROPERTY_INVALID"}, {403, "PERMISSION_DENIED"}};
const Errors kPostings = kOneAd + Errors{{403, "ACCESS_FORBIDDEN"}};
const Errors kUnpost =
    kOneAd + Errors{{401, "ACCESS_FORBIDDEN"}, {403, "NOT_AUTHORIZED_TO_PUBLISH_JOB"}, {409, "CONFLICT"}};
const Errors kPost = kUnpost + Errors{{403, "JOB_NOT_POSTED"}};
const Errors kPublication = kOneJob + Errors{{403, "NOT_AUTHORIZED_TO_PUBLISH_JOB"}, {409, "CONFLICT"}};
const Errors kPositions{{403, "PERMISSION_DENIED"}, {404, "JOB_NOT_FOUND"}};
const Errors kOnePosition = kPositions + Errors{{404, "POSITION_NOT_FOUND"}};
const Errors kApproval = kOneJob + Errors{{404, "APPROVALS_NOT_FOUND"}};
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
const Errors kOffers{{403, "NO_ACCESS_TO_OFFERS"}};
const Errors kAppliedOffers = kNoAccess + Errors{{404, "APPLICATION_NOT_FOUND"}};
const Errors kOffer = kAppliedOffers + Errors{{404, "OFFER_NOT_FOUND"}};
const Errors kNewOffer = kAppliedOffers + Errors{{403, "PERMISSION_DENIED"}};
const Errors kMoveOffer =
    kOffer +
    Errors{{400, "REQUIRED_SUB_STATUS_OMITTED"}, {403, "PERMISSION_DENIED"}, {409, "OFFER_STATUS_CONFLICT"}};
const Errors kOfferApproval =
    kAppliedOffers + Errors{{404, "OFFERS_NOT_FOUND"}, {404, "APPROVALS_NOT_FOUND"}};
const Errors kDocuments{{404, "OFFER_NOT_FOUND"}, {409, "OFFER_NOT_SENT"}};
const Errors kDocument = kDocuments + Errors{{404, "DOCUMENT_NOT_FOUND"}};
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
const Errors kAudit{{400, "INVALID_PAGE_ID"}, {403, "PERMISSION_DENIED"}};
const Errors kWebhooks{{403, "NO_PERMISSION_TO_MANAGE_WEBHOOKS"}};
const Errors kSubscriptionList = kWebhooks + Errors{{400, "INVALID_PAGE_ID"}};
const Errors kSubscriptionFaults{
    {422, "EVENT_NOT_FOUND"}, {422, "INVALID_CALLBACK_AUTHENTICATION"}, {422, "INVALID_CALLBACK_URL"}};
const Errors kNewSubscription =
    kWebhooks + kSubscriptionFaults + Errors{{403, "SUBSCRIPTIONS_LIMIT_EXCEEDED"}};
const Errors kOneSubscription = kWebhooks + Errors{{404, "SUBSCRIPTION_NOT_FOUND"}};
const Errors kChangedSubscription = kOneSubscription + kSubscriptionFaults;
const Errors kActiveSubscription = kOneSubscription + Errors{{409, "SUBSCRIPTION_NOT_ACTIVE"}};
const Errors kHandshake =
    kOneSubscription +
    Errors{{409, "CONFLICT"}, {409, "SUBSCRIPTION_ALREADY_ACTIVE"}, {424, "HANDSHAKE_FAILED"}};
const Errors kNewKey = kOneSubscription + Errors{{403, "SECRET_KEYS_LIMIT_EXCEEDED"}};
const Errors kKey = kOneSubscription + Errors{{404, "SECRET_KEY_NOT_FOUND"}};
const Errors kCallbackLog = kOneSubscription + Errors{{400, "INVALID_PAGE_ID"}};
const Errors kSample = kOneSubscription + Errors{{422, "EVENT_NOT_FOUND"}};
const Errors kRedelivery = kActiveSubscription + Errors{{404, "CALLBACK_NOT_FOUND"}};
const Errors kReportList{{400, "INVALID_PAGE_ID"}, {403, "PERMISSION_DENIED"}};
const Errors kOneReport{{403, "PERMISSION_DENIED"}, {404, "REPORT_NOT_FOUND"}};
const Errors kReportFaults{{422, "AREA_NOT_FOUND"},
                           {422, "COLUMN_NOT_FOUND"},
                           {422, "INVALID_FILTER"},
                           {422, "INVALID_SCHEDULE"},
                           {422, "USER_NOT_FOUND"}};
const Errors kNewReport = kReportFaults + Errors{{403, "PERMISSION_DENIED"}, {409, "REPORTS_LIMIT_EXCEEDED"}};
const Errors kOwnReport = kOneReport + Errors{{403, "BUILT_IN_REPORT"}};
const Errors kChangedReport = kOwnReport + kReportFaults + Errors{{409, "CONFLICT"}};
const Errors kReportFiles = kOneReport + Errors{{400, "INVALID_PAGE_ID"}};
const Errors kNewFile = kOneReport + Errors{{400, "REPORT_GENERATION_PENDING"}};
const Errors kRecentFile = kOneReport + Errors{{404, "REPORT_FILE_NOT_FOUND"}};
const Errors kReportFile{{403, "PERMISSION_DENIED"}, {404, "REPORT_FILE_NOT_FOUND"}};

// A file of a report, in the format that the caller likes best.
edge::Route data(edge::Columns columns,
                 edge::Export (*handler)(const edge::ExportSteps&, const edge::Call<>&)) {
    return edge::exporting(std::move(columns), {api::kCsvType, api::kWorkbookType}, edge::Reading::ready_file,
                           handler)
        .with_tag()
        .in_parts();
}

// A table of the Analytics API.
template <class Query>
edge::Route feed(edge::Columns columns,
                 edge::Export (*handler)(const edge::ExportSteps&, const edge::Call<wire::Nothing, Query>&)) {
    return edge::exporting(std::move(columns), {api::kFeedTypes.begin(), api::kFeedTypes.end()},
                           edge::Reading::long_table, handler)
        .negotiating()
        .obsolete();
}

}  // namespace

// The whole API on one page, in the order of the reference documentation.
std::vector<edge::Route> routes() {
    using api::Which;
    using configuration::Dictionary;
    using configuration::ReasonKind;
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
    constexpr std::string_view kGroupsPath = "/user-api/v201804/access-groups";
    constexpr std::string_view kGroupUsersPath = "/user-api/v201804/access-groups/{accessGroupId}/users";
    constexpr std::string_view kGroupUserPath =
        "/user-api/v201804/access-groups/{accessGroupId}/users/{userId}";
    constexpr std::string_view kAuditPath = "/audit-api/v201910/audit-events";
    constexpr std::string_view kAdPath = "/jobs/{jobId}/jobads/{jobAdId}";
    constexpr std::string_view kPostingsPath = "/jobs/{jobId}/jobads/{jobAdId}/postings";
    constexpr std::string_view kPositionPath = "/jobs/{jobId}/positions/{positionId}";
    constexpr std::string_view kTeamMemberPath = "/jobs/{jobId}/hiring-team/{userId}";
    constexpr std::string_view kCandidatePath = "/candidates/{candidateId}";
    constexpr std::string_view kTagsPath = "/candidates/{candidateId}/tags";
    constexpr std::string_view kAppliedPath = "/candidates/{candidateId}/jobs/{jobId}";
    constexpr std::string_view kStatusPath = "/candidates/{candidateId}/jobs/{jobId}/status";
    constexpr std::string_view kHistoryPath = "/candidates/{candidateId}/jobs/{jobId}/status/history";
    constexpr std::string_view kSourcePath = "/candidates/{candidateId}/jobs/{jobId}/source";
    constexpr std::string_view kPropertiesPath = "/candidates/{candidateId}/jobs/{jobId}/properties";
    constexpr std::string_view kPropertyPath =
        "/candidates/{candidateId}/jobs/{jobId}/properties/{propertyId}";
    constexpr std::string_view kAnswersPath = "/candidates/{candidateId}/jobs/{jobId}/screening-answers";
    constexpr std::string_view kOnboardingPath = "/candidates/{candidateId}/jobs/{jobId}/onboardingStatus";
    constexpr std::string_view kOldStatusPath = "/candidates/{candidateId}/status";
    constexpr std::string_view kOldHistoryPath = "/candidates/{candidateId}/status/history";
    constexpr std::string_view kOldPropertiesPath = "/candidates/{candidateId}/properties";
    constexpr std::string_view kOldPropertyPath = "/candidates/{candidateId}/properties/{propertyId}";
    constexpr std::string_view kOldOnboardingPath = "/candidates/{candidateId}/onboardingStatus";
    constexpr std::string_view kJobApplicationPath =
        "/job-applications-api/v202112/job-applications/{jobApplicationId}";
    constexpr std::string_view kAppliedOffersPath = "/candidates/{candidateId}/jobs/{jobId}/offers";
    constexpr std::string_view kOfferPath = "/candidates/{candidateId}/jobs/{jobId}/offers/{offerId}";
    constexpr std::string_view kOfferApprovalPath =
        "/candidates/{candidateId}/jobs/{jobId}/offers/{offerId}/approvals/latest";
    constexpr std::string_view kDocumentPath = "/offers/{offerId}/documents/{documentId}";
    constexpr std::string_view kProcesses = "/configuration/hiring-processes";
    constexpr std::string_view kProcessPath = "/configuration/hiring-processes/{hiringProcessId}";
    constexpr std::string_view kRejections = "/configuration/rejection-reasons";
    constexpr std::string_view kWithdrawals = "/configuration/withdrawal-reasons";
    constexpr std::string_view kOneSourcePath = "/configuration/sources/{sourceIdentifier}";
    constexpr std::string_view kSourceValuesPath = "/configuration/sources/{sourceType}/values";
    constexpr std::string_view kSourceValuePath =
        "/configuration/sources/{sourceType}/values/{sourceValueId}";
    constexpr std::string_view kDefinitions = "/configuration/candidate-properties";
    constexpr std::string_view kDefinitionPath = "/configuration/candidate-properties/{propertyId}";
    constexpr std::string_view kValuesPath = "/configuration/candidate-properties/{propertyId}/values";
    constexpr std::string_view kValuePath =
        "/configuration/candidate-properties/{propertyId}/values/{valueId}";
    constexpr std::string_view kOfferProperties = "/configuration/offer-properties";
    const auto history = any_of({candidates_read, candidate_status_read});
    const auto dictionaries = any_of({configuration_read, jobs_read, jobs_manage});
    constexpr std::string_view kEventsPath = "/webhooks-api/v201907/events";
    constexpr std::string_view kSubscriptions = "/webhooks-api/v201907/subscriptions";
    constexpr std::string_view kSubscriptionPath = "/webhooks-api/v201907/subscriptions/{subscriptionId}";
    constexpr std::string_view kHandshakePath =
        "/webhooks-api/v201907/subscriptions/{subscriptionId}/activation";
    constexpr std::string_view kSecretKeyPath =
        "/webhooks-api/v201907/subscriptions/{subscriptionId}/secret-key";
    constexpr std::string_view kCallbacksPath =
        "/webhooks-api/v201907/subscriptions/{subscriptionId}/callbacks-log";
    constexpr std::string_view kSamplePath = "/webhooks-api/v201907/subscriptions/{subscriptionId}/test";
    constexpr std::string_view kRedeliveryPath =
        "/webhooks-api/v201907/subscriptions/{subscriptionId}/callbacks/{callbackId}/redelivery";
    constexpr std::string_view kRecoveryPath =
        "/webhooks-api/v201907/subscriptions/{subscriptionId}/recovery";
    const edge::Access read_webhooks = any_of({webhooks_read, webhooks_manage});
    const edge::Access write_webhooks = any_of({webhooks_write, webhooks_manage});
    constexpr std::string_view kReportsPath = "/reporting-api/v201804/reports";
    constexpr std::string_view kReportPath = "/reporting-api/v201804/reports/{reportId}";
    constexpr std::string_view kReportFilesPath = "/reporting-api/v201804/reports/{reportId}/files";
    constexpr std::string_view kRecentPath = "/reporting-api/v201804/reports/{reportId}/files/recent";
    constexpr std::string_view kRecentDataPath =
        "/reporting-api/v201804/reports/{reportId}/files/recent/data";
    constexpr std::string_view kReportFilePath = "/reporting-api/v201804/files/{reportFileId}";
    constexpr std::string_view kReportDataPath = "/reporting-api/v201804/files/{reportFileId}/data";
    const edge::Access read_reports = any_of({reporting_read});
    const edge::Access write_reports = any_of({reporting_write});
    constexpr std::string_view kMetadataPath = "/.well-known/oauth-authorization-server";
    constexpr std::string_view kDepartments = "/configuration/departments";
    constexpr std::string_view kDepartment = "/configuration/departments/{departmentId}";

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(page ({get,   "/",                                  "startPage",                   "What this server is, for people",                      anybody(),                                  {throttle::Policy::pages},      200, kNone},                "text/html",        pages::start_page));
    add(page ({get,   "/assets/callboard.css",              "stylesheet",                  "How its pages look",                                   anybody(),                                  {},                             200, kNone},                "text/css",         pages::stylesheet));
    add(page ({get,   "/assets/icon.svg",                   "icon",                        "What browsers show beside their titles",               anybody(),                                  {},                             200, kNone},                "image/svg+xml",    pages::icon));
    add(page ({get,   "/healthz",                           "health",                      "Is the process up?",                                   anybody(),                                  {},                             200, kNone},                "application/json", api::health).without_log().answering<api::HealthView>());
    add(route({get,   "/readyz",                            "readiness",                   "Can the server do its work?",                          anybody(),                                  {},                             200, {{503, "SERVICE_UNAVAILABLE"}}},api::readiness).without_log());
    add(page ({get,   "/metrics",                           "metrics",                     "What the server counts, as Prometheus text",           anybody(),                                  {},                             200, kNone},                "text/plain",       api::metrics).without_log());
    add(page ({get,   "/openapi.json",                      "openapi",                     "This document",                                        anybody(),                                  {},                             200, kNone},                "application/json", api::openapi));
    add(page ({get,   "/docs",                              "reference",                   "The API, for people to read and try",                  anybody(),                                  {throttle::Policy::pages},      200, kNone},                "text/html",        pages::reference_page).with_script());
    add(page ({get,   "/assets/docs.js",                    "referenceScript",             "What the reference runs",                              anybody(),                                  {},                             200, kNone},                "text/javascript",  pages::reference_script));
    add(page ({get,   "/assets/docs.css",                   "referenceStyle",              "How the reference looks",                              anybody(),                                  {},                             200, kNone},                "text/css",         pages::reference_stylesheet));

    add(web  ({get,   "/identity/sign-in",                  "signInPage",                  "Where people sign in",                                 anybody(),                                  {throttle::Policy::pages},      200, kNone},                "text/html",        pages::sign_in_page));
    add(slow ({post,  "/identity/sign-in",                  "signIn",                      "Sign in with e-mail and password",                     anybody(),                                  {throttle::Policy::pages},      303, kNone},                "text/html",        pages::sign_in));
    add(web  ({post,  "/identity/sign-out",                 "signOut",                     "Sign out",                                             anybody(),                                  {throttle::Policy::pages},      303, kNone},                "text/html",        pages::sign_out));
    add(web  ({get,   "/identity/applications",             "showConnections",             "What a user has allowed",                              anybody(),                                  {throttle::Policy::pages},      200, kNone},                "text/html",        pages::connected_applications));
    add(web  ({post,  "/identity/applications",             "disconnect",                  "Take it back",                                         anybody(),                                  {throttle::Policy::pages},      303, kNone},                "text/html",        pages::disconnect_application));
    add(web  ({get,   "/identity/password",                 "passwordPage",                "Where people change their password",                   anybody(),                                  {throttle::Policy::pages},      200, kNone},                "text/html",        pages::password_page));
    add(slow ({post,  "/identity/password",                 "changePassword",              "Change the password",                                  anybody(),                                  {throttle::Policy::pages},      200, kNone},                "text/html",        pages::change_password));
    add(web  ({get,   "/identity/oauth/allow",              "askForConsent",               "Asks the user for consent (RFC 6749, 3.1)",            anybody(),                                  {throttle::Policy::pages},      200, kNone},                "text/html",        pages::ask_for_consent));
    add(web  ({post,  "/identity/oauth/allow",              "decide",                      "The decision",                                         anybody(),                                  {throttle::Policy::pages},      303, kNone},                "text/html",        pages::take_decision));
    add(web  ({post,  "/identity/oauth/token",              "issueTokens",                 "Tokens for a code, or for a refresh token",            anybody(),                                  {token_endpoint},               200, kTokens},              "application/json", api::issue_tokens, api::limit_token_requests)
            .taking_form<api::TokenForm>().answering<api::TokenAnswer>().refusing_with<api::OAuthErrorAnswer>());
    add(web  ({post,  "/identity/oauth/revoke",             "revokeToken",                 "Ends a token (RFC 7009)",                              anybody(),                                  {token_endpoint},               200, kClients},             "application/json", api::revoke_token, api::limit_token_requests)
            .taking_form<api::OneTokenForm>().answering<api::RevocationAnswer>().refusing_with<api::OAuthErrorAnswer>());
    add(web  ({post,  "/identity/oauth/introspect",         "introspectToken",             "What a token is worth (RFC 7662)",                     anybody(),                                  {token_endpoint},               200, kClients},             "application/json", api::introspect_token, api::limit_token_requests)
            .taking_form<api::OneTokenForm>().answering<api::IntrospectionAnswer>().refusing_with<api::OAuthErrorAnswer>());
    add(page ({get,   kMetadataPath,                        "oauthMetadata",               "Where everything is (RFC 8414)",                       anybody(),                                  {},                             200, kNone},                "application/json", api::authorization_server_metadata).answering<api::ServerMetadata>());

    add(route({get,   kUsersPath,                           "listUsers",                   "The users of the company",                             any_of({users_read}),                       {customer_api},                 200, kUserList},            api::list_users).heavy());
    add(route({post,  kUsersPath,                           "createUser",                  "Create an inactive user",                              any_of({users_manage}),                     {customer_api},                 201, kNewUser},             api::create_user<api::Current>).reading_slowly());
    add(route({get,   kMePath,                              "getCurrentUser",              "The user that the call acts for",                      any_of({users_read, user_me_read}),         {customer_api},                 200, kNone},                api::get_me<api::Current>));
    add(route({get,   kUserPath,                            "getUser",                     "One user",                                             any_of({users_read}),                       {customer_api},                 200, kOneUser},             api::get_user<api::Current>));
    add(route({patch, kUserPath,                            "updateUser",                  "Change a user, by JSON Patch",                         any_of({users_manage}),                     {customer_api},                 200, kUserPatch},           api::patch_user<api::Current>).changing_credentials());
    add(route({put,   kActivationPath,                      "activateUser",                "Let a user in",                                        any_of({users_manage}),                     {customer_api},                 204, kActivation},          api::activate_user).changing_credentials());
    add(route({del,   kActivationPath,                      "deactivateUser",              "Keep a user out, from the next call on",               any_of({users_manage}),                     {customer_api},                 204, kDeactivation},        api::deactivate_user).changing_credentials());
    add(route({get,   kRolesPath,                           "listSystemRoles",             "The roles that a user can have",                       any_of({users_read}),                       {customer_api},                 200, kUsers},               api::list_system_roles));
    add(route({get,   kGroupsPath,                          "listAccessGroups",            "The access groups of the company",                     any_of({users_read}),                       {customer_api},                 200, kUsers},               api::list_access_groups));
    add(route({post,  kGroupUsersPath,                      "addToAccessGroup",            "Add users to an access group",                         any_of({users_manage}),                     {customer_api},                 201, kGroupUsers},          api::add_users_to_access_group));
    add(route({del,   kGroupUserPath,                       "removeFromAccessGroup",       "Take a user out of an access group",                   any_of({users_manage}),                     {customer_api},                 204, kGroupUser},           api::remove_user_from_access_group));

    add(route({get,   "/users",                             "oldListUsers",                "The users of the company",                             any_of({users_read}),                       {customer_api},                 200, kUsers},               api::list_users_by_offset).heavy().obsolete());
    add(route({post,  "/users",                             "oldCreateUser",               "Create an inactive user",                              any_of({users_manage}),                     {customer_api},                 201, kNewUser},             api::create_user<api::Deprecated>).reading_slowly().obsolete());
    add(route({get,   "/users/me",                          "getMe",                       "The user that the call acts for",                      any_of({users_read, user_me_read}),         {customer_api},                 200, kNone},                api::get_me<api::Deprecated>).obsolete());
    add(route({get,   "/users/{userId}",                    "oldGetUser",                  "One user",                                             any_of({users_read}),                       {customer_api},                 200, kOneUser},             api::get_user<api::Deprecated>).obsolete());
    add(route({patch, "/users/{userId}",                    "oldUpdateUser",               "Change a user, by JSON Patch",                         any_of({users_manage}),                     {customer_api},                 200, kUserPatch},           api::patch_user<api::Deprecated>).changing_credentials().obsolete());
    add(route({del,   "/users/{userId}",                    "oldDeleteUser",               "The same as to deactivate the user",                   any_of({users_manage}),                     {customer_api},                 204, kDeactivation},        api::deactivate_user).changing_credentials().obsolete());
    add(route({put,   "/users/{userId}/activation",         "oldActivateUser",             "Let a user in",                                        any_of({users_manage}),                     {customer_api},                 204, kActivation},          api::activate_user).changing_credentials().obsolete());
    add(route({del,   "/users/{userId}/activation",         "oldDeactivateUser",           "Keep a user out, from the next call on",               any_of({users_manage}),                     {customer_api},                 204, kDeactivation},        api::deactivate_user).changing_credentials().obsolete());

    add(route({get,   "/configuration/company",             "getCompany",                  "The company",                                          any_of({company_read, configuration_read}), {customer_api},                 200, kConfiguration},       api::get_company));
    add(route({get,   kDepartments,                         "listDepartments",             "All departments",                                      any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       api::list_departments).heavy());
    add(route({post,  kDepartments,                         "createDepartment",            "Add a department",                                     any_of({configuration_manage}),             {customer_api},                 201, kNewDepartment},       api::create_department));
    add(route({get,   kDepartment,                          "getDepartment",               "One department",                                       any_of({configuration_read}),               {customer_api},                 200, kOneDepartment},       api::get_department));
    add(route({get,   "/configuration/access-groups",       "listGroups",                  "The access groups of the company",                     any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       api::list_access_groups));
    add(route({post,  "/configuration/access-groups",       "createGroup",                 "Add an access group",                                  any_of({configuration_manage}),             {customer_api},                 201, kNewGroup},            api::create_access_group));

    add(route({get,   kProcesses,                           "listHiringProcesses",         "How applications move on",                             any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       api::list_hiring_processes));
    add(route({get,   kProcessPath,                         "getHiringProcess",            "One hiring process",                                   any_of({configuration_read}),               {customer_api},                 200, kProcess},             api::get_hiring_process));
    add(route({get,   kRejections,                          "listRejectionReasons",        "Why applications are rejected",                        any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       api::list_reasons<ReasonKind::rejection>));
    add(route({get,   kWithdrawals,                         "listWithdrawalReasons",       "Why candidates withdraw",                              any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       api::list_reasons<ReasonKind::withdrawal>));
    add(route({get,   "/configuration/sources",             "listSourceTypes",             "Where applications come from",                         any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       api::list_source_types));
    add(route({get,   kOneSourcePath,                       "getSource",                   "One source, by its identifier",                        any_of({configuration_read}),               {customer_api},                 200, kOneSource},           api::get_source));
    add(route({get,   kSourceValuesPath,                    "listSourceValues",            "The sources of a type",                                any_of({configuration_read}),               {customer_api},                 200, kSourceValues},        api::list_source_values));
    add(route({get,   kSourceValuePath,                     "getSourceValue",              "One source of a type",                                 any_of({configuration_read}),               {customer_api},                 200, kSourceValue},         api::get_source_value));
    add(route({get,   kDefinitions,                         "listCandidateProperties",     "The company's own fields of candidates",               any_of({configuration_read}),               {customer_api},                 200, kConfiguration},       api::list_property_definitions));
    add(route({get,   kDefinitionPath,                      "getCandidateProperty",        "One of these fields",                                  any_of({configuration_read}),               {customer_api},                 200, kDefinition},          api::get_property_definition));
    add(route({get,   kValuesPath,                          "listCandidatePropertyValues", "What it can say",                                      any_of({configuration_read}),               {customer_api},                 200, kValues},              api::list_property_values));
    add(route({get,   kValuePath,                           "getCandidatePropertyValue",   "One thing that it can say",                            any_of({configuration_read}),               {customer_api},                 200, kValue},               api::get_property_value));
    add(route({get,   kOfferProperties,                     "listOfferProperties",         "What offers can say",                                  any_of({configuration_read}),               {customer_api},                 200, kOffers},              api::list_offer_properties));

    add(route({get,   "/v1/industries",                     "listIndustries",              "The industries that a job can be in",                  dictionaries,                               {customer_api},                 200, kNone},                api::list_terms<Dictionary::industries>));
    add(route({get,   "/v1/functions",                      "listFunctions",               "The functions that a job can have",                    dictionaries,                               {customer_api},                 200, kNone},                api::list_terms<Dictionary::functions>));
    add(route({get,   "/v1/levels",                         "listLevels",                  "The experience levels that a job can ask for",         dictionaries,                               {customer_api},                 200, kNone},                api::list_terms<Dictionary::experience_levels>));
    add(route({get,   "/v1/typesOfEmployment",              "listTypesOfEmployment",       "The types of employment",                              dictionaries,                               {customer_api},                 200, kNone},                api::list_terms<Dictionary::employment_types>));
    add(route({get,   "/v1/eeoCategories",                  "listEeoCategories",           "The EEO categories",                                   dictionaries,                               {customer_api},                 200, kNone},                api::list_terms<Dictionary::eeo_categories>));
    add(route({get,   "/v1/languages",                      "listLanguages",               "The languages that an ad can be in",                   dictionaries,                               {customer_api},                 200, kNone},                api::list_languages));
    add(route({get,   "/v1/countries",                      "listCountries",               "The countries (ISO 3166-1)",                           dictionaries,                               {customer_api},                 200, kNone},                api::list_countries));
    add(route({get,   "/v1/currencies",                     "listCurrencies",              "The currencies (ISO 4217)",                            dictionaries,                               {customer_api},                 200, kNone},                api::list_currencies));

    add(route({get,   "/jobs",                              "listJobs",                    "Jobs that the user may see",                           any_of({jobs_read}),                        {customer_api},                 200, kJobList},             api::list_jobs).heavy());
    add(route({post,  "/jobs",                              "createJob",                   "Create a job",                                         any_of({jobs_manage}),                      {customer_api},                 201, kNewJob},              api::create_job));
    add(route({get,   "/jobs/{jobId}",                      "getJob",                      "One job",                                              any_of({jobs_read}),                        {customer_api},                 200, kOneJob},              api::get_job));
    add(route({put,   "/jobs/{jobId}",                      "replaceJob",                  "Say anew what a job is",                               any_of({jobs_manage}),                      {customer_api},                 200, kChangedJob},          api::replace_job));
    add(route({patch, "/jobs/{jobId}",                      "updateJob",                   "Change a job, by JSON Patch",                          any_of({jobs_manage}),                      {customer_api},                 200, kChangedJob},          api::patch_job));
    add(route({put,   "/jobs/{jobId}/status",               "setJobStatus",                "Move a job to another status",                         any_of({jobs_manage}),                      {customer_api},                 201, kJobStatus},           api::set_job_status));
    add(route({get,   "/jobs/{jobId}/status/history",       "getJobStatusHistory",         "Every status that a job had",                          any_of({jobs_read}),                        {customer_api},                 200, kOneJob},              api::get_status_history));
    add(route({patch, "/jobs/{jobId}/headcount",            "changeHeadcount",             "Ask for another salary range",                         any_of({jobs_manage}),                      {customer_api},                 202, kHeadcount},           api::change_headcount));
    add(route({get,   "/jobs/{jobId}/note",                 "getJobNote",                  "The note on a job",                                    any_of({jobs_read}),                        {customer_api},                 200, kNote},                api::get_job_note));
    add(route({put,   "/jobs/{jobId}/note",                 "putJobNote",                  "Write the note on a job",                              any_of({jobs_manage}),                      {customer_api},                 200, kJobToWrite},          api::put_job_note));
    add(route({get,   "/jobs/{jobId}/hiring-team",          "getHiringTeam",               "Who hires for a job",                                  any_of({jobs_read}),                        {customer_api},                 200, kOneJob},              api::get_hiring_team));
    add(route({post,  "/jobs/{jobId}/hiring-team",          "joinHiringTeam",              "Add a user to the hiring team",                        any_of({jobs_manage}),                      {customer_api},                 200, kJoin},                api::add_team_member));
    add(route({del,   kTeamMemberPath,                      "leaveHiringTeam",             "Take a user off the hiring team",                      any_of({jobs_manage}),                      {customer_api},                 204, kLeave},               api::remove_team_member));
    add(route({get,   "/jobs/{jobId}/jobads",               "listJobAds",                  "The ads of a job, the default one first",              any_of({jobs_read}),                        {customer_api},                 200, kAds},                 api::list_job_ads));
    add(route({post,  "/jobs/{jobId}/jobads",               "createJobAd",                 "Add an ad to a job",                                   any_of({jobs_manage}),                      {customer_api},                 200, kNewAd},               api::create_job_ad));
    add(route({get,   kAdPath,                              "getJobAd",                    "One ad of a job",                                      any_of({jobs_read}),                        {customer_api},                 200, kOneAd},               api::get_job_ad));
    add(route({put,   kAdPath,                              "replaceJobAd",                "Say anew what an ad says",                             any_of({jobs_manage}),                      {customer_api},                 200, kChangedAd},           api::replace_job_ad));
    add(route({get,   kPostingsPath,                        "listPostings",                "When and where an ad was published",                   any_of({jobs_read}),                        {customer_api},                 200, kPostings},            api::list_postings));
    add(route({post,  kPostingsPath,                        "postJobAd",                   "Publish an ad",                                        any_of({jobs_manage}),                      {customer_api},                 202, kPost},                api::post_job_ad));
    add(route({del,   kPostingsPath,                        "unpostJobAd",                 "Take an ad down",                                      any_of({jobs_manage}),                      {customer_api},                 202, kUnpost},              api::unpost_job_ad));
    add(route({get,   "/jobs/{jobId}/publication",          "listPublications",            "When and where the default ad was published",          any_of({jobs_read}),                        {customer_api},                 200, kOneJob},              api::list_publications));
    add(route({post,  "/jobs/{jobId}/publication",          "publishJob",                  "Publish the job's default ad",                         any_of({jobs_publications_manage}),         {customer_api, publication},    204, kPublication},         api::publish_job));
    add(route({del,   "/jobs/{jobId}/publication",          "unpublishJob",                "Take the job's default ad down",                       any_of({jobs_publications_manage}),         {customer_api, publication},    204, kPublication},         api::unpublish_job));
    add(route({get,   "/jobs/{jobId}/positions",            "listPositions",               "The positions that a job is to fill",                  any_of({jobs_read}),                        {customer_api},                 200, kPositions},           api::list_positions));
    add(route({post,  "/jobs/{jobId}/positions",            "createPosition",              "Add a position",                                       any_of({jobs_manage}),                      {customer_api},                 201, kPositions},           api::create_position));
    add(route({get,   kPositionPath,                        "getPosition",                 "One position",                                         any_of({jobs_read}),                        {customer_api},                 200, kOnePosition},         api::get_position));
    add(route({put,   kPositionPath,                        "replacePosition",             "Say anew what a position is",                          any_of({jobs_manage}),                      {customer_api},                 201, kOnePosition},         api::replace_position));
    add(route({del,   kPositionPath,                        "deletePosition",              "Delete a position",                                    any_of({jobs_manage}),                      {customer_api},                 204, kOnePosition},         api::delete_position));
    add(route({get,   "/jobs/{jobId}/approvals/latest",     "getLatestJobApproval",        "How its approval stands",                              any_of({jobs_read}),                        {customer_api},                 200, kApproval},            api::get_latest_job_approval));

    add(route({get,   "/candidates",                        "listCandidates",              "Candidates with an application that the user may see", any_of({candidates_read}),                  {customer_api, candidate_list}, 200, kCandidateList},       api::list_candidates).heavy());
    add(route({post,  "/candidates",                        "createCandidate",             "Add somebody to the talent pool",                      any_of({candidates_create}),                {customer_api},                 201, kPool},                api::create_candidate).with_faults_as_400());
    add(route({post,  "/jobs/{jobId}/candidates",           "createApplicant",             "Add somebody to a job",                                any_of({candidates_create}),                {customer_api},                 201, kApplicant},           api::create_candidate_for_job).with_faults_as_400());
    add(route({get,   kCandidatePath,                       "getCandidate",                "One candidate",                                        any_of({candidates_read}),                  {customer_api},                 200, kNoAccess},            api::get_candidate));
    add(route({patch, kCandidatePath,                       "updateCandidate",             "Change who somebody is, by JSON Merge Patch",          any_of({candidates_manage}),                {customer_api},                 200, kPerson},              api::patch_candidate).with_faults_as_400());
    add(route({del,   kCandidatePath,                       "deleteCandidate",             "Forget somebody, with all that belongs to them",       any_of({candidates_manage}),                {customer_api},                 204, kForbidden},           api::delete_candidate));
    add(route({get,   kTagsPath,                            "getTags",                     "The tags of a candidate",                              any_of({candidates_read}),                  {customer_api},                 200, kForbidden},           api::get_tags));
    add(route({post,  kTagsPath,                            "addTags",                     "Add tags to those of a candidate",                     any_of({candidates_manage}),                {customer_api},                 201, kForbidden},           api::add_tags).with_faults_as_400());
    add(route({put,   kTagsPath,                            "replaceTags",                 "Replace the tags of a candidate",                      any_of({candidates_manage}),                {customer_api},                 201, kForbidden},           api::replace_tags).with_faults_as_400());
    add(route({del,   kTagsPath,                            "deleteTags",                  "Take all tags off a candidate",                        any_of({candidates_manage}),                {customer_api},                 204, kForbidden},           api::delete_tags));
    add(route({get,   "/candidates/{candidateId}/consent",  "getConsent",                  "May we keep their data?",                              any_of({candidates_read}),                  {customer_api},                 200, kForbidden},           api::get_consent));
    add(route({get,   "/candidates/{candidateId}/consents", "getConsents",                 "What they decided on it",                              any_of({candidates_read}),                  {customer_api},                 200, kForbidden},           api::get_consents));
    add(route({post,  "/candidates/consent-requests",       "requestConsents",             "Ask candidates for their consent",                     any_of({candidates_manage}),                {customer_api},                 201, kConsents},            api::request_consents).with_faults_as_400());

    add(route({get,   kAppliedPath,                         "getApplication",              "A candidate's application for a job",                  any_of({candidates_read}),                  {customer_api},                 200, kApplication},         api::get_application));
    add(route({del,   kAppliedPath,                         "deleteApplication",           "Take a candidate off a job",                           any_of({candidates_manage}),                {customer_api},                 204, kApplication},         api::delete_application));
    add(route({put,   kStatusPath,                          "setApplicationStatus",        "Move an application on",                               any_of({candidates_manage}),                {customer_api},                 204, kMove},                api::set_application_status<Which::of_job>).with_faults_as_400());
    add(route({get,   kHistoryPath,                         "getApplicationHistory",       "Every status that an application had",                 history,                                    {customer_api},                 200, kHistory},             api::get_application_history<Which::of_job>));
    add(route({put,   kSourcePath,                          "setApplicationSource",        "Say where an application came from",                   any_of({candidates_manage}),                {customer_api},                 204, kSource},              api::set_application_source).with_faults_as_400());
    add(route({get,   kPropertiesPath,                      "getProperties",               "What the company's fields say of an application",      any_of({candidates_read}),                  {customer_api},                 200, kProperties},          api::get_properties<Which::of_job>));
    add(route({put,   kPropertiesPath,                      "setProperties",               "Say what up to 100 of the company's fields say",       any_of({candidates_manage}),                {customer_api},                 204, kBatch},               api::set_properties).with_faults_as_400());
    add(route({put,   kPropertyPath,                        "setProperty",                 "Say what one of the company's fields says",            any_of({candidates_manage}),                {customer_api},                 204, kProperty},            api::set_property<Which::of_job>).with_faults_as_400().obsolete());
    add(route({get,   kAnswersPath,                         "getScreeningAnswers",         "What a candidate answered to a job's questions",       any_of({candidates_read}),                  {customer_api},                 200, kApplication},         api::get_screening_answers));
    add(route({get,   kOnboardingPath,                      "getOnboarding",               "How their first days go",                              any_of({candidates_read}),                  {customer_api},                 200, kOnboarding},          api::get_onboarding<Which::of_job>));
    add(route({put,   kOnboardingPath,                      "setOnboarding",               "Say how their first days go",                          any_of({candidates_manage}),                {customer_api},                 204, kSetOnboarding},       api::set_onboarding<Which::of_job>).with_faults_as_400());
    add(route({put,   kOldStatusPath,                       "setPrimaryStatus",            "Move the primary application on",                      any_of({candidates_manage}),                {customer_api},                 204, kMove},                api::set_application_status<Which::primary>).with_faults_as_400().obsolete());
    add(route({get,   kOldHistoryPath,                      "getPrimaryHistory",           "Every status that the primary application had",        history,                                    {customer_api},                 200, kOldHistory},          api::get_application_history<Which::primary>).obsolete());
    add(route({get,   kOldPropertiesPath,                   "getPrimaryProperties",        "What the company's fields say of a candidate",         any_of({candidates_read}),                  {customer_api},                 200, kForbidden},           api::get_properties<Which::primary>).obsolete());
    add(route({put,   kOldPropertyPath,                     "setPrimaryProperty",          "Say what one of the company's fields says",            any_of({candidates_manage}),                {customer_api},                 204, kOldProperty},         api::set_property<Which::primary>).with_faults_as_400().obsolete());
    add(route({get,   kOldOnboardingPath,                   "getPrimaryOnboarding",        "How their first days go",                              any_of({candidates_read}),                  {customer_api},                 200, kOldOnboarding},       api::get_onboarding<Which::primary>).obsolete());
    add(route({put,   kOldOnboardingPath,                   "setPrimaryOnboarding",        "Say how their first days go",                          any_of({candidates_manage}),                {customer_api},                 204, kOldSetOnboarding},    api::set_onboarding<Which::primary>).with_faults_as_400().obsolete());
    add(route({get,   kJobApplicationPath,                  "getJobApplication",           "An application, by its own id",                        any_of({job_applications_read}),            {customer_api},                 200, kJobApplication},      api::get_job_application));
    add(route({del,   kJobApplicationPath,                  "deleteJobApplication",        "Take a candidate off a job, by the application's id",  any_of({job_applications_manage}),          {customer_api},                 204, kEndApplication},      api::delete_job_application));

    add(route({get,   "/offers",                            "listOffers",                  "Offers that the user may see",                         any_of({candidates_offers_read}),           {customer_api},                 200, kOffers},              api::list_offers).heavy());
    add(route({get,   kAppliedOffersPath,                   "listApplicationOffers",       "The offers of an application",                         any_of({candidates_offers_read}),           {customer_api},                 200, kAppliedOffers},       api::list_application_offers));
    add(route({post,  kAppliedOffersPath,                   "createOffer",                 "Make an offer",                                        any_of({candidates_offers_manage}),         {customer_api},                 201, kNewOffer},            api::create_offer).with_faults_as_400());
    add(route({get,   kOfferPath,                           "getOffer",                    "One offer",                                            any_of({candidates_offers_read}),           {customer_api},                 200, kOffer},               api::get_offer));
    add(route({patch, kOfferPath,                           "updateOffer",                 "Move an offer on, or change what it says",             any_of({candidates_offers_manage}),         {customer_api},                 200, kMoveOffer},           api::patch_offer).with_faults_as_400());
    add(route({get,   kOfferApprovalPath,                   "getLatestOfferApproval",      "How its approval stands",                              any_of({candidates_offers_read}),           {customer_api},                 200, kOfferApproval},       api::get_latest_offer_approval));
    add(route({get,   "/offers/{offerId}/documents",        "listOfferDocuments",          "What was sent with an offer",                          any_of({candidates_offers_read}),           {customer_api},                 200, kDocuments},           api::list_offer_documents));
    add(route({get,   kDocumentPath,                        "getOfferDocument",            "One document of an offer",                             any_of({candidates_offers_read}),           {customer_api},                 200, kDocument},            api::get_offer_document));

    add(route({get,   kAuditPath,                           "listAuditEvents",             "Who did what, for administrators",                     any_of({audit_events_read}),                {customer_api},                 200, kAudit},               api::list_audit_events).heavy());

    add(route({get,   kEventsPath,                          "listWebhookEvents",           "Every event, with a sample",                           read_webhooks,                              {customer_api},                 200, kNone},                api::list_webhook_events));
    add(route({post,  kSubscriptions,                       "createSubscription",          "Ask to be told of events",                             write_webhooks,                             {customer_api},                 201, kNewSubscription},     api::create_subscription));
    add(route({get,   kSubscriptions,                       "listSubscriptions",           "Who is told of what",                                  read_webhooks,                              {customer_api},                 200, kSubscriptionList},    api::list_subscriptions));
    add(route({get,   kSubscriptionPath,                    "getSubscription",             "One subscription",                                     read_webhooks,                              {customer_api},                 200, kOneSubscription},     api::get_subscription));
    add(route({patch, kSubscriptionPath,                    "updateSubscription",          "Change what a subscription is told, and where",        write_webhooks,                             {customer_api},                 200, kChangedSubscription}, api::patch_subscription));
    add(route({del,   kSubscriptionPath,                    "deleteSubscription",          "Be told nothing any more",                             any_of({webhooks_delete, webhooks_manage}), {customer_api},                 204, kOneSubscription},     api::delete_subscription));
    add(route({put,   kHandshakePath,                       "activateSubscription",        "Shake hands, and begin",                               write_webhooks,                             {customer_api},                 204, kHandshake},           api::activate_subscription));
    add(route({del,   kHandshakePath,                       "deactivateSubscription",      "Pause a subscription",                                 write_webhooks,                             {customer_api},                 204, kActiveSubscription},  api::deactivate_subscription));
    add(route({post,  kSecretKeyPath,                       "createSecretKey",             "Make a key that signs what is sent",                   write_webhooks,                             {customer_api},                 201, kNewKey},              api::create_secret_key).never_repeated());
    add(route({get,   kSecretKeyPath,                       "getSecretKey",                "The newest key",                                       read_webhooks,                              {customer_api},                 200, kKey},                 api::get_secret_key));
    add(route({get,   kCallbacksPath,                       "listCallbacks",               "Every call of the last thirty days",                   read_webhooks,                              {customer_api},                 200, kCallbackLog},         api::list_callbacks));
    add(route({post,  kSamplePath,                          "sendSampleEvent",             "Send a sample, and see what comes of it",              write_webhooks,                             {customer_api},                 200, kSample},              api::send_sample_event));
    add(route({post,  kRedeliveryPath,                      "redeliverCallback",           "Send an event once more",                              write_webhooks,                             {customer_api},                 202, kRedelivery},          api::redeliver_callback));
    add(route({post,  kRecoveryPath,                        "recoverDeliveries",           "Send everything once more that failed",                write_webhooks,                             {customer_api},                 200, kActiveSubscription},  api::recover_deliveries));

    add(route({get,   kReportsPath,                         "listReports",                 "Reports that the user may see",                        read_reports,                               {customer_api},                 200, kReportList},          api::list_reports).heavy().with_tag());
    add(route({post,  kReportsPath,                         "createReport",                "Make a report",                                        write_reports,                              {customer_api},                 201, kNewReport},           api::create_report));
    add(route({get,   kReportPath,                          "getReport",                   "One report",                                           read_reports,                               {customer_api},                 200, kOneReport},           api::get_report).with_tag());
    add(route({put,   kReportPath,                          "updateReport",                "Change what a report lists, for whom and when",        write_reports,                              {customer_api},                 200, kChangedReport},       api::change_report));
    add(route({del,   kReportPath,                          "deleteReport",                "Delete a report, with its files",                      write_reports,                              {customer_api},                 204, kOwnReport},           api::delete_report));
    add(route({get,   kReportFilesPath,                     "listReportFiles",             "What came of a report, newest first",                  read_reports,                               {customer_api},                 200, kReportFiles},         api::list_report_files).heavy().with_tag());
    add(route({post,  kReportFilesPath,                     "generateReportFile",          "Run a report",                                         write_reports,                              {customer_api},                 200, kNewFile},             api::request_report_file));
    add(route({get,   kRecentPath,                          "getRecentReportFile",         "The newest file that is complete",                     read_reports,                               {customer_api},                 200, kRecentFile},          api::recent_report_file).with_tag());
    add(data ({get,   kRecentDataPath,                      "downloadRecentReportFile",    "The rows of the newest file",                          read_reports,                               {customer_api, report_data},    200, kRecentFile},          api::recent_report_data));
    add(route({get,   kReportFilePath,                      "getReportFile",               "One file of a report, and how far it is",              read_reports,                               {customer_api},                 200, kReportFile},          api::get_report_file).with_tag());
    add(data ({get,   kReportDataPath,                      "downloadReportFile",          "The rows of a file",                                   read_reports,                               {customer_api, report_data},    200, kReportFile},          api::report_file_data));

    add(feed ({get,   "/analytics/applications",            "analyticsApplications",       "Every application",                                    any_of({reporting_read, candidates_read}),  {customer_api, analytics},      200, kNone},                api::analytics_applications).answering(api::describe_analytics_applications));
    add(feed ({get,   "/analytics/hiring-team",             "analyticsHiringTeam",         "Every member of every hiring team",                    any_of({reporting_read, jobs_read}),        {customer_api, analytics},      200, kNone},                api::analytics_hiring_team).answering(api::describe_analytics_hiring_team));
    add(feed ({get,   "/analytics/interviews",              "analyticsInterviews",         "Every interview",                                      any_of({reporting_read, interviews_read}),  {customer_api, analytics},      200, kNone},                api::analytics_interviews).answering(api::describe_analytics_interviews));
    add(feed ({get,   "/analytics/job-fields",              "analyticsJobFields",          "What the fields of every job say",                     any_of({reporting_read, jobs_read}),        {customer_api, analytics},      200, kNone},                api::analytics_job_fields).answering(api::describe_analytics_job_fields));
    add(feed ({get,   "/analytics/jobs",                    "analyticsJobs",               "Every job, with what came of it",                      any_of({reporting_read, jobs_read}),        {customer_api, analytics},      200, kNone},                api::analytics_jobs).answering(api::describe_analytics_jobs));
    add(feed ({get,   "/analytics/positions",               "analyticsPositions",          "Every position of every job",                          any_of({reporting_read, jobs_read}),        {customer_api, analytics},      200, kNone},                api::analytics_positions).answering(api::describe_analytics_positions));
    // clang-format on
    return table;
}

std::vector<edge::Route> routes_with_sandbox() {
    using edge::any_credential;
    using edge::anybody;
    using edge::web;
    using enum http::Method;

    std::vector<edge::Route> table = routes();
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    add(web({get,  "/sandbox/clock", "readClock", "What time it is",       any_credential(), {throttle::Policy::customer_api}, 200, kNone}, "application/json", sandbox::read_clock).answering<sandbox::ClockView>());
    add(web({post, "/sandbox/clock", "moveClock", "Let time pass or stop", any_credential(), {throttle::Policy::customer_api}, 200, kNone}, "application/json", sandbox::move_clock).taking<sandbox::ClockInput>().answering<sandbox::ClockView>());
    add(web({post, "/sandbox/inbox/{name}", "receiveMessage", "Receive a notification, as a subscriber would", anybody(),        {},                               202, kNone}, "", sandbox::receive_message));
    add(web({get,  "/sandbox/inbox/{name}", "readInbox",      "What was received, newest first",               any_credential(), {throttle::Policy::customer_api}, 200, kNone}, "application/json", sandbox::read_inbox).answering<sandbox::InboxView>());
    // clang-format on
    return table;
}

}  // namespace callboard
