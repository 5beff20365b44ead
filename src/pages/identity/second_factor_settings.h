// The part of the security page about the second factor: turning it on, replacing it, turning it off; and for
// administrators, requiring it from everybody.
#pragma once

#include <optional>
#include <string_view>

#include "db/db.h"
#include "edge/web.h"
#include "pages/identity/browser.h"
#include "pages/page_template.h"

namespace callboard::pages {

Html second_factor_settings(db::Snapshot& snapshot, const Session& session);

// What a form of this part asks for; nothing if it is not one of them.
std::optional<edge::ReplyOrCheck> change_second_factor(db::Db& db, const edge::WebCall& call,
                                                       const Session& session, std::string_view what);

}  // namespace callboard::pages
