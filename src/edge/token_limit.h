// Limits of routes with the policy token_endpoint.
#pragma once

#include <optional>

#include "edge/web.h"

namespace callboard::edge {

// Limits requests per client and address, and of all clients per address. Requests with a wrong secret count
// as well, because secrets are guessed that way. The refusal is an error response of RFC 6749, section 5.2.
std::optional<WebReply> limit_token_requests(const WebCall& call);

}  // namespace callboard::edge
