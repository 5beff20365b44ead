// Single sign-on: the pages before leaving for the provider of a company and after coming back.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

// Asks for an e-mail address, whose domain leads to the provider.
edge::WebReply sign_on_page(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply find_sign_on(db::Snapshot& snapshot, const edge::WebCall& call);

edge::WebReply begin_sign_on(db::Db& db, const edge::WebCall& call);
edge::WebReply finish_sign_on(db::Db& db, const edge::WebCall& call);

// After signing out: also at the provider, if it has a page for it.
edge::WebReply end_sign_on(db::Db& db, const edge::WebCall& call);

}  // namespace callboard::pages
