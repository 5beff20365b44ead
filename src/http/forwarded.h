// Who the client is, when a proxy stands in between.
#pragma once

#include <vector>

#include "base/network.h"
#include "http/message.h"

namespace callboard::http {

// The nearest address that is not one of our proxies. X-Forwarded-For is only believed as far as it was
// written by them: read from its end, each entry vouched for by the proxy after it.
IpAddress client_address(const IpAddress& peer, const Request& request, const std::vector<Network>& proxies);

// Does a proxy, of ours or not, say that it has passed the request on?
bool was_forwarded(const Request& request);

}  // namespace callboard::http
