// The page where a candidate decides on the storage of their data.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

edge::WebReply candidate_consent_page(db::Snapshot& snapshot, const edge::WebCall& call);
edge::ReplyOrCheck decide_candidate_consent(db::Db& db, const edge::WebCall& call);

}  // namespace callboard::pages
