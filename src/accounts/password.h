// Passwords, kept as argon2id hashes: about 50 ms and 19 MiB for each guess.
#pragma once

#include <string>

#include "base/secret.h"

namespace callboard::accounts {

inline constexpr std::size_t kShortestPassword = 12;
inline constexpr std::size_t kLongestPassword = 1024;

bool is_good_password(const Secret& password);

std::string hash_password(const Secret& password);
bool is_password(const Secret& guess, const std::string& hash);

// For guesses at accounts that do not exist: they take as long as any other.
const std::string& nobodys_password_hash();

// For users to whom nobody gave one.
Secret generate_password();

}  // namespace callboard::accounts
