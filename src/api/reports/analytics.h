#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "edge/call.h"
#include "edge/export.h"
#include "wire/shape.h"

namespace callboard::api {

// The media types of a feed, the default first.
inline constexpr std::array<std::string_view, 2> kFeedTypes{"application/json", "text/csv; charset=utf-8"};

struct AnalyticsQuery {
    std::optional<std::string> date_format;

    static constexpr auto shape() {
        return wire::fields(wire::field(
            "dateFormat", &AnalyticsQuery::date_format,
            {.max_length = 100,
             .about = "The date format, a pattern of Java's SimpleDateFormat; times are in UTC. Default: "
                      "yyyy-MM-dd'T'HH:mm:ss."}));
    }
};

using AnalyticsCall = edge::Call<wire::Nothing, AnalyticsQuery>;
using PlainAnalyticsCall = edge::Call<wire::Nothing, wire::Nothing>;

// All rows that the caller may see, in one response: JSON, or CSV if the Accept header prefers it.
edge::Export analytics_applications(const edge::ExportSteps& steps, const AnalyticsCall& call);
edge::Export analytics_hiring_team(const edge::ExportSteps& steps, const PlainAnalyticsCall& call);
edge::Export analytics_interviews(const edge::ExportSteps& steps, const AnalyticsCall& call);
edge::Export analytics_job_fields(const edge::ExportSteps& steps, const PlainAnalyticsCall& call);
edge::Export analytics_jobs(const edge::ExportSteps& steps, const AnalyticsCall& call);
edge::Export analytics_positions(const edge::ExportSteps& steps, const AnalyticsCall& call);

// The JSON schemas of the responses, for the OpenAPI document.
void describe_analytics_applications(wire::JsonWriter& out, wire::Schemas& schemas);
void describe_analytics_hiring_team(wire::JsonWriter& out, wire::Schemas& schemas);
void describe_analytics_interviews(wire::JsonWriter& out, wire::Schemas& schemas);
void describe_analytics_job_fields(wire::JsonWriter& out, wire::Schemas& schemas);
void describe_analytics_jobs(wire::JsonWriter& out, wire::Schemas& schemas);
void describe_analytics_positions(wire::JsonWriter& out, wire::Schemas& schemas);

}  // namespace callboard::api
