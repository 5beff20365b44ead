// Protection against server-side request forgery: which callback URLs are accepted, and which addresses are
// connected to. Every connection checks the resolved address, so DNS rebinding has no effect.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/network.h"

namespace callboard::webhooks {

struct AddressRules {
    bool allow_private = false;        // for development: allows loopback and private addresses
    std::optional<std::string> inbox;  // URL prefix of the sandbox inbox; may be plain http
    std::vector<int> ports;            // empty: any
    bool allow_http = false;           // for a developer's own receiver, never for subscribers
};

class AddressGuard {
  public:
    explicit AddressGuard(AddressRules rules);

    // Nothing if the URL is accepted as a callback or token URL; else the reason as a message. IP addresses
    // in the URL are checked here, names when connecting.
    std::optional<std::string> fault_of_url(std::string_view url) const;

    // Whether a request to this URL may connect to the address. Addresses of this machine count as private.
    bool may_dial(const IpAddress& address, std::string_view url) const;

  private:
    AddressRules rules_;
};

// False for loopback, private, link-local, shared, multicast, reserved and documentation addresses, also
// embedded in IPv6 (mapped, NAT64, 6to4, Teredo).
bool is_public(const IpAddress& address);

// Scheme, host and port in normalized form.
std::string origin_of(std::string_view url);

}  // namespace callboard::webhooks
