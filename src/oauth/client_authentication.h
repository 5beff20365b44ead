// Which client speaks: RFC 6749 2.3.1, in the body or by HTTP Basic.
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

// What a request presents; `authorization` is the header, the others come from the body.
struct ClientProof {
    std::string_view authorization;
    std::optional<std::string_view> id;
    std::optional<std::string_view> secret;
};

// An unknown client and a wrong secret are told in the same words.
std::expected<Client, OAuthError> authenticate(db::Tx& tx, const ClientProof& proof);

// Who a client says it is. Nothing when it does not say.
std::optional<std::string> client_id_in(const ClientProof& proof);

bool used_basic(const ClientProof& proof);

}  // namespace callboard::oauth
