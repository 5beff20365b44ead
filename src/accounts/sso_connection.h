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
    std::optional<std::string> required_claim;  // NAME=VALUE
    std::optional<Role> created_role;  // of users who are created at their first sign-on; nothing: none are
    std::optional<Timestamp> required_at;
    Timestamp updated_at;
    std::vector<std::string> domains;  // of e-mail addresses, in lower case

    bool is_required() const { return required_at.has_value(); }
};

// A claim that tokens must have, with one of these values.
struct RequiredClaim {
    std::string name;
    std::vector<std::string> values;

    bool operator==(const RequiredClaim&) const = default;
};

// The one that was set. At an issuer that everybody shares, it is always needed: at Google it is the domain
// of the organisation.
std::optional<RequiredClaim> required_claim_of(const SsoConnection& connection);

inline constexpr std::string_view kGoogle = "https://accounts.google.com";
inline constexpr std::string_view kGoogleDomainClaim = "hd";

// Whether somebody who has proved an identity by one of them has proved it by the other.
bool is_same_provider(const SsoConnection& left, const SsoConnection& right);

}  // namespace callboard::accounts
