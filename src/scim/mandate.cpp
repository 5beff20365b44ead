#include "scim/mandate.h"

#include <algorithm>

#include "accounts/scim_token_store.h"
#include "accounts/second_factor.h"
#include "accounts/sso_connection_store.h"
#include "base/ascii.h"
#include "base/email.h"
#include "base/error.h"
#include "scim/fault.h"

namespace callboard::scim {

using accounts::AssignedRoles;
using accounts::Role;
using accounts::UserDraft;
using accounts::UserRecord;
using accounts::UserState;

static_assert(Role::administrator < Role::extended && Role::extended < Role::standard &&
              Role::standard < Role::restricted && Role::restricted < Role::employee);

Mandate::Mandate(db::Snapshot& snapshot, const accounts::Actor& actor) {
    if (!actor.credential) return;
    const auto token = accounts::store::find_scim_token(snapshot, *actor.credential);
    if (!token) return;
    role_ = token->role;
    assigns_ = token->assigns;
}

bool Mandate::may_assign(Role role) const {
    return assigns_ == AssignedRoles::any || role >= role_;
}

void Mandate::require_assigning(Role role) const {
    if (may_assign(role)) return;
    throw forbidden("PERMISSION_DENIED", "roles: this token assigns no role above " +
                                             std::string{name_of(role_)} +
                                             "; an operator can create one that does, with --assigns-roles");
}

void Mandate::require_creating(const UserDraft& draft) const {
    require_assigning(draft.role);
}

void Mandate::require_activating(const UserRecord& before) const {
    if (before.user.state != UserState::active) require_assigning(before.user.role);
}

// A token that makes administrators is worth as much as one of them, who may change everybody.
bool Mandate::may_identify(db::Snapshot& snapshot, const accounts::User& user) const {
    if (may_assign(Role::administrator)) return true;
    return may_assign(user.role) && accounts::second_step(snapshot, user.id) != accounts::SecondStep::code;
}

void Mandate::require_changing(db::Snapshot& snapshot, const UserRecord& before,
                               const UserDraft& draft) const {
    if (draft.role != before.user.role) require_assigning(draft.role);
    if (draft.email == before.user.email && draft.profile.sso_identifier == before.profile.sso_identifier)
        return;
    if (may_identify(snapshot, before.user)) return;
    throw forbidden(
        "PERMISSION_DENIED",
        "this token may not change userName or externalId of a user with a role above " +
            std::string{name_of(role_)} +
            " or with a second factor; an operator can create one that may, with --assigns-roles");
}

void require_own_domain(db::Snapshot& snapshot, const std::string& email) {
    // They stay when administrators remove the connection, because only the operator sets them.
    const auto domains = accounts::store::sso_domains(snapshot);
    if (domains.empty() || std::ranges::find(domains, lowered(domain_of(email))) != domains.end()) return;
    throw fault(kInvalidValue, "userName must be in one of the e-mail domains of the company");
}

}  // namespace callboard::scim
