// Who signs in with a password, and who at the provider of the company.
#pragma once

#include "accounts/user.h"
#include "db/db.h"

namespace callboard::accounts {

// False for users whose login mode is single sign-on, and for users without a mode if the company requires
// it. Without a provider of the company everybody uses a password. Administrators always may: they are the
// way in when the provider fails.
bool may_use_password(db::Snapshot& snapshot, const UserRecord& record);

// False for users whose login mode is the password.
bool may_sign_on(const UserRecord& record);

// Whether the company has a provider for the user.
bool has_sign_on(db::Snapshot& snapshot, const UserRecord& record);

}  // namespace callboard::accounts
