// Codes and tokens by the hash of their secret. Whatever was granted, what is found here has no scope that
// the application is not registered for any more.
#pragma once

#include <optional>

#include "base/digest.h"
#include "db/db.h"
#include "oauth/token.h"

namespace callboard::oauth::store {

void insert_code(db::Tx& tx, const Sha256& hash, const AuthorizationCode& code);
std::optional<AuthorizationCode> find_code(db::Snapshot& snapshot, const Sha256& hash);

// True for exactly one caller, ever: the conditional write that decides who may have the tokens.
bool spend_code(db::Tx& tx, const Sha256& hash, const ChainId& chain);

struct TokenPair {
    TokenId id;
    ChainId chain;
    Sha256 access_hash{};
    Sha256 refresh_hash{};
    ScopeSet access_scopes;
    ScopeSet scopes;  // that a refresh can ask for
};
void insert_pair(db::Tx& tx, const TokenPair& pair);

std::optional<RefreshToken> find_refresh_token(db::Snapshot& snapshot, const TokenKey& token);
bool spend_refresh_token(db::Tx& tx, const TokenId& id);  // as spend_code()

// An access token of a company's own program.
void insert_program_token(db::Tx& tx, const TokenId& id, const Sha256& hash, const CredentialId& credential,
                          const ScopeSet& scopes);
bool delete_program_token(db::Tx& tx, const TokenKey& token, const CredentialId& credential);

// Whoever can still call with it; tokens of users, applications and credentials that are gone are not found,
// expired ones neither.
std::optional<Bearer> find_bearer(db::Snapshot& snapshot, const TokenKey& access_token);

// Was this an access token of ours, whose time is over?
bool has_expired(db::Snapshot& snapshot, const TokenKey& access_token);

// The chain of an access or a refresh token, and whose it is.
struct OwnedChain {
    Grant grant;
    ChainId chain;
};
std::optional<OwnedChain> chain_of(db::Snapshot& snapshot, const TokenKey& token);

// Removes what has expired, some hundred rows at a time. True when there may be more.
bool delete_expired(db::Tx& tx);

}  // namespace callboard::oauth::store
