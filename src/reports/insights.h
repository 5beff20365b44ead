// Figures about the applications of a period: how many came from where, how far they got and how long it
// took.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "base/clock.h"
#include "candidates/application.h"
#include "db/db.h"
#include "wire/shape.h"

namespace callboard::reports {

struct InsightsRequest {
    std::optional<std::string> job;
    std::optional<Timestamp> from;
    std::optional<Timestamp> to;

    static constexpr auto shape() {
        using Self = InsightsRequest;
        return wire::fields(
            wire::field("jobId", &Self::job, {.max_length = 256, .about = "Default: all jobs."}),
            wire::field("from", &Self::from,
                        {.about = "Default: the Monday of eleven weeks before the week of `to`."}),
            wire::field("to", &Self::to,
                        {.about = "Exclusive, at most 366 days after `from`. Default: now."}));
    }
};

struct WeekCount {
    std::string week;  // its Monday
    std::string source;
    std::int64_t count = 0;

    static constexpr std::string_view kName = "InsightsWeek";
    static constexpr auto shape() {
        using Self = WeekCount;
        return wire::fields(wire::field("week", &Self::week, {.about = "The Monday of the week, in UTC."}),
                            wire::field("source", &Self::source, {.about = "The label of the source."}),
                            wire::field("count", &Self::count));
    }
};

struct ReachedCount {
    candidates::Status status{};
    std::int64_t count = 0;

    static constexpr std::string_view kName = "InsightsFunnelStatus";
    static constexpr auto shape() {
        return wire::fields(wire::field("status", &ReachedCount::status),
                            wire::field("count", &ReachedCount::count));
    }
};

struct StatusTime {
    candidates::Status status{};
    double median_days = 0;
    std::int64_t count = 0;

    static constexpr std::string_view kName = "InsightsStatusTime";
    static constexpr auto shape() {
        using Self = StatusTime;
        return wire::fields(wire::field("status", &Self::status),
                            wire::field("medianDays", &Self::median_days),
                            wire::field("count", &Self::count));
    }
};

struct MonthTime {
    std::string month;
    double median_days = 0;
    std::int64_t count = 0;

    static constexpr std::string_view kName = "InsightsMonth";
    static constexpr auto shape() {
        using Self = MonthTime;
        return wire::fields(wire::field("month", &Self::month, {.about = "Year and month, in UTC."}),
                            wire::field("medianDays", &Self::median_days),
                            wire::field("count", &Self::count));
    }
};

struct HireTime {
    std::optional<double> median_days;
    std::int64_t count = 0;
    std::vector<MonthTime> by_month;

    static constexpr std::string_view kName = "InsightsTimeToHire";
    static constexpr auto shape() {
        using Self = HireTime;
        return wire::fields(
            wire::field("medianDays", &Self::median_days, {.about = "Absent if nobody was hired."}),
            wire::field("count", &Self::count), wire::field("byMonth", &Self::by_month));
    }
};

struct Insights {
    Timestamp from;
    Timestamp to;
    std::vector<WeekCount> applications_by_week;
    std::vector<ReachedCount> funnel;
    std::vector<StatusTime> time_in_status;
    HireTime time_to_hire;

    static constexpr std::string_view kName = "InsightsFigures";
    static constexpr auto shape() {
        using Self = Insights;
        return wire::fields(wire::field("from", &Self::from), wire::field("to", &Self::to),
                            wire::field("applicationsByWeek", &Self::applications_by_week),
                            wire::field("funnel", &Self::funnel),
                            wire::field("timeInStatus", &Self::time_in_status),
                            wire::field("timeToHire", &Self::time_to_hire));
    }
};

// Of the jobs that the actor sees, or of one of them. Throws INVALID_PARAMETER for a period that is empty or
// too long. Reads at most half a million status changes.
Insights insights(db::Snapshot& snapshot, const accounts::Actor& actor, const InsightsRequest& request);

// The same as JSON, up to a minute old.
std::string recent_insights(db::Snapshot& snapshot, const accounts::Actor& actor,
                            const InsightsRequest& request);

}  // namespace callboard::reports
