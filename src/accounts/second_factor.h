// One-time passwords (RFC 6238) as a second factor of sign-in, and recovery codes for those who lost it.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
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

// Whether users of the company need one. Those who have none set it up when they sign in next. Without a
// change, nothing is recorded. An actor must be an administrator.
void require_second_factor(db::Tx& tx, const events::Author& author, bool required);
void set_second_factor_policy(db::Tx& tx, const Actor& actor, bool required);

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

// For a user who lost it: the same, and ends the sessions of the user, one of which may be on the lost
// device.
bool reset_second_factor(db::Tx& tx, const UserId& user, const events::Author& author);
// The same by an administrator, for somebody else: the own one is removed with a code.
void reset_second_factor_of(db::Tx& tx, const Actor& actor, const UserId& user);

// Those of the users who have one, if the actor may know: administrators do, but no application that they
// have connected, which would learn whose password is enough.
std::optional<std::set<UserId>> shown_second_factors(db::Snapshot& snapshot, const Actor& actor,
                                                     std::span<const UserId> users);

}  // namespace callboard::accounts
