#include "oauth/company_credentials.h"

#include "accounts/access_group_store.h"
#include "accounts/api_key.h"
#include "accounts/company_store.h"
#include "accounts/credential.h"
#include "accounts/user_access.h"
#include "accounts/user_store.h"
#include "base/encoding.h"
#include "base/error.h"
#include "oauth/access.h"
#include "oauth/client_credential.h"
#include "oauth/company_credential_store.h"
#include "oauth/held_scopes.h"
#include "oauth/token.h"

namespace callboard::oauth {
namespace {

using accounts::Role;

constexpr std::size_t kLongestName = 100;

static_assert(Role::administrator < Role::extended && Role::extended < Role::standard &&
              Role::standard < Role::restricted && Role::restricted < Role::employee);

Error invalid(std::string code, std::string message, std::string path) {
    return {ErrorKind::invalid_request, Fault{std::move(code), std::move(message), std::move(path)}};
}

void check_name(const std::string& name) {
    const bool good = is_utf8(name) && !name.empty() && count_characters(name) <= kLongestName &&
                      name.front() != ' ' && name.back() != ' ' && !has_control_characters(name);
    if (!good)
        throw invalid(
            "INVALID_VALUE",
            "a name must have 1 to 100 characters, without control characters, and must not begin or "
            "end with a space",
            "/name");
}

void check_scopes(const NewCompanyCredential& wanted, const ScopeSet& held) {
    const bool is_key = wanted.type == CredentialType::api_key;
    if (is_key && wanted.scopes)
        throw invalid("INVALID_SCOPE", "an API key has all scopes; omit them", "/scopes");
    if (!is_key && (!wanted.scopes || wanted.scopes->empty()))
        throw invalid("INVALID_SCOPE", "client credentials need at least one scope", "/scopes");
    require_holding(held, is_key ? ScopeSet::all() : *wanted.scopes);
}

// What an application creates would stay when the user disconnects it. An API key has the rights of a person,
// who may also change the single sign-on of the company: client credentials must not get one.
void require_lasting_access(db::Tx& tx, const accounts::Actor& actor, CredentialType wanted) {
    const bool is_person = accounts::store::find_provisioned(tx, actor.id()).has_value();
    if (!actor.application && (is_person || wanted == CredentialType::client_credentials)) return;
    throw forbidden("PERMISSION_DENIED",
                    "applications may not create credentials, nor client credentials API keys: use the "
                    "console or an API key of an administrator");
}

// People only: nobody could tell what the API key of a service account is for.
accounts::User acting_user(db::Tx& tx, const accounts::Actor& actor, const NewCompanyCredential& wanted) {
    const UserId id = wanted.user.value_or(actor.id());
    const bool is_key = wanted.type == CredentialType::api_key;
    const bool must_be_person = is_key || wanted.user;
    if (must_be_person && !accounts::store::find_provisioned(tx, id)) throw not_found("USER_NOT_FOUND");
    auto user = accounts::store::find_user(tx, id);
    if (!user) throw not_found("USER_NOT_FOUND");
    if (user->state != accounts::UserState::active)
        throw invalid("USER_DISABLED", "the user is not active", "/userId");
    if (user->role < actor.role)
        throw forbidden("PERMISSION_DENIED", "the role of this user is above that of the caller");
    return std::move(*user);
}

std::vector<AccessGroupId> groups_of(db::Tx& tx, const UserId& user) {
    std::vector<AccessGroupId> ids;
    for (const accounts::AccessGroup& group : accounts::store::groups_of(tx, user)) ids.push_back(group.id);
    return ids;
}

CompanyCredential create_key(db::Tx& tx, const accounts::Actor& actor, const accounts::User& user,
                             const NewCompanyCredential& wanted, const Secret& secret) {
    const auto made = accounts::add_api_key(tx, actor, user, wanted.name, secret);
    return {.id = made.id,
            .type = wanted.type,
            .name = wanted.name,
            .scopes = std::nullopt,
            .user = user.id,
            .first_name = user.first_name,
            .last_name = user.last_name,
            .created_at = made.created_at,
            .last_used_at = std::nullopt};
}

CompanyCredential create_program(db::Tx& tx, const accounts::Actor& actor, const accounts::User& user,
                                 const NewCompanyCredential& wanted, const Secret& secret) {
    const auto made = create_client_credential(tx,
                                               {.name = wanted.name,
                                                .role = user.role,
                                                .scopes = to_text(*wanted.scopes),
                                                .access_group = std::nullopt,
                                                .groups = groups_of(tx, user.id)},
                                               secret, actor);
    return {.id = made.id,
            .type = wanted.type,
            .name = made.name,
            .scopes = made.scopes,
            .user = made.user,
            .first_name = made.name,
            .last_name = "",
            .created_at = made.created_at,
            .last_used_at = std::nullopt};
}

}  // namespace

std::vector<CompanyCredential> company_credentials(db::Snapshot& snapshot, const accounts::Actor& actor) {
    accounts::require_managing_credentials(actor);
    return store::list_company_credentials(snapshot);
}

Secret new_credential_secret(CredentialType type) {
    return type == CredentialType::api_key ? accounts::new_api_key() : new_secret(SecretKind::client_secret);
}

CompanyCredential create_company_credential(db::Tx& tx, const accounts::Actor& actor, const ScopeSet& held,
                                            const NewCompanyCredential& wanted, const Secret& secret) {
    accounts::require_managing_credentials(actor);
    check_name(wanted.name);
    check_scopes(wanted, held);
    require_lasting_access(tx, actor, wanted.type);
    accounts::lock_user_changes(tx);
    if (store::list_company_credentials(tx).size() >= kMostCompanyCredentials)
        throw forbidden("CREDENTIALS_LIMIT_EXCEEDED",
                        "a company can have 100 API keys and client credentials; delete one first");
    const accounts::User user = acting_user(tx, actor, wanted);
    CompanyCredential made = wanted.type == CredentialType::api_key
                                 ? create_key(tx, actor, user, wanted, secret)
                                 : create_program(tx, actor, user, wanted, secret);
    // It outlasts the request, so the caller must still have access when it is committed.
    accounts::Actor now = actor;
    now.role = confirm_access(tx, actor);
    accounts::require_managing_credentials(now);
    return made;
}

void revoke_company_credential(db::Tx& tx, const accounts::Actor& actor, const CredentialId& id) {
    accounts::require_managing_credentials(actor);
    if (revoke_client_credential(tx, id, actor) || accounts::revoke_api_key(tx, actor, id)) return;
    throw not_found("CREDENTIAL_NOT_FOUND");
}

}  // namespace callboard::oauth
