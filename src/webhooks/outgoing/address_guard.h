// Who may be called back: which URLs are taken, and which addresses are dialled. A name is judged by the
// address it leads to at the moment it is dialled, every time; what it led to before counts for nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/network.h"

namespace callboard::webhooks {

struct AddressRules {
    bool allow_private = false;        // development: loopback and private addresses may be called
    std::optional<std::string> inbox;  // of a sandbox: URLs that begin so are ours, and may be plain http
    std::vector<int> ports = {};       // empty: any
    bool allow_http = false;           // of a developer's own receiver, never of a subscriber
};

class AddressGuard {
  public:
    explicit AddressGuard(AddressRules rules);

    // Nothing when it may become a callback or a token service: otherwise what is wrong with it, for people.
    // Hosts that are addresses are judged here already.
    std::optional<std::string> fault_of_url(std::string_view url) const;

    // May a connection be made to it, for a request to this URL? The host's own addresses count as private.
    bool may_dial(const IpAddress& address, std::string_view url) const;

  private:
    AddressRules rules_;
};

// Loopback, private, link-local, shared, multicast, reserved, documentation …, also inside IPv6 (mapped,
// NAT64, 6to4, Teredo).
bool is_public(const IpAddress& address);

// Scheme, host and port, in one form: what two URLs share that lead to the same server.
std::string origin_of(std::string_view url);

}  // namespace callboard::webhooks
