// The pages for people who lost their password, or were invited and have none yet.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

edge::WebReply forgot_password_page(db::Snapshot& snapshot, const edge::WebCall& call);
edge::ReplyOrCheck forgot_password(db::Db& db, const edge::WebCall& call);

edge::WebReply new_password_page(db::Snapshot& snapshot, const edge::WebCall& call);
edge::ReplyOrCheck set_new_password(db::Db& db, const edge::WebCall& call);

}  // namespace callboard::pages
