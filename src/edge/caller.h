// The caller of a request and its permissions; or why there is none.
#pragma once

#include <array>
#include <expected>
#include <optional>
#include <string_view>
#include <utility>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "base/names.h"
#include "oauth/scope.h"
#include "throttle/rule_book.h"

namespace callboard::edge {

enum class CredentialKind { api_key, access_token, scim_token, session };

// The application that sessions of browsers count as.
inline constexpr std::string_view kConsoleName = "Console";

struct Caller {
    CredentialKind called_with{};
    CompanyId company;
    UserId user;
    accounts::Role role{};
    oauth::ScopeSet scopes;
    std::optional<ApplicationId> application;  // that acts on behalf of the user
    std::optional<CredentialId> credential;    // API key or client credentials
    std::optional<Sha256> session;             // the hash of a browser session
    std::optional<Timestamp> expires_at;       // of the access token or session
    throttle::Subject budget;                  // charged for its calls
    const throttle::Rules* rules = nullptr;
};

// Why authentication failed. Only details that the holder of the secret may know are distinguished, such as
// that a token of ours has expired.
enum class CredentialFault {
    missing,
    sent_twice,
    not_bearer,
    api_key_as_bearer,
    refresh_token_as_bearer,
    access_token_as_api_key,
    unknown_api_key,
    unknown_access_token,
    unknown_scim_token,
    scim_token_elsewhere,
    no_scim_token,
    expired_access_token,
    unknown_session,
    session_of_foreign_origin,
    session_read_without_origin,
    session_change_without_origin,
    session_with_form,
};

// Whether the request has no credential. A session cookie is none where it does not count: browsers attach it
// to every request.
constexpr bool is_absent(CredentialFault fault) {
    using enum CredentialFault;
    return fault == missing || fault == session_of_foreign_origin || fault == session_read_without_origin ||
           fault == session_change_without_origin || fault == session_with_form;
}

using Authentication = std::expected<Caller, CredentialFault>;

}  // namespace callboard::edge

template <>
struct callboard::Names<callboard::edge::CredentialKind> {
    using enum callboard::edge::CredentialKind;
    static constexpr std::array kList{std::pair{api_key, std::string_view{"api_key"}},
                                      std::pair{access_token, std::string_view{"access_token"}},
                                      std::pair{scim_token, std::string_view{"scim_token"}},
                                      std::pair{session, std::string_view{"session"}}};
};
