#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::api {

edge::WebReply get_scim_configuration(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply list_scim_resource_types(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply get_scim_resource_type(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply list_scim_schemas(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply get_scim_schema(db::Snapshot& snapshot, const edge::WebCall& call);

}  // namespace callboard::api
