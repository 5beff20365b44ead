#include "api/candidates/tags.h"

#include "api/common/candidate_paths.h"
#include "candidates/change.h"

namespace callboard::api {

CandidateTags get_tags(db::Snapshot& snapshot, const edge::Call<>& call) {
    return {.tags = candidates::tags(snapshot, call.actor(), candidate_id(call.path))};
}

edge::Reply<CandidateTags> add_tags(db::Tx& tx, const edge::Call<CandidateTags>& call) {
    const CandidateId id = candidate_id(call.path);
    return {.view = {.tags = candidates::add_tags(tx, call.actor(), id, call.body.tags)},
            .location = std::nullopt,
            .next_page = std::nullopt,
            .concerns = id};
}

CandidateTags replace_tags(db::Tx& tx, const edge::Call<CandidateTags>& call) {
    return {.tags = candidates::replace_tags(tx, call.actor(), candidate_id(call.path), call.body.tags)};
}

wire::Nothing delete_tags(db::Tx& tx, const edge::Call<>& call) {
    candidates::replace_tags(tx, call.actor(), candidate_id(call.path), {});
    return {};
}

}  // namespace callboard::api
