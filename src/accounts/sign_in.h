// Sign-in with e-mail and password, in three steps because hashing is slow: find the hash, compare
// (accounts/hash_queue.h), record the result.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "accounts/session_store.h"
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

// The account of an e-mail address and the hash to compare the password with. For an unknown address it is a
// hash that no password matches, so that time and response are the same.
struct Claim {
    std::optional<Account> account;
    std::string password_hash;
};
Claim claim_of(db::Db& db, std::string_view email);

// A hash of the password hash, also of a user who is not active: another one shows that the password was
// changed.
std::string password_mark(db::Snapshot& snapshot, const UserId& user);
// The same of the hash that a password was compared with.
std::string password_mark(std::string_view password_hash);

// Whether a sign-in with the password that had this mark may go on: it is still the password, and the user is
// active and may use one.
bool may_continue(db::Snapshot& snapshot, const Account& account, std::string_view mark);

// Creates a session after a successful comparison with the password that had this mark. Returns false if the
// sign-in may not go on: a change of the password, which ends all sessions, is finished before this or begins
// after it.
bool begin_session_after_password(db::Tx& tx, const Account& account, std::string_view mark,
                                  const Sha256& session, const events::Author& author,
                                  const store::SessionOrigin& origin = {});
// Creates a session of somebody who has proved who they are, with its audit record. Throws CONFLICT if the
// user was deactivated meanwhile. `tx` is one of the account's company.
void begin_session(db::Tx& tx, const Account& account, const Sha256& session, const events::Author& author,
                   const store::SessionOrigin& origin = {});
// End a session of a user who signs out, and all others than the one they are in, with an audit record of the
// sign-out if there was any. At the end of a transaction.
void end_session(db::Tx& tx, const Account& account, std::string_view session_id,
                 const events::Author& author);
void end_other_sessions(db::Tx& tx, const Account& account, const Sha256& present,
                        const events::Author& author);
// Audits a sign-in that creates no session: a correct password within a session, or a refusal.
void audit_sign_in(db::Tx& tx, const Account& account, const events::Author& author, bool succeeded,
                   Authentication how = Authentication::password);

// Records a wrong password, beside the reply. Without an account it writes as much, about nobody.
void record_failed_sign_in(db::Tx& tx, const std::optional<Account>& account, const events::Author& author);

// A new password of a signed-in user, whose old one was compared with `old_hash`.
struct PasswordChange {
    std::string old_hash;
    std::string new_hash;
    Sha256 present_session;
    Sha256 new_session;
    store::SessionOrigin origin;  // of the new session
};
// Ends all sessions of the user and begins a new one. Returns false, and changes nothing, if the old hash is
// no longer the stored one, or the present session has ended meanwhile.
bool replace_password(db::Tx& tx, const Account& account, const PasswordChange& change,
                      const events::Author& author);

}  // namespace callboard::accounts
