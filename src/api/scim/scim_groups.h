#pragma once

#include <vector>

#include "db/db.h"
#include "edge/web.h"
#include "scim/group_input.h"

namespace callboard::api {

scim::GroupInput read_scim_group(const edge::WebCall& call);
std::vector<scim::GroupChange> read_scim_group_patch(const edge::WebCall& call);

edge::WebReply list_scim_groups(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply get_scim_group(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply create_scim_group(db::Tx& tx, const edge::WebCall& call, const scim::GroupInput& input);
edge::WebReply replace_scim_group(db::Tx& tx, const edge::WebCall& call, const scim::GroupInput& input);
edge::WebReply patch_scim_group(db::Tx& tx, const edge::WebCall& call,
                                const std::vector<scim::GroupChange>& changes);
edge::WebReply delete_scim_group(db::Tx& tx, const edge::WebCall& call);

}  // namespace callboard::api
