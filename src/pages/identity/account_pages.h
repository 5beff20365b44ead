// Pages for the signed-in user's own account.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

edge::WebReply connected_applications(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply disconnect_application(db::Tx& tx, const edge::WebCall& call);

edge::WebReply password_page(db::Snapshot& snapshot, const edge::WebCall& call);
edge::ReplyOrCheck change_password(db::Db& db, const edge::WebCall& call);

}  // namespace callboard::pages
