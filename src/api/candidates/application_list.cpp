#include "api/candidates/application_list.h"

#include <utility>

#include "api/common/job_paths.h"
#include "candidates/application_listing.h"
#include "candidates/pipeline.h"

namespace callboard::api {
namespace {

ApplicationLineView view(candidates::store::ApplicationLine line) {
    ApplicationLineView view{.id = line.id,
                             .candidate = {.id = line.candidate,
                                           .first_name = std::move(line.first_name),
                                           .last_name = std::move(line.last_name)},
                             .job = {.id = line.job, .title = std::move(line.job_title)},
                             .status = line.status,
                             .sub_status = std::move(line.sub_status),
                             .rating = std::nullopt,
                             .source = std::nullopt,
                             .created_on = line.created_at,
                             // 0: of an earlier version, and not known yet
                             .moved_on = line.moved_at.ms == 0 ? line.created_at : line.moved_at};
    if (!line.source.empty()) view.source = std::move(line.source);
    return view;
}

}  // namespace

edge::Reply<ApplicationList> list_applications(
    db::Snapshot& snapshot, const edge::Call<wire::Nothing, candidates::ApplicationListRequest>& call) {
    auto page = candidates::list_applications(snapshot, call.actor(), call.query);
    auto next = call.next_page("/applications", page.next);
    ApplicationList list{.total_found = page.total, .next_page_id = {std::move(page.next)}, .content = {}};
    list.content.reserve(page.applications.size());
    for (auto& line : page.applications) list.content.push_back(view(std::move(line)));
    return {.view = std::move(list), .location = std::nullopt, .next_page = std::move(next)};
}

PipelineView get_pipeline(db::Snapshot& snapshot, const edge::Call<>& call) {
    const JobId job = job_id(call.path);
    PipelineView view{.job_id = job, .columns = {}};
    for (auto& column : candidates::pipeline(snapshot, call.actor(), job))
        view.columns.push_back(
            {.status = column.status, .sub_status = std::move(column.sub_status), .count = column.count});
    return view;
}

}  // namespace callboard::api
