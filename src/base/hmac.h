// HMAC-SHA256 (RFC 2104). Thread-safe.
#pragma once

#include <span>
#include <string_view>

#include "base/digest.h"
#include "base/secret.h"

namespace callboard {

Sha256 hmac_sha256(const Secret& key, std::string_view text);

// Of the concatenation of `pieces`, without building it.
Sha256 hmac_sha256(const Secret& key, std::span<const std::string_view> pieces);

}  // namespace callboard
