// E-mail and password. Slow on purpose, so never on an event loop, nor inside a transaction.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/id.h"
#include "base/secret.h"
#include "db/db.h"
#include "events/author.h"

namespace callboard::accounts {

// The user of this e-mail if the password is theirs. An unknown account takes as long as a wrong password,
// and gets the same answer.
struct Account {
    CompanyId company;
    UserId user;
};
std::optional<Account> sign_in(db::Db& db, std::string_view email, const Secret& password,
                               const events::Author& author);

// False when the old password is wrong. All other sessions of the user end.
bool change_password(db::Db& db, const Account& account, const Secret& old_password,
                     const Secret& new_password, const Sha256& this_session, const events::Author& author);

}  // namespace callboard::accounts
