// Time-based one-time passwords (RFC 6238) with the parameters that all authenticator applications support:
// HMAC-SHA1, six digits, steps of 30 seconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/secret.h"

namespace callboard {

// 160 random bits.
Secret new_totp_key();

// For people who type it, and for URIs: base32 without padding (RFC 4648).
std::string to_base32(std::string_view bytes);

// otpauth://totp/… as a QR code has it.
Secret totp_uri(const Secret& key, std::string_view issuer, std::string_view account);

std::string totp_at(const Secret& key, std::int64_t step);  // six digits
std::int64_t totp_step(Timestamp time);

// The step that the code belongs to: the present one, the one before, or the one after, because clocks
// differ. Steps up to `last_used` are not accepted, so that a code works once.
std::optional<std::int64_t> matching_step(const Secret& key, std::string_view code, Timestamp now,
                                          std::int64_t last_used);

}  // namespace callboard
