#include "accounts/scim_token.h"

#include "accounts/administration.h"
#include "accounts/cache_epoch_store.h"
#include "accounts/credential.h"
#include "accounts/scim_token_store.h"
#include "base/error.h"
#include "base/random.h"
#include "events/audit_log.h"

namespace callboard::accounts {
namespace {

constexpr std::string_view kPrefix = "cbp_";
constexpr std::string_view kKind = "SCIM_TOKEN";

void record(db::Tx& tx, std::string_view name, const CredentialId& id) {
    events::audit(tx, {},
                  {.name = name,
                   .entity_type = "CREDENTIAL",
                   .entity_id = id.text(),
                   .context = {{"credentialType", kKind}}});
}

}  // namespace

Secret new_scim_token() {
    return Secret{std::string{kPrefix} + random_secret()};
}

bool looks_like_scim_token(std::string_view text) {
    return text.starts_with(kPrefix);
}

ScimToken create_scim_token(db::Tx& tx, const std::string& name, Role role, AssignedRoles assigns,
                            const Secret& secret) {
    const auto id = tx.new_id<CredentialId>();
    // An administrator, because only they manage users.
    const User account = add_service_account(tx, name, std::string{id.text()}, Role::administrator);
    ScimToken token{.id = id,
                    .name = name,
                    .user = account.id,
                    .role = role,
                    .assigns = assigns,
                    .created_at = tx.now,
                    .revoked_at = std::nullopt};
    store::insert(tx, token, hash_of(secret.reveal()));
    record(tx, "CREDENTIALS_CREATED", id);
    return token;
}

void revoke_scim_token(db::Tx& tx, const CredentialId& id) {
    if (!store::revoke_scim_token(tx, id))
        throw not_found("CREDENTIAL_NOT_FOUND", "SCIM token not found, or already revoked");
    record(tx, "CREDENTIALS_REVOKED", id);
    store::advance_cache_epoch(tx);
}

}  // namespace callboard::accounts
