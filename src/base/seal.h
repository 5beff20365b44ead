// Authenticated encryption (AES-256-GCM) of texts in the database, each bound to the place where it is
// stored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/secret.h"

namespace callboard {

// A sealed text of the database, with its place.
struct SealedValue {
    std::string text;
    std::string bound_to;
};

class Seal {
  public:
    static constexpr std::size_t kKeySize = 32;

    // The key has kKeySize bytes.
    explicit Seal(const Secret& key);

    // Base64url of a random nonce, ciphertext and tag. `bound_to` is additional authenticated data that
    // identifies the place of storage, such as a row's key: a value that was moved elsewhere does not open.
    std::string close(std::string_view plain, std::string_view bound_to) const;

    // Nothing if the key or `bound_to` is another one, or the value was modified.
    std::optional<std::string> open(std::string_view sealed, std::string_view bound_to) const;

  private:
    const Secret key_;
};

}  // namespace callboard
