#pragma once

#include <string_view>
#include <vector>

#include "candidates/profile.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

struct CandidateTags {
    std::vector<candidates::Tag> tags;

    static constexpr std::string_view kName = "CandidateTags";
    static constexpr auto shape() {
        return wire::fields(wire::field("tags", &CandidateTags::tags, {.max_items = 100}));
    }
    static CandidateTags example() { return {.tags = {{"night shift"}, {"forklift"}}}; }
};

CandidateTags get_tags(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<CandidateTags> add_tags(db::Tx& tx, const edge::Call<CandidateTags>& call);
CandidateTags replace_tags(db::Tx& tx, const edge::Call<CandidateTags>& call);
wire::Nothing delete_tags(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
