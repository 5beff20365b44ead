#pragma once

#include <optional>

#include "accounts/user.h"
#include "db/db.h"

namespace callboard::accounts {

// Throws when a user is to sign in by single sign-on, which this server does not offer yet. One who has been
// set to that before stays so.
void require_no_new_sso(const Profile& profile, const std::optional<SsoLoginMode>& before);

// Throws with every fault of the draft at once; whether it fits to the other users is another question.
void check_draft(const UserDraft& draft);

// Throws when another user has the e-mail: an active one, of whatever company, because sign-in asks for none;
// or one of this company who waits to be activated. Those who left keep theirs, and do not count.
void require_free_email(db::Snapshot& snapshot, const std::string& email, const UserId& whose);

// The same within the company, for what a single sign-on calls the user.
void require_free_sso_identifier(db::Snapshot& snapshot, const Profile& profile, const UserId& whose);

}  // namespace callboard::accounts
