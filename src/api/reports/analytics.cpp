#include "api/reports/analytics.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analytics/date_pattern.h"
#include "analytics/feed_text.h"
#include "analytics/feeds.h"
#include "base/error.h"
#include "base/spool.h"
#include "edge/content_negotiation.h"
#include "edge/services.h"
#include "http/message.h"
#include "reports/table.h"

namespace callboard::api {
namespace {

using analytics::DatePattern;
using analytics::Feed;
using analytics::FeedFormat;

class SpoolBody final : public http::BodyStream {
  public:
    explicit SpoolBody(std::unique_ptr<Spool> spool) : spool_(std::move(spool)) {}
    bool next(std::string& piece) override { return spool_->take(piece, http::kPieceSize); }

  private:
    const std::unique_ptr<Spool> spool_;
};

DatePattern pattern_of(const std::optional<std::string>& text) {
    auto pattern = DatePattern::parse(text && !text->empty() ? *text : analytics::kDefaultPattern);
    if (!pattern)
        throw invalid_request("INVALID_PARAMETER", "dateFormat must be a pattern of Java's SimpleDateFormat");
    return std::move(*pattern);
}

std::vector<const reports::Column*> all_columns(const reports::Table& table) {
    std::vector<const reports::Column*> all;
    for (const reports::Column& column : table.columns) all.push_back(&column);
    return all;
}

// The whole response. It is written to a spool first, so that a slow client keeps no worker, and a failure is
// an error and not a part of a response.
std::unique_ptr<Spool> read_all(const edge::ExportSteps& steps, const accounts::Actor& reader, Feed feed,
                                analytics::FeedText text) {
    auto spool = std::make_unique<Spool>(steps.services.export_folder);
    const reports::Table& table = analytics::table_of(feed);
    const reports::Selection everything{table, all_columns(table), {}};
    std::string buffer;
    std::vector<reports::Cell> row;
    text.begin(buffer);
    reports::read_rows(steps.large_reads, steps.company, reader, everything, steps.stop,
                       [&](std::span<const reports::Cell> cells) {
                           row.assign(cells.begin(), cells.end());
                           if (!analytics::complete(feed, row)) return;
                           text.row(buffer, row);
                           if (buffer.size() < http::kPieceSize) return;
                           spool->append(buffer);
                           buffer.clear();
                       });
    text.end(buffer);
    spool->append(buffer);
    return spool;
}

edge::Export answer(const edge::ExportSteps& steps, const accounts::Actor& reader, Feed feed,
                    const DatePattern& dates) {
    const std::size_t type = edge::preferred_type(steps.request, kFeedTypes).value_or(0);
    const FeedFormat format = type == 0 ? FeedFormat::json : FeedFormat::csv;
    edge::Export made;
    made.content_type = kFeedTypes[type];
    if (steps.request.is_head) return made;
    made.body = std::make_unique<SpoolBody>(
        read_all(steps, reader, feed, {format, analytics::table_of(feed).columns, dates}));
    return made;
}

edge::Export answer(const edge::ExportSteps& steps, const AnalyticsCall& call, Feed feed) {
    return answer(steps, call.actor(), feed, pattern_of(call.query.date_format));
}
edge::Export answer(const edge::ExportSteps& steps, const PlainAnalyticsCall& call, Feed feed) {
    return answer(steps, call.actor(), feed, pattern_of(std::nullopt));
}

void describe_value(wire::JsonWriter& out, reports::DataType type) {
    using enum reports::DataType;
    switch (type) {
        case number: return wire::describe(out, "integer", "", {});
        case decimal: return wire::describe(out, "number", "double", {});
        case boolean: return wire::describe(out, "boolean", "", {});
        case id:
        case date:
        case text:
        case word: return wire::describe(out, "string", "", {});
    }
}

void describe_row(wire::JsonWriter& out, Feed feed) {
    out.open_object();
    out.member("type", "object");
    out.key("properties");
    out.open_object();
    for (const reports::Column& column : analytics::table_of(feed).columns) {
        out.key(column.id);
        describe_value(out, column.type);
    }
    out.close_object();
    out.close_object();
}

void describe_rows(wire::JsonWriter& out, wire::Schemas& schemas, Feed feed, std::string_view row_name) {
    out.open_object();
    out.member("type", "object");
    out.key("properties");
    out.open_object();
    out.key("content");
    out.open_object();
    out.member("type", "array");
    out.key("items");
    schemas.refer(out, row_name, [&](wire::JsonWriter& inner) { describe_row(inner, feed); });
    out.close_object();
    out.close_object();
    out.key("required");
    out.raw(R"(["content"])");
    out.close_object();
}

void describe_answer(wire::JsonWriter& out, wire::Schemas& schemas, Feed feed, std::string_view name,
                     std::string_view row_name) {
    schemas.refer(out, name, [&](wire::JsonWriter& inner) { describe_rows(inner, schemas, feed, row_name); });
}

}  // namespace

edge::Export analytics_applications(const edge::ExportSteps& steps, const AnalyticsCall& call) {
    return answer(steps, call, Feed::applications);
}
edge::Export analytics_hiring_team(const edge::ExportSteps& steps, const PlainAnalyticsCall& call) {
    return answer(steps, call, Feed::hiring_team);
}
edge::Export analytics_interviews(const edge::ExportSteps& steps, const AnalyticsCall& call) {
    return answer(steps, call, Feed::interviews);
}
edge::Export analytics_job_fields(const edge::ExportSteps& steps, const PlainAnalyticsCall& call) {
    return answer(steps, call, Feed::job_fields);
}
edge::Export analytics_jobs(const edge::ExportSteps& steps, const AnalyticsCall& call) {
    return answer(steps, call, Feed::jobs);
}
edge::Export analytics_positions(const edge::ExportSteps& steps, const AnalyticsCall& call) {
    return answer(steps, call, Feed::positions);
}

void describe_analytics_applications(wire::JsonWriter& out, wire::Schemas& schemas) {
    describe_answer(out, schemas, Feed::applications, "AnalyticsApplications", "AnalyticsApplication");
}
void describe_analytics_hiring_team(wire::JsonWriter& out, wire::Schemas& schemas) {
    describe_answer(out, schemas, Feed::hiring_team, "AnalyticsTeamMembers", "AnalyticsTeamMember");
}
void describe_analytics_interviews(wire::JsonWriter& out, wire::Schemas& schemas) {
    describe_answer(out, schemas, Feed::interviews, "AnalyticsInterviews", "AnalyticsInterview");
}
void describe_analytics_job_fields(wire::JsonWriter& out, wire::Schemas& schemas) {
    describe_answer(out, schemas, Feed::job_fields, "AnalyticsJobFields", "AnalyticsJobField");
}
void describe_analytics_jobs(wire::JsonWriter& out, wire::Schemas& schemas) {
    describe_answer(out, schemas, Feed::jobs, "AnalyticsJobs", "AnalyticsJob");
}
void describe_analytics_positions(wire::JsonWriter& out, wire::Schemas& schemas) {
    describe_answer(out, schemas, Feed::positions, "AnalyticsPositions", "AnalyticsPosition");
}

}  // namespace callboard::api
