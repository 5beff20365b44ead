#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/role.h"
#include "base/clock.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

struct SsoInput {
    std::string issuer;
    std::string client_id;
    std::optional<std::string> client_secret;
    std::optional<std::string> claim;
    std::optional<std::string> required_claim;
    std::optional<accounts::Role> create_users_with_role;
    std::optional<bool> required;

    static constexpr std::string_view kName = "SsoInput";
    static constexpr auto shape() {
        using Self = SsoInput;
        return wire::fields(
            wire::field("issuer", &Self::issuer,
                        {.max_length = 500, .about = "The issuer URL of the provider (OpenID Connect)."}),
            wire::field("clientId", &Self::client_id, {.max_length = 255}),
            wire::field("clientSecret", &Self::client_secret,
                        {.max_length = 1000,
                         .about = "Write-only. May be omitted if issuer and clientId stay the same."}),
            wire::field(
                "claim", &Self::claim,
                {.max_length = 100,
                 .about = "The claim that is compared with the ssoIdentifier of users; sub by default."}),
            wire::field("requiredClaim", &Self::required_claim,
                        {.max_length = 300,
                         .about = "A claim that tokens must have, as NAME=VALUE, such as "
                                  "hd=harbourlane.example; for issuers that several organisations share."}),
            wire::field(
                "createUsersWithRole", &Self::create_users_with_role,
                {.about = "Unknown users with a verified e-mail of a listed domain are created with this "
                          "role; if omitted, nobody is created."}),
            wire::field(
                "required", &Self::required,
                {.about = "Whether only administrators, and users whose ssoLoginMode is PASSWORD, may "
                          "use a password; false by default."}));
    }
    static SsoInput example() {
        return {.issuer = "https://login.harbourlane.example",
                .client_id = "callboard",
                .client_secret = "a-secret-of-the-provider",
                .claim = {},
                .required_claim = {},
                .create_users_with_role = {},
                .required = false};
    }
};

struct SsoView {
    std::string issuer;
    std::string client_id;
    std::string claim;
    std::optional<std::string> required_claim;
    std::optional<accounts::Role> create_users_with_role;
    bool required = false;
    std::vector<std::string> domains;
    std::string sign_on_url;
    std::string redirect_uri;
    Timestamp updated_on;

    static constexpr std::string_view kName = "Sso";
    static constexpr auto shape() {
        using Self = SsoView;
        return wire::fields(
            wire::field("issuer", &Self::issuer), wire::field("clientId", &Self::client_id),
            wire::field("claim", &Self::claim), wire::field("requiredClaim", &Self::required_claim),
            wire::field("createUsersWithRole", &Self::create_users_with_role),
            wire::field("required", &Self::required),
            wire::field("domains", &Self::domains,
                        {.about = "E-mail domains of the company, which the operator of the server sets."}),
            wire::field("signOnUrl", &Self::sign_on_url, {.about = "Where users of the company sign on."}),
            wire::field("redirectUri", &Self::redirect_uri, {.about = "To be registered at the provider."}),
            wire::field("updatedOn", &Self::updated_on));
    }
};

SsoView get_sso(db::Snapshot& snapshot, const edge::Call<>& call);
SsoView set_sso(db::Tx& tx, const edge::Call<SsoInput>& call);
wire::Nothing delete_sso(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
