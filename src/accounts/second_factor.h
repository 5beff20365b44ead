// One-time passwords (RFC 6238) as a second factor of sign-in, and recovery codes for those who lost it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/sign_in.h"
#include "base/seal.h"
#include "base/secret.h"
#include "db/db.h"
#include "events/author.h"

namespace callboard::accounts {

inline constexpr std::size_t kRecoveryCodes = 10;

// What sign-in asks for besides the password: nothing, a code, or to set up a second factor first.
enum class SecondStep { none, code, set_up };
SecondStep second_step(db::Snapshot& snapshot, const UserId& user);

// Where its key is sealed for (base/seal.h).
std::string place_of_second_factor_key(const Account& account);

// Whether users of the company need one. Those who have none set it up when they sign in next.
void require_second_factor(db::Tx& tx, const events::Author& author, bool required);

// After the right password. Audited, because a password that is not followed by a code may be stolen.
void ask_for_second_factor(db::Tx& tx, const Account& account, const events::Author& author);

// A key for the application of a user who has just shown the password. It is asked for after a code has shown
// that the application has it. Nothing if there is one already.
std::optional<Secret> begin_second_factor(db::Tx& tx, const Account& account, const Seal& seal);
// The same for a user who has just shown the present code. The present key works until the new one is
// confirmed.
Secret replace_second_factor(db::Tx& tx, const Account& account, const Seal& seal);

// The key that was begun and not confirmed yet.
std::optional<Secret> unconfirmed_key(db::Snapshot& snapshot, const Account& account, const Seal& seal);

// With wrong codes one after another, it takes longer and longer until one is checked again.
enum class CodeCheck { right, wrong, locked };

// Confirms the new key. The recovery codes replace all earlier ones, and are shown once.
struct Confirmation {
    CodeCheck check{};
    std::vector<std::string> recovery_codes;
};
Confirmation confirm_second_factor(db::Tx& tx, const Account& account, std::string_view code,
                                   const Seal& seal, const events::Author& author);

// Accepts a code of the application or a recovery code, each once; recovery codes also while it is locked.
CodeCheck check_second_factor(db::Tx& tx, const Account& account, std::string_view code, const Seal& seal,
                              const events::Author& author);

// Returns false if there is none.
bool remove_second_factor(db::Tx& tx, const Account& account, const events::Author& author);

}  // namespace callboard::accounts
