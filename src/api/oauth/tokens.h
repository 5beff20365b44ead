// The OAuth endpoints that applications call themselves.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::api {

edge::WebReply issue_tokens(db::Tx& tx, const edge::WebCall& call);      // RFC 6749 3.2
edge::WebReply revoke_token(db::Tx& tx, const edge::WebCall& call);      // RFC 7009
edge::WebReply introspect_token(db::Tx& tx, const edge::WebCall& call);  // RFC 7662

edge::Page authorization_server_metadata(const edge::Services& services,
                                         const http::Request& request);  // RFC 8414

}  // namespace callboard::api
