// Routes of the Reporting API and of the deprecated Analytics API.
#include "api/routes.h"

#include "api/reports/analytics.h"
#include "api/reports/insights.h"
#include "api/reports/reports.h"
#include "edge/documented_errors.h"
#include "edge/export.h"

namespace callboard::api {
namespace {

using edge::Errors;

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

const Errors kInsights{
    {401, "UNAUTHORIZED_TO_ACCESS_JOB"}, {403, "PERMISSION_DENIED"}, {404, "JOB_NOT_FOUND"}};

constexpr std::string_view kReportsPath = "/reporting-api/v201804/reports";
constexpr std::string_view kReportPath = "/reporting-api/v201804/reports/{reportId}";
constexpr std::string_view kReportFilesPath = "/reporting-api/v201804/reports/{reportId}/files";
constexpr std::string_view kRecentPath = "/reporting-api/v201804/reports/{reportId}/files/recent";
constexpr std::string_view kRecentDataPath = "/reporting-api/v201804/reports/{reportId}/files/recent/data";
constexpr std::string_view kReportFilePath = "/reporting-api/v201804/files/{reportFileId}";
constexpr std::string_view kReportDataPath = "/reporting-api/v201804/files/{reportFileId}/data";

// The content of a report file, in the format that the Accept header prefers.
edge::Route data(edge::Columns columns,
                 edge::Export (*handler)(const edge::ExportSteps&, const edge::Call<>&)) {
    return edge::exporting(std::move(columns), {kCsvType, kWorkbookType}, edge::Reading::ready_file, handler)
        .with_tag()
        .supports_ranges();
}

// A table of the Analytics API.
template <class Query>
edge::Route feed(edge::Columns columns,
                 edge::Export (*handler)(const edge::ExportSteps&, const edge::Call<wire::Nothing, Query>&)) {
    return edge::exporting(std::move(columns), {kFeedTypes.begin(), kFeedTypes.end()},
                           edge::Reading::long_table, handler)
        .negotiating()
        .deprecated();
}

}  // namespace

std::vector<edge::Route> reports_routes() {
    using edge::any_of;
    using edge::route;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;
    const edge::Access read_reports = any_of({reporting_read});
    const edge::Access write_reports = any_of({reporting_write});

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(route({get,   kReportsPath,                         "listReports",                 "List reports",                                         read_reports,                               {customer_api},                 200, kReportList},          list_reports).heavy().with_tag());
    add(route({post,  kReportsPath,                         "createReport",                "Create a report",                                      write_reports,                              {customer_api},                 201, kNewReport},           create_report));
    add(route({get,   kReportPath,                          "getReport",                   "Get a report",                                         read_reports,                               {customer_api},                 200, kOneReport},           get_report).with_tag());
    add(route({put,   kReportPath,                          "updateReport",                "Replace a report",                                     write_reports,                              {customer_api},                 200, kChangedReport},       change_report));
    add(route({del,   kReportPath,                          "deleteReport",                "Delete a report and its files",                        write_reports,                              {customer_api},                 204, kOwnReport},           delete_report));
    add(route({get,   kReportFilesPath,                     "listReportFiles",             "List report files, newest first",                      read_reports,                               {customer_api},                 200, kReportFiles},         list_report_files).heavy().with_tag());
    add(route({post,  kReportFilesPath,                     "generateReportFile",          "Generate a report file",                               write_reports,                              {customer_api},                 200, kNewFile},             request_report_file));
    add(route({get,   kRecentPath,                          "getRecentReportFile",         "Get the most recent report file",                      read_reports,                               {customer_api},                 200, kRecentFile},          recent_report_file).with_tag());
    add(data ({get,   kRecentDataPath,                      "downloadRecentReportFile",    "Download the data of the most recent report file",     read_reports,                               {customer_api, report_data},    200, kRecentFile},          recent_report_data));
    add(route({get,   kReportFilePath,                      "getReportFile",               "Get a report file and its status",                     read_reports,                               {customer_api},                 200, kReportFile},          get_report_file).with_tag());
    add(data ({get,   kReportDataPath,                      "downloadReportFile",          "Download the data of a report file",                   read_reports,                               {customer_api, report_data},    200, kReportFile},          report_file_data));

    add(route({get,   "/insights",                          "getInsights",                 "Get figures about the applications of a period",       read_reports,                               {customer_api, insights},       200, kInsights},            get_insights).heavy());

    add(feed ({get,   "/analytics/applications",            "analyticsApplications",       "List all applications",                                any_of({reporting_read, candidates_read}),  {customer_api, analytics},      200, {}},                   analytics_applications).answering(describe_analytics_applications));
    add(feed ({get,   "/analytics/hiring-team",             "analyticsHiringTeam",         "List all hiring team members",                         any_of({reporting_read, jobs_read}),        {customer_api, analytics},      200, {}},                   analytics_hiring_team).answering(describe_analytics_hiring_team));
    add(feed ({get,   "/analytics/interviews",              "analyticsInterviews",         "List all interviews",                                  any_of({reporting_read, interviews_read}),  {customer_api, analytics},      200, {}},                   analytics_interviews).answering(describe_analytics_interviews));
    add(feed ({get,   "/analytics/job-fields",              "analyticsJobFields",          "List the fields of all jobs",                          any_of({reporting_read, jobs_read}),        {customer_api, analytics},      200, {}},                   analytics_job_fields).answering(describe_analytics_job_fields));
    add(feed ({get,   "/analytics/jobs",                    "analyticsJobs",               "List all jobs with candidate counts",                  any_of({reporting_read, jobs_read}),        {customer_api, analytics},      200, {}},                   analytics_jobs).answering(describe_analytics_jobs));
    add(feed ({get,   "/analytics/positions",               "analyticsPositions",          "List all positions",                                   any_of({reporting_read, jobs_read}),        {customer_api, analytics},      200, {}},                   analytics_positions).answering(describe_analytics_positions));
    // clang-format on
    return table;
}

}  // namespace callboard::api
