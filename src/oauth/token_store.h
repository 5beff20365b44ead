// Codes and tokens, looked up by the hash of their secret. Results contain only scopes for which the
// application is still registered.
#pragma once

#include <optional>

#include "base/digest.h"
#include "db/db.h"
#include "oauth/token.h"

namespace callboard::oauth::store {

void insert_code(db::Tx& tx, const Sha256& hash, const AuthorizationCode& code);
std::optional<AuthorizationCode> find_code(db::Snapshot& snapshot, const Sha256& hash);

// Single use: a conditional update that returns true for exactly one caller.
bool spend_code(db::Tx& tx, const Sha256& hash, const ChainId& chain);

struct TokenPair {
    TokenId id;
    ChainId chain;
    Sha256 access_hash{};
    Sha256 refresh_hash{};
    ScopeSet access_scopes;
    ScopeSet scopes;  // available to a refresh
};
void insert_pair(db::Tx& tx, const TokenPair& pair);

std::optional<RefreshToken> find_refresh_token(db::Snapshot& snapshot, const TokenKey& token);
bool spend_refresh_token(db::Tx& tx, const TokenId& id);  // as spend_code()

// An access token of a company's own client credentials.
void insert_program_token(db::Tx& tx, const TokenId& id, const Sha256& hash, const CredentialId& credential,
                          const ScopeSet& scopes);
bool delete_program_token(db::Tx& tx, const TokenKey& token, const CredentialId& credential);

// The bearer of a valid token; nothing if it is expired or its user, application or credential is no longer
// active.
std::optional<Bearer> find_bearer(db::Snapshot& snapshot, const TokenKey& access_token);

// Whether this is one of our access tokens that has expired.
bool has_expired(db::Snapshot& snapshot, const TokenKey& access_token);

// The chain of an access or refresh token, with its grant.
struct OwnedChain {
    Grant grant;
    ChainId chain;
};
std::optional<OwnedChain> chain_of(db::Snapshot& snapshot, const TokenKey& token);

// Deletes a limited batch of expired rows; returns true if there may be more.
bool delete_expired(db::Tx& tx);

}  // namespace callboard::oauth::store
