#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

// /console and every path below it; leads to the sign-in page, and back, without a session.
edge::WebReply console_page(db::Snapshot& snapshot, const edge::WebCall& call);

}  // namespace callboard::pages
