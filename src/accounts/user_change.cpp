#include "accounts/user_change.h"

#include "accounts/cache_epoch_store.h"
#include "accounts/password_link_store.h"
#include "accounts/user_access.h"
#include "accounts/user_activation.h"
#include "accounts/user_draft.h"
#include "accounts/user_store.h"
#include "base/encoding.h"
#include "events/audit_log.h"
#include "subscriptions/ending.h"

namespace callboard::accounts {
namespace {

bool same_but_role(const UserRecord& record, const UserDraft& draft) {
    const User& user = record.user;
    return user.email == draft.email && user.first_name == draft.first_name &&
           user.last_name == draft.last_name && record.profile == draft.profile;
}

void change_role(db::Tx& tx, const Actor& actor, const User& user, Role to) {
    require_not_last_administrator(tx, user);
    events::audit(tx, actor,
                  {.name = "USER_ROLE_CHANGED",
                   .entity_type = "USER",
                   .entity_id = user.id.text(),
                   .context = {{"previousRole", name_of(user.role)}, {"currentRole", name_of(to)}}});
}

void write(db::Tx& tx, const Actor& actor, const UserRecord& before, const UserRecord& after,
           bool same_but_for_role) {
    const User& user = before.user;
    if (user.role != after.user.role) change_role(tx, actor, user, after.user.role);
    store::update(tx, after);
    if (user.email != after.user.email)
        store::delete_links(tx, user.id);  // which were mailed to the old address
    if (same_but_for_role) return;
    events::audit(tx, actor,
                  {.name = "USER_ACCOUNT_UPDATED", .entity_type = "USER", .entity_id = user.id.text()});
}

// Advances the cache epoch if the state changes.
void move_to(db::Tx& tx, const Actor& actor, User& user, UserState state) {
    if (state == UserState::active) {
        activate(tx, actor, user);
    } else {
        deactivate(tx, actor, user);
    }
    user.state = state;
}

}  // namespace

UserRecord change_user(db::Tx& tx, const Actor& actor, const UserId& id,
                       FunctionRef<UserDraft(const UserRecord&)> edit, std::optional<UserState> state) {
    UserRecord before = lock_user(tx, actor, id);
    const UserDraft draft = edit(before);
    const User& user = before.user;
    const bool same = same_but_role(before, draft);
    if (same && user.role == draft.role) {
        if (state) move_to(tx, actor, before.user, *state);
        return before;
    }
    check_draft(draft);
    require_sso_provider(tx, draft.profile, before.profile.sso_login_mode);
    if (fold(user.email) != fold(draft.email)) require_free_email(tx, draft.email, user.id);
    require_free_sso_identifier(tx, draft.profile, user.id);

    UserRecord after{.user = {.id = user.id,
                              .email = draft.email,
                              .first_name = draft.first_name,
                              .last_name = draft.last_name,
                              .role = draft.role,
                              .state = user.state,
                              .created_at = user.created_at,
                              .updated_at = tx.now},
                     .profile = draft.profile};
    write(tx, actor, before, after, same);
    if (state) move_to(tx, actor, after.user, *state);
    if (after.user.state == user.state) store::advance_cache_epoch(tx);
    if (rights_of(user.role).manages_webhooks && !rights_of(draft.role).manages_webhooks)
        subscriptions::end_for_user(tx, actor, user.id, subscriptions::AccessLoss::role_changed);
    return after;
}

}  // namespace callboard::accounts
