// How notifications authenticate to a subscriber, and the headers for it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/id.h"
#include "base/seal.h"
#include "base/secret.h"

namespace callboard::webhooks {

struct BasicAuth {
    std::string username;
    Secret password;
};
struct HeaderAuth {
    std::string name;
    Secret value;
};
// OAuth 2.0 client credentials (RFC 6749, section 4.4), with a token from the subscriber's token endpoint.
struct OAuthAuth {
    std::string client_id;
    Secret client_secret;
    std::string token_url;
};
using CallbackAuth = std::variant<std::monostate, BasicAuth, HeaderAuth, OAuthAuth>;

// Nothing if the name is accepted; else the reason. Names that are used by HTTP or by this server are
// reserved.
std::optional<std::string> fault_of_header_name(std::string_view name);
std::optional<std::string> fault_of_header_value(std::string_view value);

// The sealed form (base/seal.h), bound to the subscription as associated data; nothing without
// authentication. Opening it with another key throws an Error.
std::optional<std::string> sealed(const CallbackAuth& auth, const SubscriptionId& subscription,
                                  const Seal& seal);
CallbackAuth opened(const std::optional<std::string>& sealed_auth, const SubscriptionId& subscription,
                    const Seal& seal);

// Name and value of the header for a notification. Nothing without authentication, and for OAuth, whose token
// comes from the token cache.
std::optional<std::pair<std::string, Secret>> auth_header(const CallbackAuth& auth);
std::pair<std::string, Secret> bearer_header(const Secret& token);

// The form body of the token request: client_id, client_secret, grant_type, in this order.
Secret token_request(const OAuthAuth& auth);

}  // namespace callboard::webhooks
