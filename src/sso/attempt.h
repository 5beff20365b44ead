// One sign-on, from leaving for the provider to coming back. Nothing of it is stored meanwhile: the state
// that the provider sends back is the attempt itself, sealed. Nonce (OpenID Connect) and code verifier (RFC
// 7636) are derived from the state and from a secret cookie of the browser, so both are bound to the browser.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "base/seal.h"
#include "base/secret.h"

namespace callboard::sso {

inline constexpr std::chrono::minutes kAttemptLife{10};

struct Attempt {
    CompanyId company;
    std::string issuer;       // where the user was sent
    std::string destination;  // the page to show in the end
};

// Each state is another one, and none can be made up.
Secret sealed_state(const Attempt& attempt, const Secret& browser_cookie, Timestamp now, const Seal& seal);

// Nothing if the state is not one of the company that was begun in this browser, or it has expired.
std::optional<Attempt> attempt_of(const Secret& state, const CompanyId& company, const Secret& browser_cookie,
                                  Timestamp now, const Seal& seal);

class AttemptSecrets {
  public:
    AttemptSecrets(const Secret& browser_cookie, const Secret& state);

    Sha256 state() const { return state_; }  // its hash
    const Secret& verifier() const { return verifier_; }
    std::string challenge() const;  // S256
    const std::string& nonce() const { return nonce_; }

  private:
    const Sha256 state_;
    const Secret verifier_;
    const std::string nonce_;
};

}  // namespace callboard::sso
