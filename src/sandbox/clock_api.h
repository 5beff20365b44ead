// Operations on the clock of a sandbox, for tests of time-dependent clients.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::sandbox {

edge::WebReply read_clock(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply move_clock(db::Tx& tx, const edge::WebCall& call);

}  // namespace callboard::sandbox
