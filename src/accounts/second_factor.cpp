#include "accounts/second_factor.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "accounts/cache_epoch_store.h"
#include "accounts/credential.h"
#include "accounts/second_factor_store.h"
#include "accounts/session_store.h"
#include "accounts/user_access.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/random.h"
#include "base/totp.h"
#include "events/audit_log.h"

namespace callboard::accounts {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kCodeSize = 6;

// Without characters that look like others. Sixteen of them are 80 bits.
constexpr std::string_view kCodeAlphabet = "abcdefghijkmnpqrstuvwxyz23456789";
constexpr std::size_t kRecoverySize = 16;

constexpr std::int64_t kFreeAttempts = 5;  // wrong codes before there is a delay

Secret opened(const std::string& sealed_key, const Account& account, const Seal& seal) {
    auto key = seal.open(sealed_key, place_of_second_factor_key(account));
    if (!key) throw internal("the key of a second factor cannot be opened: the secrets key is another one");
    return Secret{std::move(*key)};
}

// As people type it: with spaces, hyphens, in upper case.
std::string plain(std::string_view code) {
    std::string text = lowered(code);
    std::erase_if(text, [](char c) { return c == ' ' || c == '-'; });
    return text;
}

std::string grouped(std::string_view code) {
    std::string text;
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (i > 0 && i % 4 == 0) text += '-';
        text += code[i];
    }
    return text;
}

// The author is the operator, if it is nobody else.
void audit(db::Tx& tx, const Account& account, const events::Author& author, std::string_view name) {
    events::audit(tx, author, {.name = name, .entity_type = "USER", .entity_id = account.user.text()});
}

// A code has six digits, and three of them are valid at a time: with an attempt every quarter of an hour it
// takes ten years to guess one. Not for longer, because somebody who knows the password can lock out its
// owner.
CodeCheck wrong(db::Tx& tx, const Account& account, const store::SecondFactor& stored,
                const events::Author& author) {
    constexpr std::array<std::chrono::minutes, 5> kDelays{1min, 2min, 4min, 8min, 15min};
    const auto beyond = static_cast<std::size_t>(std::max<std::int64_t>(0, stored.failures - kFreeAttempts));
    if (beyond > 0)
        store::lock_until(tx, account.user, tx.now + kDelays[std::min(beyond, kDelays.size()) - 1]);
    audit(tx, account, author, "USER_SECOND_FACTOR_REFUSED");
    return CodeCheck::wrong;
}

bool accepts(db::Tx& tx, const Account& account, const store::SecondFactor& stored, const std::string& code,
             const Seal& seal) {
    if (!stored.sealed_key || code.size() != kCodeSize) return false;
    const auto step =
        matching_step(opened(*stored.sealed_key, account, seal), code, tx.now, stored.last_step);
    return step && store::use_step(tx, account.user, *step);
}

bool accepts_recovery_code(db::Tx& tx, const Account& account, const std::string& code,
                           const events::Author& author) {
    if (code.size() != kRecoverySize || !store::use_recovery_code(tx, account.user, hash_of(code)))
        return false;
    audit(tx, account, author, "USER_RECOVERY_CODE_USED");
    return true;
}

std::vector<std::string> new_recovery_codes(db::Tx& tx, const Account& account) {
    std::vector<std::string> shown;
    std::vector<Sha256> hashes;
    for (std::size_t i = 0; i < kRecoveryCodes; ++i) {
        const std::string code = random_text(kRecoverySize, kCodeAlphabet);
        hashes.push_back(hash_of(code));
        shown.push_back(grouped(code));
    }
    store::put_recovery_codes(tx, account.user, hashes);
    return shown;
}

}  // namespace

std::string place_of_second_factor_key(const Account& account) {
    return "second_factor/" + std::string{account.company.text()} + "/" + std::string{account.user.text()};
}

SecondStep second_step(db::Snapshot& snapshot, const UserId& user) {
    const auto stored = store::find_second_factor(snapshot, user);
    if (stored && stored->sealed_key) return SecondStep::code;
    return store::second_factor_required_since(snapshot) ? SecondStep::set_up : SecondStep::none;
}

void require_second_factor(db::Tx& tx, const events::Author& author, bool required) {
    lock_user_changes(tx);
    if (store::second_factor_required_since(tx).has_value() == required) return;
    store::require_second_factor(tx, required);
    events::audit(tx, author,
                  {.name = required ? "SECOND_FACTOR_REQUIRED" : "SECOND_FACTOR_OPTIONAL",
                   .entity_type = "COMPANY",
                   .entity_id = tx.company().text()});
}

void set_second_factor_policy(db::Tx& tx, const Actor& actor, bool required) {
    require_managing_sign_in(tx, actor);
    require_second_factor(tx, actor, required);
}

void ask_for_second_factor(db::Tx& tx, const Account& account, const events::Author& author) {
    audit(tx, account, author, "USER_SECOND_FACTOR_REQUESTED");
}

std::optional<Secret> begin_second_factor(db::Tx& tx, const Account& account, const Seal& seal) {
    Secret key = new_totp_key();
    if (!store::put_first_key(tx, account.user,
                              seal.close(key.reveal(), place_of_second_factor_key(account))))
        return std::nullopt;
    return key;
}

Secret replace_second_factor(db::Tx& tx, const Account& account, const Seal& seal) {
    Secret key = new_totp_key();
    store::put_new_key(tx, account.user, seal.close(key.reveal(), place_of_second_factor_key(account)));
    return key;
}

std::optional<Secret> unconfirmed_key(db::Snapshot& snapshot, const Account& account, const Seal& seal) {
    const auto stored = store::find_second_factor(snapshot, account.user);
    if (!stored || !stored->new_key) return std::nullopt;
    return opened(*stored->new_key, account, seal);
}

Confirmation confirm_second_factor(db::Tx& tx, const Account& account, std::string_view code,
                                   const Seal& seal, const events::Author& author) {
    const auto stored = store::begin_attempt(tx, account.user);
    if (!stored) return {.check = CodeCheck::locked, .recovery_codes = {}};
    const auto step = stored->new_key
                          ? matching_step(opened(*stored->new_key, account, seal), plain(code), tx.now, 0)
                          : std::nullopt;
    if (!step || !store::adopt_new_key(tx, account.user, *stored->new_key, *step))
        return {.check = wrong(tx, account, *stored, author), .recovery_codes = {}};
    audit(tx, account, author, "USER_SECOND_FACTOR_ADDED");
    return {.check = CodeCheck::right, .recovery_codes = new_recovery_codes(tx, account)};
}

CodeCheck check_second_factor(db::Tx& tx, const Account& account, std::string_view code, const Seal& seal,
                              const events::Author& author) {
    const std::string entered = plain(code);
    const auto stored = store::begin_attempt(tx, account.user);
    // Also while it is locked: a recovery code cannot be guessed, and the owner has no other way in while
    // somebody with the password enters wrong codes.
    if (!accepts_recovery_code(tx, account, entered, author)) {
        if (!stored) return CodeCheck::locked;
        if (!accepts(tx, account, *stored, entered, seal)) return wrong(tx, account, *stored, author);
    }
    store::attempt_succeeded(tx, account.user);
    return CodeCheck::right;
}

bool remove_second_factor(db::Tx& tx, const Account& account, const events::Author& author) {
    if (!store::delete_second_factor(tx, account.user)) return false;
    audit(tx, account, author, "USER_SECOND_FACTOR_REMOVED");
    return true;
}

bool reset_second_factor(db::Tx& tx, const UserId& user, const events::Author& author) {
    lock_user_changes(tx);
    if (!remove_second_factor(tx, {.company = tx.company(), .user = user}, author)) return false;
    store::delete_sessions(tx, tx.company(), user);
    store::advance_cache_epoch(tx);
    return true;
}

void reset_second_factor_of(db::Tx& tx, const Actor& actor, const UserId& user) {
    require_managing_sign_in(tx, actor);
    visible_user(tx, actor, user);
    if (user == actor.id())
        throw forbidden("PERMISSION_DENIED",
                        "administrators remove their own second factor at /identity/security, with a code");
    reset_second_factor(tx, user, actor);
}

std::optional<std::set<UserId>> shown_second_factors(db::Snapshot& snapshot, const Actor& actor,
                                                     std::span<const UserId> users) {
    if (!rights_of(actor.role).manages_users || actor.application) return std::nullopt;
    return store::with_second_factor(snapshot, users);
}

}  // namespace callboard::accounts
