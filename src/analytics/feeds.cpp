#include "analytics/feeds.h"

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/id_source.h"
#include "reports/areas.h"

namespace callboard::analytics {
namespace {

using reports::Cell;
using reports::Column;
using reports::RowAccess;
using reports::Table;
using enum reports::DataType;

// Every job has a default ad, but the join is an outer one: for an inner join PostgreSQL estimates one row
// and plans the rest of the query for that.

// Columns of the API that this server has no data for; PostgreSQL needs their types.
constexpr std::string_view kNoText = "CAST(NULL AS TEXT)";
constexpr std::string_view kNoNumber = "CAST(NULL AS BIGINT)";  // also for times

constexpr Column field(std::string_view id, reports::DataType type, std::string_view sql,
                       std::string_view member = {}) {
    return {.id = id, .name = id, .type = type, .sql = sql, .member = member, .member_sql = {}};
}

// Correlated subqueries, which read the few history rows of each application by their key. Grouping the whole
// history first would need memory for all of it.
constexpr std::string_view kLastUpdate =
    "coalesce((SELECT s.changed_at FROM job_application_status_change s "
    "WHERE s.company_id = a.company_id AND s.candidate_id = a.candidate_id AND s.job_id = a.job_id "
    "ORDER BY s.id DESC LIMIT 1), a.created_at)";
constexpr std::string_view kRejectedAfter =
    "CASE WHEN a.status = 'REJECTED' THEN (SELECT s.status FROM job_application_status_change s "
    "WHERE s.company_id = a.company_id AND s.candidate_id = a.candidate_id AND s.job_id = a.job_id "
    "AND s.status <> 'REJECTED' ORDER BY s.id DESC LIMIT 1) END";
constexpr std::string_view kWithdrawnAfter =
    "CASE WHEN a.status = 'WITHDRAWN' THEN (SELECT s.status FROM job_application_status_change s "
    "WHERE s.company_id = a.company_id AND s.candidate_id = a.candidate_id AND s.job_id = a.job_id "
    "AND s.status <> 'WITHDRAWN' ORDER BY s.id DESC LIMIT 1) END";

// Outer joins although no row is ever missing: with inner joins SQLite begins with the jobs and sorts the
// result; this way it walks the applications by id.
const Table& applications() {
    static const std::array kColumns{
        field("applicationId", id, "a.id"),
        field("applicationCreateDate", date, "a.created_at"),
        field("applicationLastUpdate", date, kLastUpdate),
        field("applicationStage", word, "a.status"),
        field("applicationStep", text, "a.sub_status"),
        field("applicationReasonOfRejection", text, reports::kRejectionLabel),
        field("applicationReasonOfWithdrawal", text, reports::kWithdrawalLabel),
        field("applicationRejectedAfter", word, kRejectedAfter),
        field("applicationWithdrawnAfter", word, kWithdrawnAfter),
        field("jobId", id, "a.job_id"),
        field("jobTitle", text, "d.title"),
        field("source", text, "a.source_label"),
        field("sourceType", text, "a.source_type"),
        field("candidateProfileId", id, "a.candidate_id"),
        field("candidateFirstName", text, "c.first_name"),
        field("candidateLastName", text, "c.last_name"),
        field("candidateEmail", text, "c.email"),
        field("candidatePhone", text, "c.details", "phoneNumber"),
        field("candidateLocation", text, "c.summary", "location.city"),
        field("candidateLocationLatitude", decimal, "c.summary", "location.lat"),
        field("candidateLocationLongitude", decimal, "c.summary", "location.lng"),
        field("candidateInternal", boolean, "CASE WHEN c.employment = 'INTERNAL' THEN 1 ELSE 0 END"),
        field("candidateGender", text, kNoText),
        field("candidateEthnicity", text, kNoText),
        field("appliedVia", text, kNoText),
        field("positionId", text, kNoText),
        reports::application_properties("candidateProperties", "candidateProperties"),
    };
    static constexpr std::array kWalks{reports::Walk{
        .from = "FROM job_application a WHERE a.company_id = $1", .key = "a.id", .row_key = "a.id"}};
    static const Table kTable{
        .name = "analytics_applications",
        .from =
            "FROM job_application a "
            "LEFT JOIN candidate c ON c.company_id = a.company_id AND c.id = a.candidate_id "
            "LEFT JOIN job j ON j.company_id = a.company_id AND j.id = a.job_id "
            "LEFT JOIN job_ad d ON d.company_id = a.company_id AND d.job_id = a.job_id "
            "AND d.id = j.default_ad_id "
            "LEFT JOIN application_reason reason ON reason.company_id = a.company_id AND reason.id = "
            "a.reason_id "
            "WHERE a.company_id = $1 AND coalesce(j.kind, '') = 'JOB'",
        .order = "ORDER BY a.id",
        .row_access = RowAccess::by_job,
        .row_access_key = "a.job_id",
        .columns = kColumns,
        .walks = kWalks,
    };
    return kTable;
}

// Without creators who are no longer on the team of their job.
const Table& hiring_team() {
    static constexpr std::array kColumns{
        field("employeeId", id, "m.user_id"),
        field("employeeFirstName", text, "u.first_name"),
        field("employeeLastName", text, "u.last_name"),
        field("jobId", id, "m.job_id"),
        field("jobTitle", text, "d.title"),
        field("role", text, "m.role"),
    };
    static constexpr std::array kWalks{reports::Walk{
        .from = "FROM job_member m WHERE m.company_id = $1", .key = "m.job_id", .row_key = "m.job_id"}};
    static constexpr Table kTable{
        .name = "analytics_hiring_team",
        .from =
            "FROM job_member m "
            "JOIN job j ON j.company_id = m.company_id AND j.id = m.job_id AND j.kind = 'JOB' "
            "LEFT JOIN job_ad d ON d.company_id = j.company_id AND d.job_id = j.id AND d.id = "
            "j.default_ad_id "
            "JOIN user_account u ON u.company_id = m.company_id AND u.id = m.user_id "
            "WHERE m.company_id = $1 AND m.role IS NOT NULL",
        .order = "ORDER BY m.job_id, m.user_id",
        .row_access = RowAccess::by_job,
        .row_access_key = "m.job_id",
        .columns = kColumns,
        .walks = kWalks,
    };
    return kTable;
}

// An interview is a single appointment here, and its interviewers are not stored. Durations are in hours.
const Table& interviews() {
    static constexpr std::array kColumns{
        field("interviewId", id, "i.id"),
        field("applicationId", id, "a.id"),
        field("applicationStage", word, "a.status"),
        field("applicationStep", text, "a.sub_status"),
        field("candidateProfileId", id, "i.candidate_id"),
        field("candidateStatus", word, kNoText),
        field("jobId", id, "i.job_id"),
        field("interviewType", word, "i.kind"),
        field("interviewLocation", text, "i.place"),
        field("interviewCreateDate", date, "i.created_at"),
        field("interviewUpdateDate", date, "i.updated_at"),
        field("interviewStartDate", date, "i.starts_at"),
        field("interviewTimeZone", text, "i.time_zone"),
        field("interviewDuration", decimal, "i.minutes * 1000 / 60"),
        field("interviewCanceled", boolean, "CASE WHEN i.cancelled_at IS NULL THEN 0 ELSE 1 END"),
        field("creatorEmployeeId", id, "i.creator_id"),
        field("creatorFirstName", text, "u.first_name"),
        field("creatorLastName", text, "u.last_name"),
        field("interviewerEmployeeId", id, kNoText),
        field("interviewerFirstName", text, kNoText),
        field("interviewerLastName", text, kNoText),
        field("interviewerStatus", word, kNoText),
        field("interviewerReview", text, kNoText),
        field("interviewerRating", number, kNoNumber),
        field("startTime", date, "i.starts_at"),
        field("endTime", date, "i.starts_at + i.minutes * 60000"),
        field("duration", decimal, "i.minutes * 1000 / 60"),
        field("room", text, kNoText),
        field("interviewers", text, kNoText),
        field("timeToProvideFeedback", number, kNoNumber),
    };
    static constexpr std::array kWalks{
        reports::Walk{.from = "FROM interview i WHERE i.company_id = $1", .key = "i.id", .row_key = "i.id"}};
    static constexpr Table kTable{
        .name = "analytics_interviews",
        .from =
            "FROM interview i "
            "JOIN job_application a ON a.company_id = i.company_id AND a.candidate_id = i.candidate_id "
            "AND a.job_id = i.job_id "
            "JOIN job j ON j.company_id = i.company_id AND j.id = i.job_id AND j.kind = 'JOB' "
            "LEFT JOIN user_account u ON u.company_id = i.company_id AND u.id = i.creator_id "
            "WHERE i.company_id = $1",
        .order = "ORDER BY i.id",
        .row_access = RowAccess::by_job,
        .row_access_key = "i.job_id",
        .columns = kColumns,
        .walks = kWalks,
    };
    return kTable;
}

// The cross product of jobs and fields, the last of which has a row for each property of the company that the
// job has a value of; complete() drops the fields that a job does not have.
const Table& job_fields() {
    static constexpr std::array kColumns{
        field("jobId", id, "j.id"),
        field("jobFieldName", text, "CASE WHEN f.place = 7 THEN y.label ELSE f.name END"),
        Column{.id = "jobFieldValue",
               .name = "jobFieldValue",
               .type = text,
               .sql = "CASE WHEN f.place = 6 THEN j.summary ELSE j.details END",
               .member = {},
               .member_sql = "f.member",
               .text_sql = "coalesce(x.label, k.text)"},
    };
    static constexpr std::array kWalks{
        reports::Walk{.from = "FROM job j WHERE j.company_id = $1", .key = "j.id", .row_key = "j.id"}};
    static constexpr Table kTable{
        .name = "analytics_job_fields",
        .from =
            "FROM job j CROSS JOIN ("
            "SELECT 1 AS place, 'Industry' AS name, 'industry.label' AS member "
            "UNION ALL SELECT 2, 'Function', 'function.label' "
            "UNION ALL SELECT 3, 'Experience level', 'experienceLevel.label' "
            "UNION ALL SELECT 4, 'Type of employment', 'typeOfEmployment.label' "
            "UNION ALL SELECT 5, 'EEO category', 'eeoCategory.label' "
            "UNION ALL SELECT 6, 'Department', 'department.label' "
            "UNION ALL SELECT 7, '', '') f "
            "LEFT JOIN job_property_choice k ON f.place = 7 AND k.company_id = j.company_id AND k.job_id = "
            "j.id "
            "LEFT JOIN job_property y ON y.company_id = k.company_id AND y.id = k.property_id "
            "LEFT JOIN job_property_value x ON x.company_id = k.company_id AND x.property_id = k.property_id "
            "AND x.id = k.value_id "
            "WHERE j.company_id = $1 AND j.kind = 'JOB'",
        .order = "ORDER BY j.id, f.place, k.property_id",
        .row_access = RowAccess::by_job,
        .row_access_key = "j.id",
        .columns = kColumns,
        .walks = kWalks,
    };
    return kTable;
}

// All counts of a job by one scan of the index of applications by job, as JSON because a subquery returns one
// value. A join with applications grouped by job is no faster, and PostgreSQL repeats the grouping for every
// job if it expects few jobs.
constexpr std::string_view kCounts =
    R"((SELECT '{"total":' || count(*) ||)"
    R"(',"rejected":' || count(*) FILTER (WHERE a.status = 'REJECTED') ||)"
    R"(',"withdrawn":' || count(*) FILTER (WHERE a.status = 'WITHDRAWN') ||)"
    R"(',"inReview":' || count(*) FILTER (WHERE a.status = 'IN_REVIEW') ||)"
    R"(',"interview":' || count(*) FILTER (WHERE a.status = 'INTERVIEW') ||)"
    R"(',"offered":' || count(*) FILTER (WHERE a.status = 'OFFERED') ||)"
    R"(',"hired":' || count(*) FILTER (WHERE a.status = 'HIRED') || '}' )"
    "FROM job_application a WHERE a.company_id = j.company_id AND a.job_id = j.id)";
constexpr std::string_view kOpenPositions =
    "(SELECT count(*) FROM job_position p "
    "WHERE p.company_id = j.company_id AND p.job_id = j.id AND p.status = 'OPEN')";

const Table& jobs() {
    static constexpr std::array kColumns{
        field("jobId", id, "j.id"),
        field("jobRefId", text, "j.ref_number"),
        field("jobTitle", text, "d.title"),
        field("jobCreateDate", date, "j.created_at"),
        field("jobDepartment", text, "e.label"),
        field("jobStatus", word, "j.status"),
        field("jobOpenPositions", number, kOpenPositions),
        field("candidatesRejected", number, kCounts, "rejected"),
        field("candidatesWithdrawn", number, kCounts, "withdrawn"),
        field("candidatesInReview", number, kCounts, "inReview"),
        field("candidatesInterview", number, kCounts, "interview"),
        field("candidatesOffer", number, kCounts, "offered"),
        field("candidatesTotal", number, kCounts, "total"),
        field("candidatesHired", number, kCounts, "hired"),
        field("locationCountry", text, "j.details", "location.country"),
        field("locationState", text, "j.details", "location.region"),
        field("locationCity", text, "j.details", "location.city"),
        field("locationLatitude", decimal, "j.details", "location.latitude"),
        field("locationLongitude", decimal, "j.details", "location.longitude"),
    };
    static constexpr std::array kWalks{reports::Walk{
        .from = "FROM job j WHERE j.company_id = $1", .key = "j.id", .row_key = "j.id", .range_rows = 500}};
    static constexpr Table kTable{
        .name = "analytics_jobs",
        .from =
            "FROM job j "
            "LEFT JOIN job_ad d ON d.company_id = j.company_id AND d.job_id = j.id AND d.id = "
            "j.default_ad_id "
            "LEFT JOIN department e ON e.company_id = j.company_id AND e.id = j.department_id "
            "WHERE j.company_id = $1 AND j.kind = 'JOB'",
        .order = "ORDER BY j.id",
        .row_access = RowAccess::by_job,
        .row_access_key = "j.id",
        .columns = kColumns,
        .walks = kWalks,
    };
    return kTable;
}

constexpr std::size_t kPositionId = 0;
constexpr std::size_t kPositionCreateDate = 5;

const Table& positions() {
    static constexpr std::array kColumns{
        field("positionId", id, "p.id"),
        field("jobId", id, "p.job_id"),
        field("jobRefId", text, "j.ref_number"),
        field("jobTitle", text, "d.title"),
        field("jobCreateDate", date, "j.created_at"),
        field("positionCreateDate", date, kNoNumber),  // set by complete()
        field("positionOpenDate", date, "p.opens_at"),
        field("positionTargetStartDate", date, "p.target_start_at"),
        field("positionHireDate", date, kNoNumber),
        field("positionActualStartDate", date, kNoNumber),
        field("positionType", word, "CASE p.kind WHEN 'NEW' THEN 'NEW_HEADCOUNT' ELSE p.kind END"),
        field("positionIncumbentName", text, "p.incumbent_name"),
    };
    static_assert(kColumns[kPositionId].id == "positionId" &&
                  kColumns[kPositionCreateDate].id == "positionCreateDate");
    static constexpr std::array kWalks{reports::Walk{
        .from = "FROM job_position p WHERE p.company_id = $1", .key = "p.job_id", .row_key = "p.job_id"}};
    static constexpr Table kTable{
        .name = "analytics_positions",
        .from =
            "FROM job_position p "
            "JOIN job j ON j.company_id = p.company_id AND j.id = p.job_id AND j.kind = 'JOB' "
            "LEFT JOIN job_ad d ON d.company_id = j.company_id AND d.job_id = j.id AND d.id = "
            "j.default_ad_id "
            "WHERE p.company_id = $1",
        .order = "ORDER BY p.job_id, p.id",
        .row_access = RowAccess::by_job,
        .row_access_key = "p.job_id",
        .columns = kColumns,
        .walks = kWalks,
    };
    return kTable;
}

}  // namespace

const Table& table_of(Feed feed) {
    switch (feed) {
        case Feed::applications: return applications();
        case Feed::hiring_team: return hiring_team();
        case Feed::interviews: return interviews();
        case Feed::job_fields: return job_fields();
        case Feed::jobs: return jobs();
        case Feed::positions: return positions();
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

bool complete(Feed feed, std::span<Cell> row) {
    switch (feed) {
        case Feed::applications:
        case Feed::hiring_team:
        case Feed::interviews:
        case Feed::jobs: return true;
        case Feed::job_fields: return !row.back().is_absent;
        case Feed::positions:  // ids of positions contain their creation time
            row[kPositionCreateDate] = {
                .is_absent = false, .text = {}, .number = time_of_uuid(row[kPositionId].text).ms};
            return true;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace callboard::analytics
