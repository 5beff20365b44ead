#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/common/application_parts.h"
#include "base/clock.h"
#include "base/id.h"
#include "candidates/application.h"
#include "candidates/application_list_request.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/page.h"
#include "wire/shape.h"

namespace callboard::api {

struct ApplicationLineView {
    JobApplicationId id;
    ApplicantPart candidate;
    AppliedJobPart job;
    candidates::Status status{};
    std::optional<std::string> sub_status;
    std::optional<double> rating;  // of reviews, which do not exist yet
    std::optional<std::string> source;
    Timestamp created_on;
    Timestamp moved_on;

    static constexpr std::string_view kName = "ApplicationLine";
    static constexpr auto shape() {
        using Self = ApplicationLineView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("candidate", &Self::candidate),
            wire::field("job", &Self::job), wire::field("status", &Self::status),
            wire::field("subStatus", &Self::sub_status),
            wire::field("rating", &Self::rating,
                        {.about = "The average rating of the reviews, if there are any."}),
            wire::field("source", &Self::source, {.about = "The label of the source."}),
            wire::field("createdOn", &Self::created_on),
            wire::field(
                "movedOn", &Self::moved_on,
                {.about = "When the status or sub-status changed last, or the application was made."}));
    }
};

struct ApplicationList {
    std::int64_t total_found = 0;
    wire::Cursor next_page_id;
    std::vector<ApplicationLineView> content;

    static constexpr std::string_view kName = "Applications";
    static constexpr auto shape() {
        using Self = ApplicationList;
        return wire::fields(wire::field("totalFound", &Self::total_found),
                            wire::field("nextPageId", &Self::next_page_id),
                            wire::field("content", &Self::content));
    }
};

struct PipelineColumn {
    candidates::Status status{};
    std::optional<std::string> sub_status;
    std::int64_t count = 0;

    static constexpr std::string_view kName = "PipelineColumn";
    static constexpr auto shape() {
        using Self = PipelineColumn;
        return wire::fields(
            wire::field("status", &Self::status),
            wire::field("subStatus", &Self::sub_status, {.about = "Absent: in none of the sub-statuses."}),
            wire::field("count", &Self::count));
    }
};

struct PipelineView {
    JobId job_id;
    std::vector<PipelineColumn> columns;

    static constexpr std::string_view kName = "Pipeline";
    static constexpr auto shape() {
        return wire::fields(wire::field("jobId", &PipelineView::job_id),
                            wire::field("columns", &PipelineView::columns));
    }
};

edge::Reply<ApplicationList> list_applications(
    db::Snapshot& snapshot, const edge::Call<wire::Nothing, candidates::ApplicationListRequest>& call);
PipelineView get_pipeline(db::Snapshot& snapshot, const edge::Call<>& call);

}  // namespace callboard::api
