// A user's second factor and sessions.
#pragma once

#include "db/db.h"
#include "edge/web.h"
#include "pages/identity/browser.h"
#include "pages/page_template.h"

namespace callboard::pages {

inline constexpr std::string_view kSecurityPath = "/identity/security";
inline constexpr std::string_view kSecurityPurpose = "security";  // of its forms

edge::WebReply security_page(db::Snapshot& snapshot, const edge::WebCall& call);
edge::ReplyOrCheck change_security(db::Db& db, const edge::WebCall& call);

// The page with a message about what was done.
edge::WebReply security_reply(db::Db& db, const Session& session, Html message, int status = 200);

}  // namespace callboard::pages
