#include "edge/authentication.h"

namespace callboard::edge {

std::optional<PresentedCredential> presented_credential(const http::Request& request) {
    std::string_view secret = request.header("X-SmartToken");
    if (secret.empty()) {
        // No access tokens exist yet, so that whatever stands here is an unknown one.
        secret = request.header("Authorization");
    }
    if (secret.empty()) return std::nullopt;
    return PresentedCredential{accounts::hash_of(secret)};
}

}  // namespace callboard::edge
