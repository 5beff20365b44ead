#include "accounts/sign_in.h"

#include "accounts/cache_epoch_store.h"
#include "accounts/dummy_write_store.h"
#include "accounts/login_mode.h"
#include "accounts/password.h"
#include "accounts/password_link_store.h"
#include "accounts/password_store.h"
#include "accounts/session_store.h"
#include "accounts/user_access.h"
#include "accounts/user_store.h"
#include "base/encoding.h"
#include "base/error.h"
#include "events/audit_log.h"

namespace callboard::accounts {
namespace {

events::Author as_user(events::Author author, const Account& account) {
    author.user = account.user;
    return author;
}

void signed_out(db::Tx& tx, const Account& account, const events::Author& author) {
    db::Tx inside = tx.within(account.company);
    events::audit(inside, as_user(author, account),
                  {.name = "USER_LOGOUT", .entity_type = "USER", .entity_id = account.user.text()});
    store::advance_cache_epoch(inside);
}

}  // namespace

Claim claim_of(db::Db& db, std::string_view email) {
    std::optional<store::PasswordRecord> found;
    if (is_utf8(email) && !has_control_characters(email)) {
        found = db.read(std::nullopt,
                        [&](db::Snapshot& snapshot) { return store::find_password(snapshot, email); });
    }
    if (!found) return {.account = std::nullopt, .password_hash = std::string{dummy_password_hash()}};
    return {.account = Account{.company = found->company, .user = found->user},
            .password_hash = std::move(found->password_hash)};
}

std::string password_mark(db::Snapshot& snapshot, const UserId& user) {
    return password_mark(store::any_password_hash_of(snapshot, user).value_or(""));
}

std::string password_mark(std::string_view password_hash) {
    return to_hex(sha256(password_hash));
}

bool may_continue(db::Snapshot& snapshot, const Account& account, std::string_view mark) {
    const auto record = store::find_record(snapshot, account.user);
    return record && record->user.state == UserState::active && may_use_password(snapshot, *record) &&
           password_mark(snapshot, account.user) == mark;
}

bool begin_session_after_password(db::Tx& tx, const Account& account, std::string_view mark,
                                  const Sha256& session, const events::Author& author,
                                  const store::SessionOrigin& origin) {
    lock_user_changes(tx);
    if (!may_continue(tx, account, mark)) return false;
    begin_session(tx, account, session, author, origin);
    return true;
}

void begin_session(db::Tx& tx, const Account& account, const Sha256& session, const events::Author& author,
                   const store::SessionOrigin& origin) {
    // A deactivation, which deletes the sessions of the user, is finished before this or begins after it.
    lock_user_changes(tx);
    const auto user = store::find_user(tx, account.user);
    if (!user || user->state != UserState::active) throw changed_meanwhile();
    store::insert_session(tx, session, account.company, account.user, origin);
    audit_sign_in(tx, account, author, true, origin.authentication);
}

void end_session(db::Tx& tx, const Account& account, std::string_view session_id,
                 const events::Author& author) {
    if (store::delete_session(tx, account.company, account.user, session_id)) signed_out(tx, account, author);
}

void end_other_sessions(db::Tx& tx, const Account& account, const Sha256& present,
                        const events::Author& author) {
    if (store::delete_other_sessions(tx, account.company, account.user, present))
        signed_out(tx, account, author);
}

void audit_sign_in(db::Tx& tx, const Account& account, const events::Author& author, bool succeeded,
                   Authentication how) {
    events::audit(
        tx, as_user(author, account),
        {.name = succeeded ? "USER_AUTHENTICATION_SUCCESS" : "USER_AUTHENTICATION_INVALID_CREDENTIALS",
         .entity_type = "USER",
         .entity_id = account.user.text(),
         .context = {{"authenticationType", name_of(how)}}});
}

void record_failed_sign_in(db::Tx& tx, const std::optional<Account>& account, const events::Author& author) {
    constexpr std::size_t kAuditSize = 300;
    if (account) {
        audit_sign_in(tx, *account, author, false);
    } else {
        store::DummyWrites{tx}.write(kAuditSize);
    }
}

bool replace_password(db::Tx& tx, const Account& account, const PasswordChange& change,
                      const events::Author& author) {
    lock_user_changes(tx);  // against a session that begins at the same time with the old password
    if (!store::find_session(tx, change.present_session)) return false;
    if (!store::replace_password(tx, account.user, change.old_hash, change.new_hash)) return false;
    store::delete_links(tx, account.user);
    store::delete_sessions(tx, account.company, account.user);
    store::insert_session(tx, change.new_session, account.company, account.user, change.origin);
    events::audit(tx, as_user(author, account),
                  {.name = "USER_PASSWORD_CHANGED", .entity_type = "USER", .entity_id = account.user.text()});
    store::advance_cache_epoch(tx);
    return true;
}

}  // namespace callboard::accounts
