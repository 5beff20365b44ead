// Codes and tokens: what they look like, how long they live, what is kept of them.
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

// A second use this soon after the first is a client that repeats itself; later it is a thief.
inline constexpr std::chrono::seconds kRaceWindow{2};

// When something was last used is for people: exact enough, and most requests write nothing.
inline constexpr std::chrono::minutes kUseIsNotedEvery{1};

// 256 random bits behind a prefix by which people and secret scanners know them.
enum class SecretKind { code, access_token, refresh_token, client_secret, session };
Secret new_secret(SecretKind kind);
bool looks_like(std::string_view text, SecretKind kind);  // has its prefix

// A token has an id before its random bits, to find it by; the two that are issued together have the same.
Secret new_access_token(const TokenId& id);
Secret new_refresh_token(const TokenId& id);

// A token that somebody presents: where to look for it, and what must be found there.
struct TokenKey {
    SecretKind kind{};
    TokenId id;
    Sha256 hash{};
};
std::optional<TokenKey> read_token(std::string_view text);  // nothing when it does not look like one of ours

// The same, of one whose hash is known already.
std::optional<TokenKey> read_access_token(std::string_view text, const Sha256& hash);

// Who authorized whom.
struct Grant {
    CompanyId company;
    UserId user;
    ApplicationId application;
};

struct AuthorizationCode {
    Grant grant;
    std::string redirect_uri;
    std::optional<std::string> challenge;  // PKCE, S256
    ScopeSet scopes;
    bool lost_scopes = false;  // the application was registered for more when it was made
    Timestamp expires_at;
    std::optional<Timestamp> used_at;
    std::optional<ChainId> chain;  // of the tokens it was used for
    bool user_is_active = true;
};

struct RefreshToken {
    Grant grant;
    ChainId chain;
    Timestamp chain_expires_at;
    ScopeSet scopes;
    bool lost_scopes = false;  // the application was registered for more when it was made
    Timestamp expires_at;
    std::optional<Timestamp> used_at;
    bool user_is_active = true;
};

// Whom an access token stands for.
struct Bearer {
    CompanyId company;
    UserId user;
    accounts::Role role{};
    ScopeSet scopes;
    Timestamp expires_at;
    std::string client;  // the client_id it was issued to
};

}  // namespace callboard::oauth
