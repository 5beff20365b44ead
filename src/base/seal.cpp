#include "base/seal.h"

#include <cstdint>
#include <span>

#include "base/aes_gcm.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/random.h"

namespace callboard {

using aes_gcm::kNonceSize;

Seal::Seal(const Secret& key) : key_(key) {
    if (key.reveal().size() != kKeySize) throw internal("the key of a seal has another size");
}

std::string Seal::close(std::string_view plain, std::string_view bound_to) const {
    std::string nonce(kNonceSize, '\0');
    fill_random(std::span{reinterpret_cast<std::uint8_t*>(nonce.data()), kNonceSize});
    return to_base64url(nonce + aes_gcm::encrypt({.key = key_, .nonce = nonce, .bound_to = bound_to}, plain));
}

std::optional<std::string> Seal::open(std::string_view sealed, std::string_view bound_to) const {
    const auto decoded = from_base64url(sealed);
    if (!decoded || decoded->size() < kNonceSize) return std::nullopt;
    const std::string_view all{*decoded};
    return aes_gcm::decrypt({.key = key_, .nonce = all.substr(0, kNonceSize), .bound_to = bound_to},
                            all.substr(kNonceSize));
}

}  // namespace callboard
