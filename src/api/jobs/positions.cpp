#include "api/jobs/positions.h"

#include <utility>

#include "api/common/job_paths.h"
#include "jobs/positions.h"

namespace callboard::api {
namespace {

PositionId position_id(const edge::PathParams& path) {
    return path.id<PositionId>("positionId", "POSITION_NOT_FOUND");
}

jobs::PositionDraft draft(const PositionInput& input) {
    return {.number = input.position_id,
            .kind = input.type,
            .incumbent_name = input.incumbent_name,
            .opens_at = input.position_open_date,
            .target_start_at = input.target_start_date};
}

PositionView view(jobs::Position position) {
    return {.id = position.id,
            .position_id = std::move(position.number),
            .type = position.kind,
            .incumbent_name = std::move(position.incumbent_name),
            .position_open_date = position.opens_at,
            .target_start_date = position.target_start_at,
            .status = position.status};
}

}  // namespace

PositionList list_positions(db::Snapshot& snapshot, const edge::Call<>& call) {
    PositionList list;
    for (auto& position : jobs::positions(snapshot, call.actor(), job_id(call.path)))
        list.content.push_back(view(std::move(position)));
    list.total_found = std::ssize(list.content);
    return list;
}

edge::Reply<PositionView> create_position(db::Tx& tx, const edge::Call<PositionInput>& call) {
    const JobId job = job_id(call.path);
    auto made = jobs::add_position(tx, call.actor(), job, draft(call.body));
    auto location = call.link(path_of(job) + "/positions/" + std::string{made.id.text()});
    return {.view = view(std::move(made)), .location = std::move(location)};
}

PositionView get_position(db::Snapshot& snapshot, const edge::Call<>& call) {
    const JobId job = job_id(call.path);
    return view(jobs::position(snapshot, call.actor(), job, position_id(call.path)));
}

PositionView replace_position(db::Tx& tx, const edge::Call<PositionInput>& call) {
    const JobId job = job_id(call.path);
    return view(jobs::change_position(tx, call.actor(), job, position_id(call.path), draft(call.body)));
}

wire::Nothing delete_position(db::Tx& tx, const edge::Call<>& call) {
    const JobId job = job_id(call.path);
    jobs::remove_position(tx, call.actor(), job, position_id(call.path));
    return {};
}

}  // namespace callboard::api
