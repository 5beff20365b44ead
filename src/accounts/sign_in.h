// E-mail and password. Whoever asks takes three steps, because hashing is slow on purpose: find the hash,
// compare (accounts/hash_queue.h), record the outcome.
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

struct Account {
    CompanyId company;
    UserId user;
};

// The account of an e-mail address, and the hash that the password is compared with. An unknown one has a
// hash, too, that no password has: it costs the same work, and gets the same answer.
struct Claim {
    std::optional<Account> account;
    std::string password_hash;
};
Claim claim_of(db::Db& db, std::string_view email);

// The session of somebody whose password was right, with its audit record.
void begin_session(db::Tx& tx, const Account& account, const Sha256& session, const events::Author& author);
// A password that was right, where there is a session already; or wrong.
void audit_sign_in(db::Tx& tx, const Account& account, const events::Author& author, bool succeeded);

// False when the old hash is no longer that of the user. All other sessions of the user end.
bool replace_password(db::Tx& tx, const Account& account, const std::string& old_hash,
                      const std::string& new_hash, const Sha256& this_session, const events::Author& author);

}  // namespace callboard::accounts
