// How users of a company sign on at a provider of theirs (OpenID Connect).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/id.h"

namespace callboard::accounts {

// The claim that is compared with the SSO identifier of users, unless another one is chosen.
inline constexpr std::string_view kSubjectClaim = "sub";

struct SsoConnection {
    CompanyId company;
    std::string issuer;
    std::string client_id;
    std::string sealed_secret;
    std::string claim;
    std::optional<Role> created_role;  // of users who are created at their first sign-on; nothing: none are
    std::optional<Timestamp> required_at;
    Timestamp updated_at;
    std::vector<std::string> domains;  // of e-mail addresses, in lower case

    bool is_required() const { return required_at.has_value(); }
};

}  // namespace callboard::accounts
