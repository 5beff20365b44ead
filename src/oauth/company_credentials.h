// API keys and client credentials of a company, as its administrators manage them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/actor.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "base/secret.h"
#include "db/db.h"
#include "oauth/scope.h"

namespace callboard::oauth {

inline constexpr std::size_t kMostCompanyCredentials = 100;

enum class CredentialType { api_key, client_credentials };

struct CompanyCredential {
    CredentialId id;  // of client credentials also the client_id
    CredentialType type{};
    std::optional<std::string> name;  // nothing: an API key that the operator created
    std::optional<ScopeSet> scopes;   // nothing: an API key, which has all
    UserId user;                      // that it acts for; of client credentials a service account
    std::string first_name;
    std::string last_name;
    Timestamp created_at;
    std::optional<Timestamp> last_used_at;
};

// Those that are not revoked, oldest first.
std::vector<CompanyCredential> company_credentials(db::Snapshot& snapshot, const accounts::Actor& actor);

struct NewCompanyCredential {
    CredentialType type{};
    std::string name;
    std::optional<UserId> user;      // nothing: the caller
    std::optional<ScopeSet> scopes;  // of client credentials
};

// A secret for a credential of this type.
Secret new_credential_secret(CredentialType type);

// An API key acts for the user. Client credentials have a service account with the role and the access groups
// of the user. `held` are the scopes of the caller: an API key needs all, client credentials their own
// (SCOPE_NOT_HELD). Applications create none, and client credentials no API key (PERMISSION_DENIED). The role
// of the user must not be above that of the caller. Throws USER_NOT_FOUND, USER_DISABLED, INVALID_SCOPE and
// CREDENTIALS_LIMIT_EXCEEDED.
CompanyCredential create_company_credential(db::Tx& tx, const accounts::Actor& actor, const ScopeSet& held,
                                            const NewCompanyCredential& wanted, const Secret& secret);

// With its tokens and webhook subscriptions, at once. Throws CREDENTIAL_NOT_FOUND.
void revoke_company_credential(db::Tx& tx, const accounts::Actor& actor, const CredentialId& id);

}  // namespace callboard::oauth

template <>
struct callboard::Names<callboard::oauth::CredentialType> {
    using enum callboard::oauth::CredentialType;
    static constexpr std::string_view kName = "CredentialType";
    static constexpr std::array kList{std::pair{api_key, std::string_view{"API_KEY"}},
                                      std::pair{client_credentials, std::string_view{"CLIENT_CREDENTIALS"}}};
};
