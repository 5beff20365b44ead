#include "accounts/credential.h"

#include "base/encoding.h"
#include "base/random.h"

namespace callboard::accounts {

Secret new_api_key() {
    std::array<std::uint8_t, 32> bytes{};
    fill_random(bytes);
    return Secret{"DCRA1-" + to_hex(bytes)};
}

Sha256 hash_of(std::string_view secret) {
    return sha256(secret);
}

}  // namespace callboard::accounts
