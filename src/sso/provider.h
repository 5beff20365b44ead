// A provider as its discovery document describes it (OpenID Connect Discovery, section 3).
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "webhooks/outgoing/address_guard.h"

namespace callboard::sso {

struct Provider {
    std::string issuer;
    std::string authorization_endpoint;
    std::string token_endpoint;
    std::string jwks_uri;
    std::optional<std::string> userinfo_endpoint;
    std::optional<std::string> end_session_endpoint;
    bool takes_basic = true;    // client_secret_basic; else client_secret_post
    bool names_itself = false;  // in authorization responses (RFC 9207)
};

std::string discovery_url(std::string_view issuer);

// The reason as a message if the document is unusable: it is of another issuer, or the guard refuses one of
// its addresses.
std::expected<Provider, std::string> read_provider(std::string_view document, const std::string& issuer,
                                                   const webhooks::AddressGuard& guard);

// `address` with a parameter more.
void add_parameter(std::string& address, std::string_view name, std::string_view value);

}  // namespace callboard::sso
