// Validation of ID tokens (OpenID Connect Core, section 3.1.3.7).
#pragma once

#include <chrono>
#include <expected>
#include <string>
#include <string_view>

#include "accounts/sso_connection.h"
#include "base/clock.h"
#include "sso/claims.h"
#include "sso/key_set.h"

namespace callboard::sso {

// Clocks of provider and server may differ by this much.
inline constexpr std::chrono::minutes kClockSkew{2};
// A token is used at once, so an older one is of a clock that is slow, or is not for this sign-on. Microsoft
// Entra dates its tokens back by five minutes.
inline constexpr std::chrono::minutes kOldestToken = kClockSkew + std::chrono::minutes{5};

struct ExpectedToken {
    std::string_view issuer;
    std::string_view client_id;
    std::string_view nonce;
    std::string_view identifying_claim;
    const accounts::RequiredClaim* required_claim = nullptr;  // null: none
    Timestamp now;
};

struct TokenFault {
    std::string reason;        // for the log; without the token
    bool key_unknown = false;  // the keys of the provider may have changed
};

std::expected<Claims, TokenFault> validate_id_token(std::string_view token, const KeySet& keys,
                                                    const ExpectedToken& expected);

}  // namespace callboard::sso
