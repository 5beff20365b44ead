// The provider of a company as operators and administrators enter it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "accounts/sso_connection.h"
#include "base/secret.h"

namespace callboard::accounts {

// What happens to the SSO identifiers of users when issuer or claim are changed: at another provider, the
// same identifier may be somebody else's.
enum class OldIdentifiers { refuse, keep, clear };

struct SsoDraft {
    std::string issuer;
    std::string client_id;
    std::optional<Secret> client_secret;  // nothing: the stored one, if issuer and client id stay
    std::string claim{kSubjectClaim};
    std::optional<std::string> required_claim = std::nullopt;  // NAME=VALUE
    std::optional<Role> created_role;
    bool required = false;
    std::optional<std::vector<std::string>> domains;  // nothing: the stored ones
    OldIdentifiers old_identifiers = OldIdentifiers::refuse;
};

// Throws an Error that names the first invalid value. `domains` are those of the company, in lower case.
void check_sso_draft(const SsoDraft& draft, std::span<const std::string> domains);

}  // namespace callboard::accounts
