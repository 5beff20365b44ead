// A built-in webhook receiver, which shows what would be sent.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::sandbox {

// Answers the handshake and stores every notification. Unauthenticated: notifications carry no credential of
// this API.
edge::WebReply receive_message(db::Tx& tx, const edge::WebCall& call);

edge::WebReply read_inbox(db::Snapshot& snapshot, const edge::WebCall& call);

}  // namespace callboard::sandbox
