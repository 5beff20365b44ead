#include "oauth/client_credential.h"

#include "accounts/access_group_store.h"
#include "accounts/administration.h"
#include "accounts/cache_epoch_store.h"
#include "accounts/credential.h"
#include "base/error.h"
#include "events/audit_log.h"
#include "oauth/client_credential_store.h"
#include "oauth/required_scopes.h"
#include "subscriptions/ending.h"

namespace callboard::oauth {
namespace {

constexpr std::string_view kKind = "CLIENT_CREDENTIALS";

void join(db::Tx& tx, const UserId& account, const std::string& name) {
    const auto group = accounts::store::find_group_named(tx, name);
    if (!group) throw not_found("ACCESS_GROUP_NOT_FOUND", "unknown access group " + name);
    accounts::store::insert_member(tx, group->id, account);
}

}  // namespace

ClientCredential create_client_credential(db::Tx& tx, const NewClientCredential& wanted, const Secret& secret,
                                          const events::Author& author) {
    const ScopeSet scopes = required_scopes(wanted.scopes);
    const auto id = tx.new_id<CredentialId>();
    const accounts::User account =
        accounts::add_service_account(tx, wanted.name, std::string{id.text()}, wanted.role);
    if (wanted.access_group) join(tx, account.id, *wanted.access_group);
    for (const AccessGroupId& group : wanted.groups) accounts::store::insert_member(tx, group, account.id);
    const ClientCredential credential{.company = tx.company(),
                                      .id = id,
                                      .name = wanted.name,
                                      .user = account.id,
                                      .scopes = scopes,
                                      .created_at = tx.now,
                                      .last_used_at = std::nullopt,
                                      .revoked_at = std::nullopt};
    store::insert(tx, credential, accounts::hash_of(secret.reveal()));
    events::audit(tx, author,
                  {.name = "CREDENTIALS_CREATED",
                   .entity_type = "CREDENTIAL",
                   .entity_id = id.text(),
                   .context = {{"credentialType", kKind}}});
    return credential;
}

bool revoke_client_credential(db::Tx& tx, const CredentialId& id, const events::Author& author) {
    if (!store::revoke(tx, id)) return false;
    events::audit(tx, author,
                  {.name = "CREDENTIALS_REVOKED",
                   .entity_type = "CREDENTIAL",
                   .entity_id = id.text(),
                   .context = {{"credentialType", kKind}}});
    accounts::store::advance_cache_epoch(tx);
    subscriptions::end_for_credential(tx, author, id);
    return true;
}

}  // namespace callboard::oauth
