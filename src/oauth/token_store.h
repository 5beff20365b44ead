// Codes and tokens by the hash of their secret.
#pragma once

#include <optional>
#include <variant>

#include "base/digest.h"
#include "db/db.h"
#include "oauth/token.h"

namespace callboard::oauth::store {

void insert_code(db::Tx& tx, const Sha256& hash, const AuthorizationCode& code);
std::optional<AuthorizationCode> find_code(db::Snapshot& snapshot, const Sha256& hash);

// True for exactly one caller, ever: the conditional write that decides who may have the tokens.
bool spend_code(db::Tx& tx, const Sha256& hash, const ChainId& chain);

void insert_refresh_token(db::Tx& tx, const Sha256& hash, const ChainId& chain, const ScopeSet& scopes);
std::optional<RefreshToken> find_refresh_token(db::Snapshot& snapshot, const Sha256& hash);
bool spend_refresh_token(db::Tx& tx, const Sha256& hash);  // as spend_code()

// Of a user's authorization, or of a company's own program.
using Origin = std::variant<ChainId, CredentialId>;
void insert_access_token(db::Tx& tx, const Sha256& hash, const Origin& origin, const ScopeSet& scopes);

// Whoever can still call with it; tokens of users, applications and credentials that are gone are not found,
// expired ones neither.
std::optional<Bearer> find_bearer(db::Snapshot& snapshot, const Sha256& hash);

// The chain of an access or a refresh token, and whose it is.
struct OwnedChain {
    Grant grant;
    ChainId chain;
};
std::optional<OwnedChain> chain_of(db::Snapshot& snapshot, const Sha256& token_hash);
bool delete_access_token(db::Tx& tx, const Sha256& hash, const CredentialId& credential);

// Removes what has expired, some hundred rows at a time. True when there may be more.
bool delete_expired(db::Tx& tx);

}  // namespace callboard::oauth::store
