#pragma once

#include "db/db.h"
#include "edge/web.h"
#include "scim/user_input.h"

namespace callboard::api {

scim::UserInput read_scim_user(const edge::WebCall& call);
scim::UserPatch read_scim_user_patch(const edge::WebCall& call);

edge::WebReply list_scim_users(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply get_scim_user(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply create_scim_user(db::Tx& tx, const edge::WebCall& call, const scim::UserInput& input);
edge::WebReply replace_scim_user(db::Tx& tx, const edge::WebCall& call, const scim::UserInput& input);
edge::WebReply patch_scim_user(db::Tx& tx, const edge::WebCall& call, const scim::UserPatch& patch);
edge::WebReply delete_scim_user(db::Tx& tx, const edge::WebCall& call);

}  // namespace callboard::api
