// The authorization endpoint (RFC 6749, section 3.1).
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

edge::WebReply ask_for_consent(db::Tx& tx, const edge::WebCall& call);
edge::WebReply submit_decision(db::Tx& tx, const edge::WebCall& call);

// The parameters of the authorization request, for the OpenAPI document.
void describe_authorization_request(wire::JsonWriter& out, wire::Schemas& schemas);

}  // namespace callboard::pages
