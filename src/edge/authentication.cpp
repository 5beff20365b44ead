#include "edge/authentication.h"

namespace callboard::edge {

std::optional<PresentedCredential> presented_credential(const http::Request& request) {
    const std::string_view key = request.header("X-SmartToken");
    if (!key.empty()) return PresentedCredential{accounts::hash_of(key)};
    // No access tokens exist yet, so that whatever stands here is an unknown one.
    if (!request.header("Authorization").empty()) return PresentedCredential{std::nullopt};
    return std::nullopt;
}

}  // namespace callboard::edge
