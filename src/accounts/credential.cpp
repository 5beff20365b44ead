#include "accounts/credential.h"

#include "base/random.h"

namespace callboard::accounts {
namespace {

constexpr std::string_view kApiKeyPrefix = "DCRA1-";

}  // namespace

Secret new_api_key() {
    return Secret{std::string{kApiKeyPrefix} + random_secret()};
}

bool looks_like_api_key(std::string_view text) {
    return text.starts_with(kApiKeyPrefix);
}

Sha256 hash_of(std::string_view secret) {
    return sha256(secret);
}

}  // namespace callboard::accounts
