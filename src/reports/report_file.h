// One run of a report and its result.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "reports/report.h"

namespace callboard::reports {

enum class FileStatus { pending, running, completed, failed };
enum class ScheduleType { ad_hoc, scheduled };

// Why a run failed, as the API names it.
enum class Failure {
    unknown,
    missing_access_group,
    access_group_mismatch,
    missing_system_role,
    system_role_mismatch,
    reporting_area_restricted,
    incorrect_access_configuration,
    missing_report_creator_employee,
};

struct ReportFile {
    ReportFileId id;
    ReportId report;
    std::string area;
    Definition definition;  // a copy of the report's at the time of the request
    FileStatus status{};
    ScheduleType schedule_type{};
    UserId requestor;
    accounts::Role role{};      // of the requester, at the time of the request
    std::string access_groups;  // of the requester when it was generated: sorted ids, comma-separated
    // count_restrictions() before it was generated; absent if no restriction concerns it (generation.h)
    std::optional<std::int64_t> property_restrictions = {};
    Timestamp scheduled_at;
    std::optional<Timestamp> generated_at;
    std::optional<Failure> failure;
    std::int64_t row_count = 0;             // so far
    std::optional<std::string> bytes_name;  // file name in the folder, once complete
    std::optional<std::int64_t> csv_bytes;
    std::optional<std::int64_t> excel_bytes;
    std::int64_t attempts = 0;
};

}  // namespace callboard::reports

template <>
struct callboard::Names<callboard::reports::FileStatus> {
    using enum callboard::reports::FileStatus;
    static constexpr std::string_view kName = "ReportFileStatus";
    static constexpr std::array kList{
        std::pair{pending, std::string_view{"PENDING"}}, std::pair{running, std::string_view{"RUNNING"}},
        std::pair{completed, std::string_view{"COMPLETED"}}, std::pair{failed, std::string_view{"FAILED"}}};
};
template <>
struct callboard::Names<callboard::reports::ScheduleType> {
    using enum callboard::reports::ScheduleType;
    static constexpr std::string_view kName = "ReportScheduleType";
    static constexpr std::array kList{std::pair{ad_hoc, std::string_view{"AD_HOC"}},
                                      std::pair{scheduled, std::string_view{"SCHEDULED"}}};
};
template <>
struct callboard::Names<callboard::reports::Failure> {
    using enum callboard::reports::Failure;
    static constexpr std::string_view kName = "ReportFailure";
    static constexpr std::array kList{
        std::pair{unknown, std::string_view{"UNKNOWN"}},
        std::pair{missing_access_group, std::string_view{"MISSING_ACCESS_GROUP"}},
        std::pair{access_group_mismatch, std::string_view{"ACCESS_GROUP_MISMATCH"}},
        std::pair{missing_system_role, std::string_view{"MISSING_SYSTEM_ROLE"}},
        std::pair{system_role_mismatch, std::string_view{"SYSTEM_ROLE_MISMATCH"}},
        std::pair{reporting_area_restricted, std::string_view{"REPORTING_AREA_RESTRICTED"}},
        std::pair{incorrect_access_configuration, std::string_view{"INCORRECT_ACCESS_CONFIGURATION"}},
        std::pair{missing_report_creator_employee, std::string_view{"MISSING_REPORT_CREATOR_EMPLOYEE"}},
    };
};
