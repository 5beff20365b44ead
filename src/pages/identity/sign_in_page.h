#pragma once

#include <string>

#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

// Redirects to the sign-in page, which returns to the requested page.
edge::WebReply send_to_sign_in(const edge::WebCall& call);

edge::WebReply sign_in_page(db::Snapshot& snapshot, const edge::WebCall& call);
edge::ReplyOrCheck sign_in(db::Db& db, const edge::WebCall& call);
edge::WebReply sign_out(db::Tx& tx, const edge::WebCall& call);

}  // namespace callboard::pages
