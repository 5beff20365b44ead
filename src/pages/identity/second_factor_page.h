// The second step of sign-in: a code, or setting up a second factor where the company requires one.
#pragma once

#include "accounts/sign_in.h"
#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

edge::WebReply second_factor_page(db::Snapshot& snapshot, const edge::WebCall& call);
edge::ReplyOrCheck second_factor(db::Db& db, const edge::WebCall& call);

}  // namespace callboard::pages
