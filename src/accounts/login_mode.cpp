#include "accounts/login_mode.h"

#include "accounts/sso_connection_store.h"

namespace callboard::accounts {

bool may_use_password(db::Snapshot& snapshot, const UserRecord& record) {
    // Also for those whom it does not concern: the time does not show who they are.
    const store::SsoRule rule = store::sso_rule(snapshot);
    if (record.user.role == Role::administrator || record.profile.sso_login_mode == SsoLoginMode::password)
        return true;
    if (record.profile.sso_login_mode == SsoLoginMode::sso) return rule == store::SsoRule::absent;
    return rule != store::SsoRule::required;
}

bool may_sign_on(const UserRecord& record) {
    return record.profile.sso_login_mode != SsoLoginMode::password;
}

bool has_sign_on(db::Snapshot& snapshot, const UserRecord& record) {
    return may_sign_on(record) && store::sso_rule(snapshot) != store::SsoRule::absent;
}

}  // namespace callboard::accounts
