// A credential authenticates a call. Only the hash of its secret is stored; the secret is shown once.
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
    UserId user;  // on whose behalf it acts
    std::string user_email;
    Timestamp created_at;
    std::optional<Timestamp> revoked_at;
    std::optional<std::string> name = std::nullopt;        // nothing: the operator created it
    std::optional<Timestamp> last_used_at = std::nullopt;  // up to a few minutes old
};

// The user of a credential, reduced to what authentication needs.
struct Holder {
    CompanyId company;
    UserId user;
    Role role{};
    CredentialId credential;
};

// 256 random bits after a prefix that people and secret scanners recognize.
Secret new_api_key();
bool looks_like_api_key(std::string_view text);

// SHA-256 without salt or stretching suffices: the secrets are random and too long to guess.
Sha256 hash_of(std::string_view secret);

}  // namespace callboard::accounts

template <>
struct callboard::Names<callboard::accounts::CredentialKind> {
    using enum callboard::accounts::CredentialKind;
    static constexpr std::array kList{std::pair{api_key, std::string_view{"API_KEY"}}};
};
