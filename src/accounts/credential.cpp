#include "accounts/credential.h"

#include "base/random.h"

namespace callboard::accounts {

Secret new_api_key() {
    return Secret{"DCRA1-" + random_secret()};
}

Sha256 hash_of(std::string_view secret) {
    return sha256(secret);
}

}  // namespace callboard::accounts
