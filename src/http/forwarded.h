// The client address behind proxies.
#pragma once

#include <vector>

#include "base/network.h"
#include "http/message.h"

namespace callboard::http {

// The last address that is not one of our proxies. X-Forwarded-For is read from its end, and an entry is
// trusted only if a trusted proxy added it.
IpAddress client_address(const IpAddress& peer, const Request& request, const std::vector<Network>& proxies);

// Does any proxy, trusted or not, claim to have forwarded the request?
bool was_forwarded(const Request& request);

}  // namespace callboard::http
