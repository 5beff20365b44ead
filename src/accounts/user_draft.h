#pragma once

#include <optional>

#include "accounts/user.h"
#include "db/db.h"

namespace callboard::accounts {

// Throws if the login mode is newly set to single sign-on and the company has no provider. An existing
// setting may stay.
void require_sso_provider(db::Snapshot& snapshot, const Profile& profile,
                          const std::optional<SsoLoginMode>& before);

// Throws with all validation errors of the draft; uniqueness is checked by the functions below.
void check_draft(const UserDraft& draft);

// Throws RESOURCE_ALREADY_EXIST if the operator has configured the domain of the address for another company:
// otherwise this company could occupy the addresses of its users.
void require_free_domain(db::Snapshot& snapshot, const std::string& email);

// Also throws if the e-mail belongs to an active user of any company, because sign-in does not ask for the
// company, or to a user of this company who was never active. Deactivated users do not count.
void require_free_email(db::Snapshot& snapshot, const std::string& email, const UserId& whose);

// Likewise for the single sign-on identifier, within the company.
void require_free_sso_identifier(db::Snapshot& snapshot, const Profile& profile, const UserId& whose);

}  // namespace callboard::accounts
