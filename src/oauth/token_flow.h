// The grants of the token endpoint: authorization code, refresh token, client credentials (RFC 6749, sections
// 4.1.3, 6 and 4.4).
//
// A refusal is a value, not an exception: reuse detection revokes tokens, and an exception would roll that
// back.
#pragma once

#include <expected>
#include <optional>
#include <string_view>

#include "base/secret.h"
#include "db/db.h"
#include "events/author.h"
#include "oauth/application.h"
#include "oauth/client_credential.h"
#include "oauth/oauth_error.h"
#include "oauth/scope.h"

namespace callboard::oauth {

struct Tokens {
    Secret access_token;
    std::optional<Secret> refresh_token;
    std::optional<ScopeSet> scopes;  // if they differ from the requested ones
};

struct RefusedTokens {
    OAuthError error;
    bool revoked_some = false;  // reuse was detected and the chain revoked
};

using TokenOutcome = std::expected<Tokens, RefusedTokens>;

struct CodeRequest {
    std::string_view code;
    std::optional<std::string_view> redirect_uri;
    std::optional<std::string_view> verifier;
};
TokenOutcome exchange_code(db::Tx& tx, const Application& application, const CodeRequest& request,
                           const events::Author& author);

struct RefreshRequest {
    std::string_view token;
    std::optional<std::string_view> scope;
};
TokenOutcome refresh(db::Tx& tx, const Application& application, const RefreshRequest& request,
                     const events::Author& author = {});

TokenOutcome grant_to_program(db::Tx& tx, const ClientCredential& credential,
                              std::optional<std::string_view> scope);

}  // namespace callboard::oauth
