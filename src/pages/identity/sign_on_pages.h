// Single sign-on: the pages before leaving for the provider of a company, and after signing out.
#pragma once

#include "accounts/company.h"
#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

// Asks for an e-mail address, whose domain leads to the provider.
edge::WebReply sign_on_page(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply find_sign_on(db::Snapshot& snapshot, const edge::WebCall& call);

// Leaves for the provider, unless it may not be what the user wants: then a page asks first, and its form
// leaves.
edge::WebReply begin_sign_on(db::Db& db, const edge::WebCall& call);
edge::WebReply confirm_sign_on(db::Db& db, const edge::WebCall& call);

// After signing out: also at the provider, if it has a page for it. Browsers get there by the redirect only.
edge::WebReply send_to_sign_on_end(const edge::WebCall& call, const accounts::Company& company);
edge::WebReply end_sign_on(db::Db& db, const edge::WebCall& call);

}  // namespace callboard::pages
