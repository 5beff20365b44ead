#include "accounts/api_key.h"

#include "accounts/cache_epoch_store.h"
#include "accounts/credential_store.h"
#include "events/audit_log.h"
#include "subscriptions/ending.h"

namespace callboard::accounts {
namespace {

void record(db::Tx& tx, const events::Author& author, std::string_view name, const CredentialId& id,
            const std::optional<std::string>& user = std::nullopt) {
    events::audit(tx, author,
                  {.name = name,
                   .entity_type = "CREDENTIAL",
                   .entity_id = id.text(),
                   .context = {{"credentialType", name_of(CredentialKind::api_key)}, {"userId", user}}});
}

}  // namespace

Credential add_api_key(db::Tx& tx, const events::Author& author, const User& user,
                       const std::optional<std::string>& name, const Secret& key) {
    Credential credential{.id = tx.new_id<CredentialId>(),
                          .kind = CredentialKind::api_key,
                          .user = user.id,
                          .user_email = user.email,
                          .created_at = tx.now,
                          .revoked_at = std::nullopt,
                          .name = name};
    store::insert(tx, credential, hash_of(key.reveal()));
    record(tx, author, "CREDENTIALS_CREATED", credential.id, std::string{user.id.text()});
    return credential;
}

bool revoke_api_key(db::Tx& tx, const events::Author& author, const CredentialId& id) {
    if (!store::revoke(tx, id)) return false;
    record(tx, author, "CREDENTIALS_REVOKED", id);
    store::advance_cache_epoch(tx);
    subscriptions::end_for_credential(tx, author, id);
    return true;
}

}  // namespace callboard::accounts
