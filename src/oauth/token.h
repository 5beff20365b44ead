// Authorization codes and tokens: format, lifetime and stored attributes.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "base/secret.h"
#include "oauth/scope.h"

namespace callboard::oauth {

inline constexpr std::chrono::seconds kCodeLife{30};
inline constexpr std::chrono::seconds kAccessTokenLife{1800};
inline constexpr std::chrono::days kRefreshTokenLife{28};

// Reuse detection: a second use within this time is taken for a retry of the client, a later one for theft.
inline constexpr std::chrono::seconds kRaceWindow{2};

// Resolution of "last used" times, so that most requests write nothing.
inline constexpr std::chrono::minutes kUseRecordInterval{1};

// 256 random bits after a prefix that people and secret scanners recognize.
enum class SecretKind { code, access_token, refresh_token, client_secret, session };
Secret new_secret(SecretKind kind);
bool looks_like(std::string_view text, SecretKind kind);  // by its prefix

// A token contains an id, the lookup key, before its random bits; the two tokens of a pair share it.
Secret new_access_token(const TokenId& id);
Secret new_refresh_token(const TokenId& id);

// A presented token: the id to look it up and the hash to compare.
struct TokenKey {
    SecretKind kind{};
    TokenId id;
    Sha256 hash{};
};
std::optional<TokenKey> read_token(std::string_view text);  // nullopt if it is malformed

// The same if the hash is already known.
std::optional<TokenKey> read_access_token(std::string_view text, const Sha256& hash);

// The authorization of an application by a user.
struct Grant {
    CompanyId company;
    UserId user;
    ApplicationId application;
};

struct AuthorizationCode {
    Grant grant;
    std::string redirect_uri;
    std::optional<std::string> challenge;  // PKCE, S256 (RFC 7636)
    ScopeSet scopes;
    bool lost_scopes = false;  // the application has since lost scopes
    Timestamp expires_at;
    std::optional<Timestamp> used_at;
    std::optional<ChainId> chain;  // of the tokens that were issued for it
    bool user_is_active = true;
};

struct RefreshToken {
    Grant grant;
    ChainId chain;
    Timestamp chain_expires_at;
    ScopeSet scopes;
    bool lost_scopes = false;  // the application has since lost scopes
    Timestamp expires_at;
    std::optional<Timestamp> used_at;
    bool user_is_active = true;
};

// The user and scopes of an access token.
struct Bearer {
    CompanyId company;
    UserId user;
    accounts::Role role{};
    ScopeSet scopes;
    Timestamp expires_at;
    std::string client;  // the client_id it was issued to
};

}  // namespace callboard::oauth
