// A receiver of webhooks that is there already, for whoever wants to see what would be sent.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::sandbox {

// Answers the handshake, and keeps every notification. Anybody may call: the server itself has no credential.
edge::WebReply receive_message(db::Tx& tx, const edge::WebCall& call);

edge::WebReply read_inbox(db::Snapshot& snapshot, const edge::WebCall& call);

}  // namespace callboard::sandbox
