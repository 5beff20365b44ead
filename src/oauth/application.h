// An OAuth client of a partner, which acts on behalf of users who authorized it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "oauth/scope.h"

namespace callboard::oauth {

// RFC 6749, section 2.1. A public client has no secret; it must use PKCE (RFC 7636).
enum class ClientType { confidential, public_client };

struct Application {
    ApplicationId id;  // its client_id
    std::string name;
    std::vector<std::string> redirect_uris;
    ScopeSet scopes;
    Timestamp created_at;
    std::optional<Timestamp> revoked_at;
    std::optional<CompanyId> company = std::nullopt;       // that registered it; nothing: the operator
    std::optional<Timestamp> published_at = std::nullopt;  // by the operator, for all companies
    ClientType type = ClientType::confidential;

    bool serves_all() const { return !company || published_at; }
    bool serves(const CompanyId& users) const { return serves_all() || *company == users; }
};

// When a client secret was created and last used; only its hash is stored.
struct SecretRecord {
    Timestamp created_at;
    std::optional<Timestamp> expires_at;
    std::optional<Timestamp> last_used_at;
};

}  // namespace callboard::oauth

template <>
struct callboard::Names<callboard::oauth::ClientType> {
    using enum callboard::oauth::ClientType;
    static constexpr std::array kList{std::pair{confidential, std::string_view{"CONFIDENTIAL"}},
                                      std::pair{public_client, std::string_view{"PUBLIC"}}};
};
