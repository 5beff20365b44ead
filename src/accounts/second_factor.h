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

enum class SecondFactorState { absent, unconfirmed, confirmed };
SecondFactorState second_factor_state(db::Snapshot& snapshot, const UserId& user);

// Whether sign-in asks for a code, or for setting up a second factor.
enum class SecondStep { none, code, set_up };
SecondStep second_step(db::Snapshot& snapshot, const UserId& user);

// A new key for the user's application. It is asked for after a code has confirmed that the application has it.
// Throws CONFLICT if there is a confirmed one, which must be removed before.
Secret begin_second_factor(db::Tx& tx, const Account& account, const Seal& seal);

// The key that is not confirmed yet.
std::optional<Secret> unconfirmed_key(db::Snapshot& snapshot, const Account& account, const Seal& seal);

// The recovery codes, which are shown once; nothing if the code is wrong.
std::optional<std::vector<std::string>> confirm_second_factor(db::Tx& tx, const Account& account,
                                                              std::string_view code, const Seal& seal,
                                                              const events::Author& author);

// Accepts a code of the application or a recovery code, each once.
bool check_second_factor(db::Tx& tx, const Account& account, std::string_view code, const Seal& seal,
                         const events::Author& author);

// Returns false if there is none.
bool remove_second_factor(db::Tx& tx, const Account& account, const events::Author& author);

}  // namespace callboard::accounts
