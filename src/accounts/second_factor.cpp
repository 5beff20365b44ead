#include "accounts/second_factor.h"

#include <algorithm>

#include "accounts/credential.h"
#include "accounts/second_factor_store.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/random.h"
#include "base/totp.h"
#include "events/audit_log.h"

namespace callboard::accounts {
namespace {

constexpr std::size_t kCodeSize = 6;

// Without characters that look like others. Sixteen of them are 80 bits.
constexpr std::string_view kCodeAlphabet = "abcdefghijkmnpqrstuvwxyz23456789";
constexpr std::size_t kRecoverySize = 16;

std::string place_of_key(const Account& account) {
    return "second_factor/" + std::string{account.company.text()} + "/" + std::string{account.user.text()};
}

Secret key_of(const store::SecondFactor& stored, const Account& account, const Seal& seal) {
    auto key = seal.open(stored.sealed_key, place_of_key(account));
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

void audit(db::Tx& tx, const Account& account, events::Author author, std::string_view name) {
    author.user = author.user ? author.user : account.user;
    events::audit(tx, author, {.name = name, .entity_type = "USER", .entity_id = account.user.text()});
}

bool use_code(db::Tx& tx, const Account& account, const store::SecondFactor& stored, std::string_view code,
              const Seal& seal) {
    const auto step = matching_step(key_of(stored, account, seal), code, tx.now, stored.last_step);
    return step && store::use_step(tx, account.user, *step);
}

}  // namespace

SecondFactorState second_factor_state(db::Snapshot& snapshot, const UserId& user) {
    const auto stored = store::find_second_factor(snapshot, user);
    if (!stored) return SecondFactorState::absent;
    return stored->confirmed_at ? SecondFactorState::confirmed : SecondFactorState::unconfirmed;
}

SecondStep second_step(db::Snapshot& snapshot, const UserId& user) {
    if (second_factor_state(snapshot, user) == SecondFactorState::confirmed) return SecondStep::code;
    return store::is_second_factor_required(snapshot) ? SecondStep::set_up : SecondStep::none;
}

Secret begin_second_factor(db::Tx& tx, const Account& account, const Seal& seal) {
    Secret key = new_totp_key();
    if (!store::put_second_factor(tx, account.user, seal.close(key.reveal(), place_of_key(account))))
        throw conflict("CONFLICT", "there is a second factor; remove it first");
    return key;
}

std::optional<Secret> unconfirmed_key(db::Snapshot& snapshot, const Account& account, const Seal& seal) {
    const auto stored = store::find_second_factor(snapshot, account.user);
    if (!stored || stored->confirmed_at) return std::nullopt;
    return key_of(*stored, account, seal);
}

std::optional<std::vector<std::string>> confirm_second_factor(db::Tx& tx, const Account& account,
                                                              std::string_view code, const Seal& seal,
                                                              const events::Author& author) {
    const auto stored = store::find_second_factor(tx, account.user);
    if (!stored || stored->confirmed_at || !use_code(tx, account, *stored, plain(code), seal)) return std::nullopt;
    store::confirm_second_factor(tx, account.user);
    std::vector<std::string> shown;
    std::vector<Sha256> hashes;
    for (std::size_t i = 0; i < kRecoveryCodes; ++i) {
        const std::string recovery = random_text(kRecoverySize, kCodeAlphabet);
        hashes.push_back(hash_of(recovery));
        shown.push_back(grouped(recovery));
    }
    store::put_recovery_codes(tx, account.user, hashes);
    audit(tx, account, author, "USER_SECOND_FACTOR_ADDED");
    return shown;
}

bool check_second_factor(db::Tx& tx, const Account& account, std::string_view code, const Seal& seal,
                         const events::Author& author) {
    const auto stored = store::find_second_factor(tx, account.user);
    if (!stored || !stored->confirmed_at) return false;
    const std::string typed = plain(code);
    if (typed.size() == kCodeSize) return use_code(tx, account, *stored, typed, seal);
    if (!store::use_recovery_code(tx, account.user, hash_of(typed))) return false;
    audit(tx, account, author, "USER_RECOVERY_CODE_USED");
    return true;
}

bool remove_second_factor(db::Tx& tx, const Account& account, const events::Author& author) {
    if (!store::delete_second_factor(tx, account.user)) return false;
    audit(tx, account, author, "USER_SECOND_FACTOR_REMOVED");
    return true;
}

}  // namespace callboard::accounts
