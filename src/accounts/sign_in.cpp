#include "accounts/sign_in.h"

#include "accounts/password.h"
#include "accounts/password_store.h"
#include "accounts/session_store.h"
#include "base/encoding.h"
#include "events/audit_log.h"

namespace callboard::accounts {
namespace {

void audit(db::Db& db, const Account& account, events::Author author, std::string_view name) {
    author.user = account.user;
    db.write(account.company, [&](db::Tx& tx) {
        events::audit(tx, author,
                      {.name = name,
                       .entity_type = "USER",
                       .entity_id = account.user.text(),
                       .context = {{"authenticationType", "PASSWORD"}}});
    });
}

}  // namespace

std::optional<Account> sign_in(db::Db& db, std::string_view email, const Secret& password,
                               const events::Author& author) {
    std::optional<store::PasswordRecord> found;
    if (is_utf8(email) && !has_control_characters(email)) {
        found = db.read(std::nullopt,
                        [&](db::Snapshot& snapshot) { return store::find_password(snapshot, email); });
    }
    const bool good = is_password(password, found ? found->password_hash : nobodys_password_hash());
    if (!found) return std::nullopt;
    const Account account{.company = found->company, .user = found->user};
    audit(db, account, author,
          good ? "USER_AUTHENTICATION_SUCCESS" : "USER_AUTHENTICATION_INVALID_CREDENTIALS");
    if (!good) return std::nullopt;
    return account;
}

bool change_password(db::Db& db, const Account& account, const Secret& old_password,
                     const Secret& new_password, const Sha256& this_session, const events::Author& author) {
    const auto old_hash = db.read(account.company, [&](db::Snapshot& snapshot) {
        return store::password_hash_of(snapshot, account.user);
    });
    if (!old_hash || !is_password(old_password, *old_hash)) return false;
    const std::string new_hash = hash_password(new_password);
    return db.write(account.company, [&](db::Tx& tx) {
        if (!store::replace_password(tx, account.user, *old_hash, new_hash)) return false;
        store::delete_other_sessions(tx, account.company, account.user, this_session);
        events::Author changer = author;
        changer.user = account.user;
        events::audit(
            tx, changer,
            {.name = "USER_PASSWORD_CHANGED", .entity_type = "USER", .entity_id = account.user.text()});
        return true;
    });
}

}  // namespace callboard::accounts
