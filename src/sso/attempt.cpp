#include "sso/attempt.h"

#include "base/encoding.h"
#include "base/hmac.h"

namespace callboard::sso {
namespace {

std::string derived(const Secret& browser_cookie, std::string_view purpose, const Secret& state) {
    return to_base64url(
        hmac_sha256(browser_cookie, "sso " + std::string{purpose} + "\n" + std::string{state.reveal()}));
}

}  // namespace

AttemptSecrets::AttemptSecrets(const Secret& browser_cookie, const Secret& state)
    : browser_(hmac_sha256(browser_cookie, "sso browser")),
      state_(sha256(state.reveal())),
      verifier_(derived(browser_cookie, "verifier", state)),
      nonce_(derived(browser_cookie, "nonce", state)) {}

std::string AttemptSecrets::challenge() const {
    return to_base64url(sha256(verifier_.reveal()));
}

}  // namespace callboard::sso
