#include "accounts/user_creation.h"

#include "accounts/user_access.h"
#include "accounts/user_draft.h"
#include "accounts/user_store.h"
#include "events/audit_log.h"

namespace callboard::accounts {

UserRecord create_user(db::Tx& tx, const Actor& actor, const UserDraft& draft,
                       const std::optional<std::string>& password_hash) {
    require_managing_users(actor);
    check_draft(draft);
    require_sso_provider(tx, draft.profile, std::nullopt);
    lock_user_changes(tx);
    UserRecord made{.user = {.id = tx.new_id<UserId>(),
                             .email = draft.email,
                             .first_name = draft.first_name,
                             .last_name = draft.last_name,
                             .role = draft.role,
                             .state = UserState::inactive,
                             .created_at = tx.now,
                             .updated_at = tx.now},
                    .profile = draft.profile};
    require_free_email(tx, made.user.email, made.user.id);
    require_free_sso_identifier(tx, made.profile, made.user.id);
    store::insert(tx, made.user, password_hash, made.profile);
    events::audit(tx, actor,
                  {.name = "USER_ACCOUNT_CREATED", .entity_type = "USER", .entity_id = made.user.id.text()});
    return made;
}

}  // namespace callboard::accounts
