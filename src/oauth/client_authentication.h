// Client authentication (RFC 6749, section 2.3.1): HTTP Basic or parameters in the body. A public application
// sends its client_id only.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/secret.h"
#include "db/db.h"
#include "oauth/application.h"
#include "oauth/client_credential.h"
#include "oauth/oauth_error.h"

namespace callboard::oauth {

using Client = std::variant<Application, ClientCredential>;

// The credentials of a request; `authorization` is the header, the others are from the body.
struct ClientProof {
    std::string_view authorization;
    std::optional<std::string_view> id;
    std::optional<std::string_view> secret;
};

// The error is the same for an unknown client and for a wrong secret.
std::expected<Client, OAuthError> authenticate(db::Tx& tx, const ClientProof& proof);

// The claimed client id, not authenticated; nothing if there is none.
std::optional<std::string> client_id_in(const ClientProof& proof);

bool used_basic(const ClientProof& proof);

}  // namespace callboard::oauth
