// What a call is made with. Only the hash of its secret is stored; the secret itself is shown once.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "base/names.h"
#include "base/secret.h"

namespace callboard::accounts {

enum class CredentialKind { api_key };

struct Credential {
    CredentialId id;
    CredentialKind kind{};
    UserId user;  // for whom it acts
    std::string user_email;
    Timestamp created_at;
    std::optional<Timestamp> revoked_at;
};

// Whom a credential stands for, as far as a call needs to know.
struct Holder {
    CompanyId company;
    UserId user;
    Role role{};
    CredentialId credential;
};

// 256 random bits, and a prefix by which people and secret scanners know it.
Secret new_api_key();
bool looks_like_api_key(std::string_view text);

// Secrets are random enough that no slow hash is needed: nobody guesses one.
Sha256 hash_of(std::string_view secret);

}  // namespace callboard::accounts

template <>
struct callboard::Names<callboard::accounts::CredentialKind> {
    using enum callboard::accounts::CredentialKind;
    static constexpr std::array kList{std::pair{api_key, std::string_view{"API_KEY"}}};
};
