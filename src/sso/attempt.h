// One sign-on, from leaving for the provider to coming back. Nonce (OpenID Connect) and code verifier (RFC
// 7636) are derived from the state and from a secret cookie of the browser, so both are bound to the browser
// and neither is stored.
#pragma once

#include <string>

#include "base/digest.h"
#include "base/id.h"
#include "base/secret.h"

namespace callboard::sso {

struct Attempt {
    CompanyId company;
    Sha256 browser;           // the hash of the cookie
    std::string issuer;       // where the user was sent
    std::string destination;  // the page to show in the end
};

class AttemptSecrets {
  public:
    AttemptSecrets(const Secret& browser_cookie, const Secret& state);

    Sha256 browser() const { return browser_; }
    Sha256 state() const { return state_; }  // its hash
    const Secret& verifier() const { return verifier_; }
    std::string challenge() const;  // S256
    const std::string& nonce() const { return nonce_; }

  private:
    const Sha256 browser_;
    const Sha256 state_;
    const Secret verifier_;
    const std::string nonce_;
};

}  // namespace callboard::sso
