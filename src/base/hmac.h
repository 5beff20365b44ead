// HMAC-SHA256: who knows the key made this text. Thread-safe.
#pragma once

#include <span>
#include <string_view>

#include "base/digest.h"
#include "base/secret.h"

namespace callboard {

Sha256 hmac_sha256(const Secret& key, std::string_view text);

// Of a text in pieces, which need not be put together for it.
Sha256 hmac_sha256(const Secret& key, std::span<const std::string_view> pieces);

}  // namespace callboard
