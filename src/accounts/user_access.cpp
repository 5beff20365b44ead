#include "accounts/user_access.h"

#include <utility>

#include "accounts/company_store.h"
#include "accounts/user_store.h"
#include "base/error.h"

namespace callboard::accounts {
namespace {

UserRecord existing(db::Snapshot& snapshot, const UserId& id) {
    auto record = store::find_record(snapshot, id);
    if (!record) throw not_found("USER_NOT_FOUND");
    return std::move(*record);
}

}  // namespace

void require_seeing_users(const Actor& actor) {
    if (rights_of(actor.role).sees_users) return;
    throw forbidden("PERMISSION_DENIED", "users with this role may not see other users");
}

void require_managing_users(const Actor& actor) {
    if (rights_of(actor.role).manages_users) return;
    throw forbidden("PERMISSION_DENIED", "users with this role may not manage users");
}

void require_managing_credentials(const Actor& actor) {
    if (rights_of(actor.role).manages_credentials) return;
    throw forbidden("PERMISSION_DENIED", "only administrators may manage applications and credentials");
}

void require_managing_sign_in(db::Snapshot& snapshot, const Actor& actor) {
    require_managing_users(actor);
    const bool is_person = store::find_provisioned(snapshot, actor.id()).has_value();
    if (actor.application || !is_person)
        throw forbidden("PERMISSION_DENIED",
                        "applications and client credentials may not change how users sign in: use the "
                        "console or an API key of an administrator");
}

std::vector<Role> system_roles(const Actor& actor) {
    require_seeing_users(actor);
    std::vector<Role> roles;
    for (const auto& [role, name] : Names<Role>::kList) roles.push_back(role);
    return roles;
}

UserRecord visible_user(db::Snapshot& snapshot, const Actor& actor, const UserId& id) {
    if (id != actor.id()) require_seeing_users(actor);
    return existing(snapshot, id);
}

UserRecord lock_user(db::Tx& tx, const Actor& actor, const UserId& id) {
    require_managing_users(actor);
    lock_user_changes(tx);
    return existing(tx, id);
}

void lock_user_changes(db::Tx& tx) {
    store::lock_company(tx);
}

}  // namespace callboard::accounts
