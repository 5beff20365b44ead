// The largest network that one customer of a provider usually has: an IPv4 address, or an IPv6 /48, which are
// 65,536 networks of a /64 each.
#pragma once

#include "base/network.h"

namespace callboard {

inline IpAddress site_of(const IpAddress& client) {
    return client.is_v4() ? client : client.masked(48);
}

}  // namespace callboard
