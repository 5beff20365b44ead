#include "reports/areas.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

// Rows are ordered by the key of a walk, so that an index avoids sorting. Other tables are joined by LEFT
// JOIN on their keys: joins of unselected columns are eliminated, and no planner begins with them. Aliases
// must differ from those in the conditions of jobs/job_list_store.h: g, o, t, u, v.

namespace callboard::reports {
namespace {

using enum DataType;

// --- jobs

constexpr std::string_view kFromJobs =
    "FROM job j"
    " LEFT JOIN job_ad ad ON ad.company_id = j.company_id AND ad.job_id = j.id AND ad.id = j.default_ad_id"
    " LEFT JOIN department d ON d.company_id = j.company_id AND d.id = j.department_id"
    " LEFT JOIN user_account m ON m.company_id = j.company_id AND m.id = j.creator_id"
    " WHERE j.company_id = $1 AND j.kind = 'JOB'";

constexpr std::array kJobWalks{Walk{.from = "FROM job j WHERE j.company_id = $1",
                                    .key = "j.id",
                                    .row_key = "j.id",
                                    .created = "j.created_at",
                                    .range_rows = 500}};

constexpr std::array kJobColumns{
    Column{"jobId", "Job id", id, "j.id"},
    Column{"refNumber", "Reference number", text, "j.ref_number"},
    Column{"title", "Title", text, "ad.title"},
    Column{"status", "Status", word, "j.status"},
    Column{"postingStatus", "Posting status", word, "j.posting"},
    Column{"departmentId", "Department id", id, "j.department_id"},
    Column{"department", "Department", text, "d.label"},
    Column{"city", "City", text, "j.city"},
    Column{"region", "Region", text, "j.place", "location.region"},
    Column{"postalCode", "Postal code", text, "j.place", "location.postalCode"},
    Column{"country", "Country", text, "j.place", "location.country"},
    Column{"countryCode", "Country code", word, "j.place", "location.countryCode"},
    Column{"remote", "Remote", boolean, "j.place", "location.remote"},
    Column{"hybrid", "Hybrid", boolean, "j.place", "location.hybrid"},
    Column{"industry", "Industry", text, "j.details", "industry.label"},
    Column{"function", "Function", text, "j.details", "function.label"},
    Column{"experienceLevel", "Experience level", text, "j.details", "experienceLevel.label"},
    Column{"typeOfEmployment", "Type of employment", text, "j.details", "typeOfEmployment.label"},
    Column{"eeoCategory", "EEO category", text, "j.details", "eeoCategory.label"},
    Column{"compensationMin", "Compensation from", decimal, "j.details", "compensation.min"},
    Column{"compensationMax", "Compensation to", decimal, "j.details", "compensation.max"},
    Column{"compensationCurrency", "Compensation currency", text, "j.details", "compensation.currency"},
    Column{"targetHiringDate", "Target hiring date", date, "j.details", "targetHiringDate"},
    Column{"language", "Language", word, "j.ad_language"},
    Column{"properties", "Properties", text, "j.summary", "properties"},
    Column{"creatorId", "Creator id", id, "j.creator_id"},
    Column{"creator", "Creator", text, "m.first_name || ' ' || m.last_name"},
    Column{"createdOn", "Created on", date, "j.created_at"},
    Column{"updatedOn", "Updated on", date, "j.updated_at"},
    Column{"lastActivityOn", "Last activity on", date, "j.last_activity_at"},
    Column{"firstPublishedOn", "First published on", date,
           "(SELECT min(p.published_at) FROM publication p"
           " WHERE p.company_id = j.company_id AND p.job_id = j.id)"},
    Column{"positions", "Positions", number,
           "(SELECT count(*) FROM job_position p WHERE p.company_id = j.company_id AND p.job_id = j.id)"},
    Column{"openPositions", "Open positions", number,
           "(SELECT count(*) FROM job_position p"
           " WHERE p.company_id = j.company_id AND p.job_id = j.id AND p.status = 'OPEN')"},
    Column{"applications", "Applications", number,
           "(SELECT count(*) FROM job_application n WHERE n.company_id = j.company_id AND n.job_id = j.id)"},
    Column{"hires", "Hires", number,
           "(SELECT count(*) FROM job_application n"
           " WHERE n.company_id = j.company_id AND n.job_id = j.id AND n.status = 'HIRED')"},
};

// --- job properties: one row for each value of a job

constexpr std::string_view kFromJobProperties =
    "FROM job_property_choice k"
    " LEFT JOIN job j ON j.company_id = k.company_id AND j.id = k.job_id"
    " LEFT JOIN job_ad ad ON ad.company_id = j.company_id AND ad.job_id = j.id AND ad.id = j.default_ad_id"
    " LEFT JOIN job_property y ON y.company_id = k.company_id AND y.id = k.property_id"
    " LEFT JOIN job_property_value x ON x.company_id = k.company_id AND x.property_id = k.property_id"
    " AND x.id = k.value_id"
    " WHERE k.company_id = $1 AND coalesce(j.kind, '') = 'JOB'";

constexpr std::array kJobPropertyWalks{Walk{
    .from = "FROM job_property_choice k WHERE k.company_id = $1", .key = "k.job_id", .row_key = "k.job_id"}};

constexpr std::array kJobPropertyColumns{
    Column{"jobId", "Job id", id, "k.job_id"},
    Column{"jobRefNumber", "Job reference number", text, "j.ref_number"},
    Column{"jobTitle", "Job title", text, "ad.title"},
    Column{"jobStatus", "Job status", word, "j.status"},
    Column{"propertyId", "Property id", id, "k.property_id"},
    Column{"property", "Property", text, "y.label"},
    Column{"category", "Category", word, "y.category"},
    Column{"valueId", "Value id", id, "k.value_id"},
    Column{"value", "Value", text, "coalesce(x.label, k.text)"},
};

// --- applications

constexpr Column all_properties(std::string_view id, std::string_view name, std::string_view sql,
                                std::string_view job_access_key = {}) {
    return {.id = id,
            .name = name,
            .type = text,
            .sql = sql,
            .member = {},
            .member_sql = {},
            .properties = PropertyColumn::all,
            .job_access_key = job_access_key};
}

// Values that are shown, as a document, until their JSON has six times as many characters as a list may have
// (kMostListedCharacters, of which each may be escaped): a batch of rows is kept in memory.
#define VALUES_OF(condition)                                                                            \
    R"((SELECT '{' || string_agg('"' || w.property_id || '":' || w.value, ',') || '}' FROM)"            \
    " (SELECT v.property_id, v.value, sum(length(v.value)) OVER (ORDER BY v.property_id) AS characters" \
    " FROM candidate_property_value v JOIN candidate_property y ON y.company_id = v.company_id"         \
    " AND y.id = v.property_id AND y.archived_at IS NULL WHERE " condition                              \
    ") w WHERE w.characters <= 200000)"

constexpr std::string_view kApplicationProperties =
    VALUES_OF("v.company_id = a.company_id AND v.candidate_id = a.candidate_id AND v.job_id = a.job_id");

constexpr std::string_view kFromApplications =
    "FROM job_application a"
    " LEFT JOIN candidate c ON c.company_id = a.company_id AND c.id = a.candidate_id"
    " LEFT JOIN job j ON j.company_id = a.company_id AND j.id = a.job_id"
    " LEFT JOIN job_ad ad ON ad.company_id = j.company_id AND ad.job_id = j.id AND ad.id = j.default_ad_id"
    " LEFT JOIN department d ON d.company_id = j.company_id AND d.id = j.department_id"
    " LEFT JOIN application_reason reason ON reason.company_id = a.company_id AND reason.id = a.reason_id"
    " WHERE a.company_id = $1";

constexpr std::array kApplicationWalks{Walk{.from = "FROM job_application a WHERE a.company_id = $1",
                                            .key = "a.id",
                                            .row_key = "a.id",
                                            .created = "a.created_at"}};

std::span<const Column> application_columns() {
    static const std::array kColumns{
        Column{"applicationId", "Application id", id, "a.id"},
        Column{"candidateId", "Candidate id", id, "a.candidate_id"},
        Column{"firstName", "First name", text, "c.first_name"},
        Column{"lastName", "Last name", text, "c.last_name"},
        Column{"email", "E-mail", text, "c.email"},
        Column{"internal", "Internal", boolean, "CASE WHEN c.employment = 'INTERNAL' THEN 1 ELSE 0 END"},
        Column{"jobId", "Job id", id, "a.job_id"},
        Column{"jobRefNumber", "Job reference number", text, "j.ref_number"},
        Column{"jobTitle", "Job title", text, "ad.title"},
        Column{"jobStatus", "Job status", word, "j.status"},
        Column{"department", "Department", text, "d.label"},
        Column{"jobCity", "Job city", text, "j.city"},
        Column{"status", "Status", word, "a.status"},
        Column{"subStatus", "Sub-status", word, "a.sub_status"},
        Column{"reasonOfRejection", "Reason of rejection", text, kRejectionLabel},
        Column{"reasonOfWithdrawal", "Reason of withdrawal", text, kWithdrawalLabel},
        Column{"startsOn", "Starts on", date, "a.starts_at"},
        Column{"sourceType", "Source type", word, "a.source_type"},
        Column{"sourceSubType", "Source sub-type", word, "a.source_sub_type"},
        Column{"source", "Source", text, "a.source_label"},
        Column{"onboardingStatus", "Onboarding status", word, "a.onboarding"},
        Column{"createdOn", "Created on", date, "a.created_at"},
        Column{"statusChangedOn", "Status changed on", date,
               "(SELECT max(h.changed_at) FROM job_application_status_change h"
               " WHERE h.company_id = a.company_id AND h.candidate_id = a.candidate_id"
               " AND h.job_id = a.job_id)"},
        application_properties("properties", "Properties"),
    };
    return kColumns;
}

// --- candidates: must not disclose applications, which may be for jobs that the reader does not see

constexpr std::array kCandidateWalks{Walk{.from = "FROM candidate c WHERE c.company_id = $1",
                                          .key = "c.id",
                                          .row_key = "c.id",
                                          .created = "c.created_at"}};

// Those of the primary application (candidates/application.h) among those that the reader sees.
constexpr std::string_view kCandidateProperties = VALUES_OF(
    "v.company_id = c.company_id AND v.candidate_id = c.id"
    " AND v.job_id = coalesce((SELECT n.job_id FROM job_application n"
    " WHERE n.company_id = c.company_id AND n.candidate_id = c.id AND {is visible}"
    " ORDER BY CASE WHEN n.status = 'LEAD' THEN 1 ELSE 0 END, n.change_number DESC LIMIT 1), '')");
#undef VALUES_OF
static_assert(kCandidateProperties.contains(kIsVisibleJob));

constexpr std::array kCandidateColumns{
    Column{"candidateId", "Candidate id", id, "c.id"},
    Column{"firstName", "First name", text, "c.first_name"},
    Column{"lastName", "Last name", text, "c.last_name"},
    Column{"email", "E-mail", text, "c.email"},
    Column{"phoneNumber", "Phone number", text, "c.details", "phoneNumber"},
    Column{"internal", "Internal", boolean, "CASE WHEN c.employment = 'INTERNAL' THEN 1 ELSE 0 END"},
    Column{"city", "City", text, "c.summary", "location.city"},
    Column{"region", "Region", text, "c.summary", "location.region"},
    Column{"country", "Country", text, "c.summary", "location.country"},
    Column{"countryCode", "Country code", word, "c.summary", "location.countryCode"},
    Column{"tags", "Tags", text, "c.summary", "tags"},
    Column{"linkedin", "LinkedIn", text, "c.details", "web.linkedin"},
    Column{"website", "Website", text, "c.details", "web.website"},
    Column{"consentStatus", "Consent", word, "c.consent"},
    Column{"consentAskedOn", "Consent asked on", date, "c.consent_asked_at"},
    Column{"consentDecidedOn", "Consent decided on", date, "c.consent_decided_at"},
    Column{"createdOn", "Created on", date, "c.created_at"},
    Column{"updatedOn", "Updated on", date, "c.updated_at"},
    all_properties("properties", "Properties", kCandidateProperties, "n.job_id"),
};

// --- properties of candidates: one row for each value

// Values of a candidate itself count as long as there is no application.
constexpr std::string_view kFromCandidateProperties =
    "FROM candidate_property_value w"
    " LEFT JOIN candidate_property y ON y.company_id = w.company_id AND y.id = w.property_id"
    " LEFT JOIN candidate_property_choice x ON x.company_id = w.company_id AND x.property_id = w.property_id"
    " AND y.type = 'SINGLE_SELECT' AND x.id = replace(w.value, '\"', '')"
    " LEFT JOIN candidate c ON c.company_id = w.company_id AND c.id = w.candidate_id"
    " LEFT JOIN job_application a ON a.company_id = w.company_id AND a.candidate_id = w.candidate_id"
    " AND a.job_id = w.job_id"
    " LEFT JOIN job j ON j.company_id = a.company_id AND j.id = a.job_id"
    " LEFT JOIN job_ad ad ON ad.company_id = j.company_id AND ad.job_id = j.id AND ad.id = j.default_ad_id"
    " WHERE w.company_id = $1 AND coalesce(y.id, '') <> '' AND y.archived_at IS NULL"
    " AND (a.id IS NOT NULL OR (w.job_id = '' AND NOT EXISTS (SELECT 1 FROM job_application n"
    " WHERE n.company_id = w.company_id AND n.candidate_id = w.candidate_id)))";

constexpr std::array kCandidatePropertyWalks{
    Walk{.from = "FROM candidate_property_value w WHERE w.company_id = $1",
         .key = "w.candidate_id",
         .row_key = "w.candidate_id",
         .range_rows = 500}};

constexpr std::array kCandidatePropertyColumns{
    Column{"candidateId", "Candidate id", id, "w.candidate_id"},
    Column{"firstName", "First name", text, "c.first_name"},
    Column{"lastName", "Last name", text, "c.last_name"},
    Column{"email", "E-mail", text, "c.email"},
    Column{"applicationId", "Application id", id, "a.id"},
    Column{"jobId", "Job id", id, "a.job_id"},
    Column{"jobTitle", "Job title", text, "ad.title"},
    Column{"propertyId", "Property id", id, "w.property_id"},
    Column{"propertyKey", "Property key", word, "y.name"},
    Column{"property", "Property", text, "y.label"},
    Column{"propertyType", "Property type", word,
           "CASE WHEN y.selection = 'SEVERAL' THEN 'MULTI_SELECT' ELSE y.type END"},
    Column{"valueId", "Value id", id, "x.id"},
    Column{.id = "value",
           .name = "Value",
           .type = text,
           .sql = "w.value",
           .member = {},
           .member_sql = "w.property_id",  // whose labels are shown
           .text_sql = "x.label",
           .properties = PropertyColumn::one},
};

// --- offers

constexpr std::string_view kFromOffers =
    "FROM offer f"
    " LEFT JOIN job_application a ON a.company_id = f.company_id AND a.candidate_id = f.candidate_id"
    " AND a.job_id = f.job_id"
    " LEFT JOIN candidate c ON c.company_id = f.company_id AND c.id = f.candidate_id"
    " LEFT JOIN job j ON j.company_id = f.company_id AND j.id = f.job_id"
    " LEFT JOIN job_ad ad ON ad.company_id = j.company_id AND ad.job_id = j.id AND ad.id = j.default_ad_id"
    " LEFT JOIN department d ON d.company_id = j.company_id AND d.id = j.department_id"
    " WHERE f.company_id = $1";

constexpr std::array kOfferWalks{Walk{.from = "FROM offer f WHERE f.company_id = $1",
                                      .key = "f.id",
                                      .row_key = "f.id",
                                      .created = "f.created_at"}};

constexpr std::array kOfferColumns{
    Column{"offerId", "Offer id", id, "f.id"},
    Column{"status", "Status", word, "f.status"},
    Column{"applicationId", "Application id", id, "a.id"},
    Column{"applicationStatus", "Application status", word, "a.status"},
    Column{"candidateId", "Candidate id", id, "f.candidate_id"},
    Column{"firstName", "First name", text, "c.first_name"},
    Column{"lastName", "Last name", text, "c.last_name"},
    Column{"email", "E-mail", text, "c.email"},
    Column{"jobId", "Job id", id, "f.job_id"},
    Column{"jobRefNumber", "Job reference number", text, "j.ref_number"},
    Column{"jobTitle", "Job title", text, "ad.title"},
    Column{"department", "Department", text, "d.label"},
    Column{"jobCity", "Job city", text, "j.city"},
    Column{"salary", "Salary", text, "f.properties", "salary"},
    Column{"signingBonus", "Signing bonus", text, "f.properties", "signingBonus"},
    Column{"bonus", "Yearly bonus", text, "f.properties", "bonus"},
    Column{"shares", "Shares", text, "f.properties", "shares"},
    Column{"startDate", "First day", text, "f.properties", "startDate"},
    Column{"contractType", "Type of contract", text, "f.properties", "contractType"},
    Column{.id = "properties",
           .name = "Properties",
           .type = text,
           .sql = "f.properties",
           .member = {},
           .member_sql = {},
           .properties = PropertyColumn::terms},
    Column{"sentOn", "Sent on", date, "f.sent_at"},
    Column{"createdOn", "Created on", date, "f.created_at"},
    Column{"updatedOn", "Updated on", date, "f.updated_at"},
};

// --- status history: the largest table. Scans applications, and the changes of each, both in the order of
// their keys; CROSS JOIN fixes this join order in SQLite. The candidate is compared with an expression,
// because SQLite may otherwise use the range of candidates for the changes too, and scan it for each
// application.

constexpr std::string_view kFromStatusChanges =
    "FROM job_application a CROSS JOIN job_application_status_change s"
    " WHERE a.company_id = $1 AND s.company_id = a.company_id AND s.candidate_id = (a.candidate_id || '')"
    " AND s.job_id = a.job_id";

// By candidate, in the order of the primary key; changes of a time in the order in which they were made, by
// an index of their ids.
constexpr std::array kStatusChangeWalks{
    Walk{.from = "FROM job_application_status_change s WHERE s.company_id = $1",
         .key = "s.candidate_id",
         .row_key = "a.candidate_id"},
    Walk{.from = "FROM job_application_status_change s WHERE s.company_id = $1",
         .key = "s.id",
         .row_key = "s.id",
         .created = "s.changed_at",
         .rows =
             "FROM job_application_status_change s CROSS JOIN job_application a"
             " WHERE s.company_id = $1 AND a.company_id = s.company_id AND a.candidate_id = s.candidate_id"
             " AND a.job_id = s.job_id",
         .order = "ORDER BY s.id"}};

constexpr std::array kStatusHistoryColumns{
    Column{"applicationId", "Application id", id, "a.id"},
    Column{"candidateId", "Candidate id", id, "s.candidate_id"},
    Column{"jobId", "Job id", id, "s.job_id"},
    Column{"status", "Status", word, "s.status"},
    Column{"subStatus", "Sub-status", word, "s.sub_status"},
    Column{"changedOn", "Changed on", date, "s.changed_at"},
};

// --- time to hire

constexpr std::string_view kFromHires =
    "FROM job_application a"
    " LEFT JOIN candidate c ON c.company_id = a.company_id AND c.id = a.candidate_id"
    " LEFT JOIN job j ON j.company_id = a.company_id AND j.id = a.job_id"
    " LEFT JOIN job_ad ad ON ad.company_id = j.company_id AND ad.job_id = j.id AND ad.id = j.default_ad_id"
    " LEFT JOIN department d ON d.company_id = j.company_id AND d.id = j.department_id"
    " WHERE a.company_id = $1 AND a.status = 'HIRED'";

// There is an index of those who were hired.
constexpr std::array kHireWalks{
    Walk{.from = "FROM job_application a WHERE a.company_id = $1 AND a.status = 'HIRED'",
         .key = "a.id",
         .row_key = "a.id",
         .created = "a.created_at"}};

constexpr std::string_view kHiredAt =
    "(SELECT max(h.changed_at) FROM job_application_status_change h"
    " WHERE h.company_id = a.company_id AND h.candidate_id = a.candidate_id"
    " AND h.job_id = a.job_id AND h.status = 'HIRED')";

// In days of 86,400 seconds; the result is in thousandths.
std::string days_to_hire_since(std::string_view time) {
    return "(" + std::string{kHiredAt} + " - " + std::string{time} + ") / 86400";
}

std::span<const Column> time_to_hire_columns() {
    static const std::string kSinceApplication = days_to_hire_since("a.created_at");
    static const std::string kSinceJob = days_to_hire_since("j.created_at");
    static const std::array kColumns{
        Column{"applicationId", "Application id", id, "a.id"},
        Column{"candidateId", "Candidate id", id, "a.candidate_id"},
        Column{"firstName", "First name", text, "c.first_name"},
        Column{"lastName", "Last name", text, "c.last_name"},
        Column{"jobId", "Job id", id, "a.job_id"},
        Column{"jobRefNumber", "Job reference number", text, "j.ref_number"},
        Column{"jobTitle", "Job title", text, "ad.title"},
        Column{"department", "Department", text, "d.label"},
        Column{"jobCity", "Job city", text, "j.city"},
        Column{"sourceType", "Source type", word, "a.source_type"},
        Column{"source", "Source", text, "a.source_label"},
        Column{"jobCreatedOn", "Job created on", date, "j.created_at"},
        Column{"appliedOn", "Applied on", date, "a.created_at"},
        Column{"hiredOn", "Hired on", date, kHiredAt},
        Column{"startsOn", "Starts on", date, "a.starts_at"},
        Column{"daysToHire", "Days to hire", decimal, kSinceApplication},
        Column{"daysToFill", "Days to fill", decimal, kSinceJob},
    };
    return kColumns;
}

// --- sources

constexpr std::array<std::string_view, 3> kSourceGroups{"a.source_type", "a.source_sub_type",
                                                        "a.source_label"};

constexpr Column of_group(std::string_view column, std::string_view name, DataType type, std::string_view sql,
                          Aggregate aggregate = Aggregate::sum, std::string_view divisor = {}) {
    return {.id = column,
            .name = name,
            .type = type,
            .sql = sql,
            .member = {},
            .member_sql = {},
            .aggregate = aggregate,
            .divisor = divisor};
}

constexpr std::array kSourceColumns{
    Column{"sourceType", "Source type", word, "a.source_type"},
    Column{"sourceSubType", "Source sub-type", word, "a.source_sub_type"},
    Column{"source", "Source", text, "a.source_label"},
    of_group("applications", "Applications", number, "count(*)"),
    of_group("leads", "Leads", number, "count(*) FILTER (WHERE a.status = 'LEAD')"),
    of_group("new", "New", number, "count(*) FILTER (WHERE a.status = 'NEW')"),
    of_group("inReview", "In review", number, "count(*) FILTER (WHERE a.status = 'IN_REVIEW')"),
    of_group("interview", "Interview", number, "count(*) FILTER (WHERE a.status = 'INTERVIEW')"),
    of_group("offered", "Offered", number, "count(*) FILTER (WHERE a.status = 'OFFERED')"),
    of_group("hired", "Hired", number, "count(*) FILTER (WHERE a.status = 'HIRED')"),
    of_group("rejected", "Rejected", number, "count(*) FILTER (WHERE a.status = 'REJECTED')"),
    of_group("withdrawn", "Withdrawn", number, "count(*) FILTER (WHERE a.status = 'WITHDRAWN')"),
    of_group("transferred", "Transferred", number, "count(*) FILTER (WHERE a.status = 'TRANSFERRED')"),
    of_group("hireRate", "Hire rate (%)", decimal, "count(*) FILTER (WHERE a.status = 'HIRED') * 100000",
             Aggregate::sum, "count(*)"),
    of_group("firstAppliedOn", "First applied on", date, "min(a.created_at)", Aggregate::least),
    of_group("lastAppliedOn", "Last applied on", date, "max(a.created_at)", Aggregate::greatest),
};

// --- webhook deliveries: every call, ordered by subscription

constexpr std::string_view kFromCallbacks =
    "FROM webhook_subscription s CROSS JOIN callback k"
    " LEFT JOIN event e ON e.company_id = k.company_id AND e.id = k.event_id"
    " WHERE s.company_id = $1 AND k.subscription_id = s.id AND k.company_id = s.company_id";

// Ids of calls are ordered within a subscription and status.
constexpr Parts kCallbackParts{.columns = "s.id, x.status",
                               .from =
                                   "FROM webhook_subscription s"
                                   " CROSS JOIN (SELECT 'failed' AS status UNION ALL SELECT 'successful') x"
                                   " WHERE s.company_id = $1",
                               .order = "ORDER BY s.id, x.status",
                               .keys = {"k.subscription_id", "k.status"},
                               .row_keys = {"s.id", "k.status"}};

constexpr std::array kCallbackWalks{Walk{.from = "FROM callback k WHERE k.company_id = $1",
                                         .key = "k.id",
                                         .row_key = "k.id",
                                         .created = "k.sent_at",
                                         .parts = &kCallbackParts}};

constexpr std::array kDeliveryColumns{
    Column{"callbackId", "Callback id", id, "k.id"},
    Column{"subscriptionId", "Subscription id", id, "s.id"},
    Column{"subscriptionStatus", "Subscription status", word, "s.status"},
    Column{"eventId", "Event id", id, "k.event_id"},
    Column{"eventName", "Event", word, "e.name"},
    Column{"eventCreatedOn", "Event created on", date, "e.created_at"},
    Column{"status", "Status", word, "k.status"},
    Column{"address", "Address", text, "k.address"},
    Column{"responseStatus", "Response status", number, "k.response_status"},
    Column{"failure", "Failure", text, "k.failure"},
    Column{"sentOn", "Sent on", date, "k.sent_at"},
    Column{"duration", "Duration (ms)", number, "k.took_ms"},
};

// --- API use

constexpr std::string_view kFromUse =
    "FROM api_use q"
    " LEFT JOIN user_account m ON m.company_id = q.company_id AND m.id = q.user_id"
    " LEFT JOIN application p ON p.id = q.application_id"
    " WHERE q.company_id = $1";

constexpr std::array kUseWalks{Walk{.from = "FROM api_use q WHERE q.company_id = $1",
                                    .key = "q.day",
                                    .row_key = "q.day",
                                    .created = "q.day",
                                    .key_is_time = true}};

constexpr std::array kUseColumns{
    Column{"day", "Day", date, "q.day"},
    Column{"userId", "User id", id, "q.user_id"},
    Column{"userEmail", "User e-mail", text, "m.email"},
    Column{"applicationId", "Application id", id, "NULLIF(q.application_id, '')"},
    Column{"applicationName", "Application", text, "p.name"},
    Column{"operation", "Operation", word, "q.operation"},
    Column{"calls", "Calls", number, "q.calls"},
    Column{"refused", "Refused", number, "q.refused"},
    Column{"clientErrors", "Client errors", number, "q.faulty"},
    Column{"serverErrors", "Server errors", number, "q.failed"},
    Column{"bytes", "Bytes", number, "q.bytes"},
};

}  // namespace

Column application_properties(std::string_view id, std::string_view name) {
    return all_properties(id, name, kApplicationProperties);
}

std::span<const Area> all_areas() {
    static const std::array kAreas{
        Area{"JOB",
             "Jobs",
             {.name = "report_jobs",
              .from = kFromJobs,
              .order = "ORDER BY j.id",
              .row_access = RowAccess::by_job,
              .row_access_key = "j.id",
              .columns = kJobColumns,
              .walks = kJobWalks}},
        Area{"JOB_PROPERTY",
             "Job properties",
             {.name = "report_job_properties",
              .from = kFromJobProperties,
              .order = "ORDER BY k.job_id, k.property_id",
              .row_access = RowAccess::by_job,
              .row_access_key = "k.job_id",
              .columns = kJobPropertyColumns,
              .walks = kJobPropertyWalks}},
        Area{"APPLICATION",
             "Applications",
             {.name = "report_applications",
              .from = kFromApplications,
              .order = "ORDER BY a.id",
              .row_access = RowAccess::by_job,
              .row_access_key = "a.job_id",
              .columns = application_columns(),
              .walks = kApplicationWalks}},
        Area{"CANDIDATE",
             "Candidates",
             {.name = "report_candidates",
              .from = "FROM candidate c WHERE c.company_id = $1",
              .order = "ORDER BY c.id",
              .row_access = RowAccess::by_candidate,
              .row_access_key = "c.id",
              .columns = kCandidateColumns,
              .walks = kCandidateWalks}},
        Area{"CANDIDATE_PROPERTY",
             "Properties of candidates",
             {.name = "report_candidate_properties",
              .from = kFromCandidateProperties,
              .order = "ORDER BY w.candidate_id, w.job_id, w.property_id",
              .row_access = RowAccess::by_property,
              .row_access_key = "w.job_id",
              .columns = kCandidatePropertyColumns,
              .audience_key = "coalesce(y.audience, '')",
              .walks = kCandidatePropertyWalks}},
        Area{"OFFER",
             "Offers",
             {.name = "report_offers",
              .from = kFromOffers,
              .order = "ORDER BY f.id",
              .row_access = RowAccess::by_job,
              .row_access_key = "f.job_id",
              .columns = kOfferColumns,
              .walks = kOfferWalks}},
        Area{"STATUS_HISTORY",
             "Status history",
             {.name = "report_status_history",
              .from = kFromStatusChanges,
              .order = "ORDER BY a.candidate_id, a.job_id, s.id",
              .row_access = RowAccess::by_job,
              .row_access_key = "a.job_id",
              .columns = kStatusHistoryColumns,
              .walks = kStatusChangeWalks}},
        Area{"TIME_TO_HIRE",
             "Time to hire",
             {.name = "report_time_to_hire",
              .from = kFromHires,
              .order = "ORDER BY a.id",
              .row_access = RowAccess::by_job,
              .row_access_key = "a.job_id",
              .columns = time_to_hire_columns(),
              .walks = kHireWalks}},
        Area{"SOURCE",
             "Source effectiveness",
             {.name = "report_sources",
              .from = "FROM job_application a WHERE a.company_id = $1",
              .order = "GROUP BY a.source_type, a.source_sub_type, a.source_label",
              .row_access = RowAccess::by_job,
              .row_access_key = "a.job_id",
              .columns = kSourceColumns,
              .walks = kApplicationWalks,
              .groups = kSourceGroups}},
        Area{"WEBHOOK_DELIVERY",
             "Webhook deliveries",
             {.name = "report_webhook_deliveries",
              .from = kFromCallbacks,
              .order = "ORDER BY s.id, k.status, k.id",
              .row_access = RowAccess::administrators,
              .row_access_key = "",
              .columns = kDeliveryColumns,
              .walks = kCallbackWalks}},
        Area{"API_USE",
             "API use",
             {.name = "report_api_use",
              .from = kFromUse,
              .order = "ORDER BY q.day, q.user_id, q.application_id, q.operation",
              .row_access = RowAccess::administrators,
              .row_access_key = "",
              .columns = kUseColumns,
              .walks = kUseWalks}},
    };
    return kAreas;
}

const Area* area_called(std::string_view id) {
    const auto areas = all_areas();
    const auto found = std::ranges::find(areas, id, &Area::id);
    return found == areas.end() ? nullptr : &*found;
}

const Column* column_called(const Area& area, std::string_view id) {
    const auto columns = area.table.columns;
    const auto found = std::ranges::find(columns, id, &Column::id);
    return found == columns.end() ? nullptr : &*found;
}

}  // namespace callboard::reports
