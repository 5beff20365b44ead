#include "accounts/sso_connection.h"

namespace callboard::accounts {

std::optional<RequiredClaim> required_claim_of(const SsoConnection& connection) {
    if (connection.required_claim) {
        const std::string& text = *connection.required_claim;
        const auto equals = text.find('=');
        return RequiredClaim{.name = text.substr(0, equals), .values = {text.substr(equals + 1)}};
    }
    if (connection.issuer == kGoogle)
        return RequiredClaim{.name = std::string{kGoogleDomainClaim}, .values = connection.domains};
    return std::nullopt;
}

bool is_same_provider(const SsoConnection& left, const SsoConnection& right) {
    return left.issuer == right.issuer && left.client_id == right.client_id && left.claim == right.claim &&
           required_claim_of(left) == required_claim_of(right);
}

}  // namespace callboard::accounts
