// Sign-on at the provider of a company: OpenID Connect, authorization code flow with PKCE, as a relying
// party. Thread-safe; calls wait for the provider.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "accounts/sign_on.h"
#include "accounts/sso_connection.h"
#include "base/clock.h"
#include "base/company_gate.h"
#include "base/secret.h"
#include "sso/attempt.h"
#include "sso/provider_cache.h"

namespace callboard::sso {

// Where the browser goes.
std::string authorization_url(const Provider& provider, const accounts::SsoConnection& connection,
                              const std::string& redirect_uri, const Secret& state,
                              const AttemptSecrets& secrets);
// Without the ID token of the sign-on, the provider may ask the user. Empty: it has no such page.
std::string logout_url(const Provider& provider, const accounts::SsoConnection& connection,
                       const std::string& return_to, const std::optional<Secret>& id_token);

// Sign-ons of one company that may wait for its provider at the same time.
inline constexpr std::size_t kMostCallsOfCompany = 8;

// Why there is no answer, as a message for the log.
struct Failure {
    std::string reason;
    bool is_busy = false;          // too many sign-ons of the company wait already
    bool is_refused_code = false;  // by the provider, which does not know it
};

class SignOn {
  public:
    SignOn(Exchange exchange, const webhooks::AddressGuard& guard, const Clock& clock,
           const TimeLimits& limits = {});

    TimeBudget time() const { return TimeBudget{limits_}; }  // for all calls of one request

    std::expected<Provider, Failure> provider(const accounts::SsoConnection& connection, TimeBudget& time);

    struct Code {
        const accounts::SsoConnection& connection;
        const Secret& client_secret;
        const AttemptSecrets& secrets;
        std::string_view code;
        std::string_view redirect_uri;
    };
    struct Proof {
        accounts::ProvenIdentity identity;
        Secret id_token;
    };
    // Exchanges a code for an ID token and validates it. Without an e-mail in the token, or without the claim
    // that identifies users, the provider is asked for them (UserInfo).
    std::expected<Proof, Failure> redeem(const Provider& provider, const Code& code, TimeBudget& time);

  private:
    struct Tokens;
    std::expected<Proof, Failure> prove(const Provider& provider, const Code& code, TimeBudget& time);
    std::expected<Tokens, Failure> exchange_code(const Provider& provider, const Code& code,
                                                 TimeBudget& time);
    void add_user_info(Claims& claims, const Provider& provider, const Tokens& tokens, std::string_view claim,
                       TimeBudget& time) const;

    const Exchange exchange_;
    const Clock& clock_;
    const TimeLimits limits_;
    ProviderCache cache_;
    CompanyGate gate_{kMostCallsOfCompany};
};

}  // namespace callboard::sso
