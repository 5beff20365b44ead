#include "accounts/credential.h"

#include "base/encoding.h"
#include "base/random.h"

namespace callboard::accounts {

Secret new_api_key() {
    std::string bytes(32, '\0');
    fill_random({reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
    return Secret{"DCRA1-" + to_base64url(bytes)};
}

Sha256 hash_of(std::string_view secret) {
    return sha256(secret);
}

}  // namespace callboard::accounts
