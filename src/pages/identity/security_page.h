// The page of an account with its second factor and its sessions.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

edge::WebReply security_page(db::Snapshot& snapshot, const edge::WebCall& call);
edge::ReplyOrCheck change_security(db::Db& db, const edge::WebCall& call);

}  // namespace callboard::pages
