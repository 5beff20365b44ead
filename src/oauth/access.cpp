#include "oauth/access.h"

#include "accounts/cache_epoch_store.h"
#include "accounts/credential_store.h"
#include "accounts/session_store.h"
#include "accounts/user_store.h"
#include "base/error.h"
#include "oauth/application_store.h"
#include "oauth/client_credential_store.h"
#include "oauth/grant_audit.h"
#include "oauth/grant_store.h"
#include "subscriptions/ending.h"

namespace callboard::oauth {
namespace {

bool is_connected(db::Snapshot& snapshot, const accounts::Actor& actor) {
    if (!actor.application) return true;
    const Grant grant{.company = snapshot.company(), .user = actor.id(), .application = *actor.application};
    return store::find_application(snapshot, grant.application) && store::has_chain(snapshot, grant);
}

bool has_credential(db::Snapshot& snapshot, const accounts::Actor& actor) {
    if (!actor.credential) return true;
    return accounts::store::company_of(snapshot, *actor.credential) ||
           store::company_of(snapshot, *actor.credential);
}

bool has_session(db::Snapshot& snapshot, const accounts::Actor& actor) {
    return !actor.session || accounts::store::find_session_holder(snapshot, *actor.session);
}

}  // namespace

accounts::Role confirm_access(db::Tx& tx, const accounts::Actor& actor) {
    accounts::store::lock_cache_epoch(tx);
    const auto user = accounts::store::find_user(tx, actor.id());
    const bool is_active = user && user->state == accounts::UserState::active;
    if (!is_active || !is_connected(tx, actor) || !has_credential(tx, actor) || !has_session(tx, actor))
        throw no_access("UNAUTHORIZED",
                        "the credential was revoked, the session has ended, or the user is no longer active");
    return user->role;
}

void access_ended(db::Tx& tx, const Grant& grant, const events::Author& author, std::string_view reason) {
    audit(tx, grant, author, "OAUTH_APPLICATION_ACCESS_REVOKED",
          {{"applicationId", grant.application.text()}, {"reason", reason}});
    db::Tx inside = tx.within(grant.company);
    accounts::store::advance_cache_epoch(inside);
    if (store::has_chain(tx, grant)) return;
    subscriptions::end_for_connection(inside, author, grant.user, grant.application);
}

}  // namespace callboard::oauth
