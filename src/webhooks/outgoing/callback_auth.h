// How a subscriber wants us to prove who we are, and the headers that do it.
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
// OAuth 2.0 client credentials: a token is fetched from the subscriber's own service.
struct OAuthAuth {
    std::string client_id;
    Secret client_secret;
    std::string token_url;
};
using CallbackAuth = std::variant<std::monostate, BasicAuth, HeaderAuth, OAuthAuth>;

// Nothing when it may be sent; otherwise what is wrong with it. Names that HTTP, or we ourselves, need are
// not for subscribers.
std::optional<std::string> fault_of_header_name(std::string_view name);
std::optional<std::string> fault_of_header_value(std::string_view value);

// As it is kept: bound to the subscription, nothing for none. Opened with another key it throws an Error.
std::optional<std::string> sealed(const CallbackAuth& auth, const SubscriptionId& subscription,
                                  const Seal& seal);
CallbackAuth opened(const std::optional<std::string>& sealed_auth, const SubscriptionId& subscription,
                    const Seal& seal);

// The header that goes with a notification: name and value. None for no authentication, and for OAuth, whose
// token is not known here.
std::optional<std::pair<std::string, Secret>> auth_header(const CallbackAuth& auth);
std::pair<std::string, Secret> bearer_header(const Secret& token);

// The body of the request for a token: client_id, client_secret, grant_type, in this order.
Secret token_request(const OAuthAuth& auth);

}  // namespace callboard::webhooks
