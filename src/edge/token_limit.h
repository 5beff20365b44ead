// The limits of rows with the policy token_endpoint.
#pragma once

#include <optional>

#include "edge/web.h"

namespace callboard::edge {

// How often a client may ask from one address, and how often all clients together. Whose secret is wrong
// counts as well: that is how secrets are guessed. The refusal has the form of RFC 6749 5.2.
std::optional<WebReply> limit_token_requests(const WebCall& call);

}  // namespace callboard::edge
