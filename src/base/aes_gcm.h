// Authenticated encryption of one message with AES-256-GCM. A nonce must never be used twice with a key.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/secret.h"

namespace callboard::aes_gcm {

inline constexpr std::size_t kKeySize = 32;
inline constexpr std::size_t kNonceSize = 12;
inline constexpr std::size_t kTagSize = 16;

// What encryption and decryption must agree on. `bound_to` is additional authenticated data.
struct Context {
    const Secret& key;
    std::string_view nonce;
    std::string_view bound_to;
};

// Ciphertext and tag.
std::string encrypt(const Context& context, std::string_view plain);

// Nothing if the tag does not match.
std::optional<std::string> decrypt(const Context& context, std::string_view encrypted);

}  // namespace callboard::aes_gcm
