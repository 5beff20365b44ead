// Routes of jobs, job ads, publications, positions and hiring teams.
#include "api/routes.h"

#include "api/jobs/ads.h"
#include "api/jobs/approval.h"
#include "api/jobs/hiring_team.h"
#include "api/jobs/jobs.h"
#include "api/jobs/note.h"
#include "api/jobs/positions.h"
#include "api/jobs/publication.h"
#include "api/jobs/status.h"
#include "edge/documented_errors.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kJobList{{400, "INVALID_PAGE_ID"}};
const Errors kNewJob{{400, "ACCESS_GROUP_NOT_FOUND"},
                     {400, "DEPARTMENT_NOT_FOUND"},
                     {400, "INDUSTRY_NOT_FOUND"},
                     {400, "FUNCTION_NOT_FOUND"},
                     {400, "EXPERIENCE_LEVEL_NOT_FOUND"},
                     {400, "TYPE_OF_EMPLOYMENT_NOT_FOUND"},
                     {400, "TYPE_OF_EMPLOYMENT_NOT_ALLOWED"},
                     {400, "EEO_CATEGORY_NOT_FOUND"},
                     {400, "JOB_AD_LANGUAGE_NOT_FOUND"},
                     {400, "INVALID_GEO_DATA"},
                     {400, "INVALID_JOB_PROPERTY_VALUE_ID"},
                     {400, "INVALID_JOB_PROPERTY_VALUE_TYPE"},
                     {400, "INVALID_TEXT_FORMAT"},
                     {400, "JOB_PROPERTY_PARENT_VALUE_MISSING"},
                     {400, "JOB_PROPERTY_REQUIRED"},
                     {400, "JOB_PROPERTY_VALUE_NOT_AVAILABLE_FOR_SELECTED_PARENT_VALUE"},
                     {400, "VALUE_INACTIVE"},
                     {403, "PERMISSION_DENIED"},
                     {403, "JOB_TEMPLATES_MANAGEMENT_FORBIDDEN"},
                     {409, "REF_NUMBER_ALREADY_EXISTS"}};
const Errors kOneJob{{401, "UNAUTHORIZED_TO_ACCESS_JOB"}, {404, "JOB_NOT_FOUND"}};
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
const Errors kEndedPosition = kOnePosition + Errors{{400, "POSITION_ASSIGNED"}};
const Errors kApproval = kOneJob + Errors{{404, "APPROVALS_NOT_FOUND"}};

constexpr std::string_view kAdPath = "/jobs/{jobId}/jobads/{jobAdId}";
constexpr std::string_view kPostingsPath = "/jobs/{jobId}/jobads/{jobAdId}/postings";
constexpr std::string_view kPositionPath = "/jobs/{jobId}/positions/{positionId}";
constexpr std::string_view kTeamMemberPath = "/jobs/{jobId}/hiring-team/{userId}";

}  // namespace

std::vector<edge::Route> jobs_routes() {
    using edge::any_of;
    using edge::route;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(route({get,   "/jobs",                              "listJobs",                    "List jobs",                                            any_of({jobs_read}),                        {customer_api},                 200, kJobList},             list_jobs).heavy());
    add(route({post,  "/jobs",                              "createJob",                   "Create a job",                                         any_of({jobs_manage}),                      {customer_api},                 201, kNewJob},              create_job));
    add(route({get,   "/jobs/{jobId}",                      "getJob",                      "Get a job",                                            any_of({jobs_read}),                        {customer_api},                 200, kOneJob},              get_job));
    add(route({put,   "/jobs/{jobId}",                      "replaceJob",                  "Replace a job",                                        any_of({jobs_manage}),                      {customer_api},                 200, kChangedJob},          replace_job));
    add(route({patch, "/jobs/{jobId}",                      "updateJob",                   "Update a job (JSON Patch, RFC 6902)",                  any_of({jobs_manage}),                      {customer_api},                 200, kChangedJob},          patch_job));
    add(route({put,   "/jobs/{jobId}/status",               "setJobStatus",                "Set the status of a job",                              any_of({jobs_manage}),                      {customer_api},                 201, kJobStatus},           set_job_status));
    add(route({get,   "/jobs/{jobId}/status/history",       "getJobStatusHistory",         "List the status history of a job",                     any_of({jobs_read}),                        {customer_api},                 200, kOneJob},              get_status_history));
    add(route({patch, "/jobs/{jobId}/headcount",            "changeHeadcount",             "Request approval of another salary range",             any_of({jobs_manage}),                      {customer_api},                 202, kHeadcount},           change_headcount));
    add(route({get,   "/jobs/{jobId}/note",                 "getJobNote",                  "Get the note on a job",                                any_of({jobs_read}),                        {customer_api},                 200, kNote},                get_job_note));
    add(route({put,   "/jobs/{jobId}/note",                 "putJobNote",                  "Replace the note on a job",                            any_of({jobs_manage}),                      {customer_api},                 200, kJobToWrite},          put_job_note));
    add(route({get,   "/jobs/{jobId}/hiring-team",          "getHiringTeam",               "List the members of a hiring team",                    any_of({jobs_read}),                        {customer_api},                 200, kOneJob},              get_hiring_team));
    add(route({post,  "/jobs/{jobId}/hiring-team",          "joinHiringTeam",              "Add a user to the hiring team of a job",               any_of({jobs_manage}),                      {customer_api},                 200, kJoin},                add_team_member));
    add(route({del,   kTeamMemberPath,                      "leaveHiringTeam",             "Remove a user from the hiring team of a job",          any_of({jobs_manage}),                      {customer_api},                 204, kLeave},               remove_team_member));
    add(route({get,   "/jobs/{jobId}/jobads",               "listJobAds",                  "List the ads of a job, the default ad first",          any_of({jobs_read}),                        {customer_api},                 200, kAds},                 list_job_ads));
    add(route({post,  "/jobs/{jobId}/jobads",               "createJobAd",                 "Create an ad for a job",                               any_of({jobs_manage}),                      {customer_api},                 200, kNewAd},               create_job_ad));
    add(route({get,   kAdPath,                              "getJobAd",                    "Get an ad of a job",                                   any_of({jobs_read}),                        {customer_api},                 200, kOneAd},               get_job_ad));
    add(route({put,   kAdPath,                              "replaceJobAd",                "Replace an ad of a job",                               any_of({jobs_manage}),                      {customer_api},                 200, kChangedAd},           replace_job_ad));
    add(route({get,   kPostingsPath,                        "listPostings",                "List the publications of an ad",                       any_of({jobs_read}),                        {customer_api},                 200, kPostings},            list_postings));
    add(route({post,  kPostingsPath,                        "postJobAd",                   "Publish an ad",                                        any_of({jobs_manage}),                      {customer_api},                 202, kPost},                post_job_ad));
    add(route({del,   kPostingsPath,                        "unpostJobAd",                 "Unpublish an ad",                                      any_of({jobs_manage}),                      {customer_api},                 202, kUnpost},              unpost_job_ad));
    add(route({get,   "/jobs/{jobId}/publication",          "listPublications",            "List the publications of a job's default ad",          any_of({jobs_read}),                        {customer_api},                 200, kOneJob},              list_publications));
    add(route({post,  "/jobs/{jobId}/publication",          "publishJob",                  "Publish a job's default ad",                           any_of({jobs_publications_manage}),         {customer_api, publication},    204, kPublication},         publish_job));
    add(route({del,   "/jobs/{jobId}/publication",          "unpublishJob",                "Unpublish a job's default ad",                         any_of({jobs_publications_manage}),         {customer_api, publication},    204, kPublication},         unpublish_job));
    add(route({get,   "/jobs/{jobId}/positions",            "listPositions",               "List the positions of a job",                          any_of({jobs_read}),                        {customer_api},                 200, kPositions},           list_positions));
    add(route({post,  "/jobs/{jobId}/positions",            "createPosition",              "Create a position",                                    any_of({jobs_manage}),                      {customer_api},                 201, kPositions},           create_position));
    add(route({get,   kPositionPath,                        "getPosition",                 "Get a position",                                       any_of({jobs_read}),                        {customer_api},                 200, kOnePosition},         get_position));
    add(route({put,   kPositionPath,                        "replacePosition",             "Replace a position",                                   any_of({jobs_manage}),                      {customer_api},                 201, kOnePosition},         replace_position));
    add(route({del,   kPositionPath,                        "deletePosition",              "Delete a position",                                    any_of({jobs_manage}),                      {customer_api},                 204, kEndedPosition},       delete_position));
    add(route({get,   "/jobs/{jobId}/approvals/latest",     "getLatestJobApproval",        "Get the latest approval request of a job",             any_of({jobs_read}),                        {customer_api},                 200, kApproval},            get_latest_job_approval));
    // clang-format on
    return table;
}

}  // namespace callboard::api
