// Fault injection for tests of a client's error handling.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::sandbox {

edge::WebReply add_fault(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply list_faults(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply delete_faults(db::Snapshot& snapshot, const edge::WebCall& call);

}  // namespace callboard::sandbox
