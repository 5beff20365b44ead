#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::api {

edge::WebReply list_scim_groups(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply get_scim_group(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply create_scim_group(db::Tx& tx, const edge::WebCall& call);
edge::WebReply replace_scim_group(db::Tx& tx, const edge::WebCall& call);
edge::WebReply patch_scim_group(db::Tx& tx, const edge::WebCall& call);
edge::WebReply delete_scim_group(db::Tx& tx, const edge::WebCall& call);

}  // namespace callboard::api
