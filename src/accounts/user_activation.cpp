#include "accounts/user_activation.h"

#include "accounts/cache_epoch_store.h"
#include "accounts/login_mode.h"
#include "accounts/password_link_store.h"
#include "accounts/password_store.h"
#include "accounts/session_store.h"
#include "accounts/user_access.h"
#include "accounts/user_draft.h"
#include "accounts/user_store.h"
#include "base/error.h"
#include "events/audit_log.h"
#include "subscriptions/ending.h"

namespace callboard::accounts {
namespace {

void move_to(db::Tx& tx, const events::Author& author, const User& user, UserState state) {
    if (!store::move_state(tx, user, state)) throw changed_meanwhile();
    store::delete_links(tx, user.id);
    events::audit(tx, author,
                  {.name = state == UserState::active ? "USER_ACCOUNT_ACTIVATED" : "USER_ACCOUNT_DEACTIVATED",
                   .entity_type = "USER",
                   .entity_id = user.id.text()});
    store::advance_cache_epoch(tx);
}

}  // namespace

void activate(db::Tx& tx, const events::Author& author, const User& user) {
    if (user.state == UserState::active) return;
    require_free_domain(tx, user.email);
    if (store::is_email_of_active(tx, user.email, user.id))
        throw conflict("RESOURCE_ALREADY_EXIST", "another active user has this e-mail address");
    move_to(tx, author, user, UserState::active);
}

void activate_invited(db::Tx& tx, const events::Author& author, const UserId& id) {
    activate(tx, author, store::find_user(tx, id).value());
}

Activation activate_user(db::Tx& tx, const Actor& actor, const UserId& id) {
    const UserRecord record = lock_user(tx, actor, id);
    activate(tx, actor, record.user);
    return {.can_sign_in = store::password_hash_of(tx, id).has_value() || has_sign_on(tx, record)};
}

void deactivate_user(db::Tx& tx, const Actor& actor, const UserId& id) {
    deactivate(tx, actor, lock_user(tx, actor, id).user);
}

void deactivate(db::Tx& tx, const events::Author& author, const User& user) {
    if (user.state == UserState::inactive) return store::delete_links(tx, user.id);  // an invitation
    require_not_last_administrator(tx, user);
    store::delete_sessions(tx, tx.company(), user.id);
    store::delete_unused_codes(tx, user.id);
    move_to(tx, author, user, UserState::inactive);
    subscriptions::end_for_user(tx, author, user.id, subscriptions::AccessLoss::user_deactivated);
}

void require_not_last_administrator(db::Snapshot& snapshot, const User& user) {
    const bool manages = user.state == UserState::active && rights_of(user.role).manages_users;
    if (!manages || store::has_other_administrator(snapshot, user.id)) return;
    throw conflict(
        "LAST_ADMINISTRATOR",
        "this is the last active administrator of the company; make another user an administrator first");
}

}  // namespace callboard::accounts
