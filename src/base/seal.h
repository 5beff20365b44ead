// Text that is kept where others may look, and must be read back: encrypted, and bound to its place, with
// AES-256-GCM.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/secret.h"

namespace callboard {

class Seal {
  public:
    static constexpr std::size_t kKeySize = 32;

    // The key is kKeySize bytes.
    explicit Seal(const Secret& key);

    // Base64url of nonce, ciphertext and tag; never the same twice. `bound_to` names the place where it will
    // be kept, such as a row's key: moved to another one it does not open.
    std::string close(std::string_view plain, std::string_view bound_to) const;

    // Nothing when it was closed with another key or for another place, or was changed.
    std::optional<std::string> open(std::string_view sealed, std::string_view bound_to) const;

  private:
    const Secret key_;
};

}  // namespace callboard
