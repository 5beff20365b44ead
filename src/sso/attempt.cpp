#include "sso/attempt.h"

#include "base/constant_time.h"
#include "base/encoding.h"
#include "base/hmac.h"
#include "wire/shape.h"

namespace callboard::sso {
namespace {

struct StateText {
    std::string expires;
    std::string browser;
    std::string issuer;
    std::string destination;

    static constexpr auto shape() {
        return wire::fields(
            wire::field("expires", &StateText::expires), wire::field("browser", &StateText::browser),
            wire::field("issuer", &StateText::issuer), wire::field("destination", &StateText::destination));
    }
};

std::string place_of_state(const CompanyId& company) {
    return "sso state/" + std::string{company.text()};
}

std::string browser_hash(const Secret& cookie) {
    return to_hex(hmac_sha256(cookie, "sso browser"));
}

std::string derived(const Secret& browser_cookie, std::string_view purpose, const Secret& state) {
    return to_base64url(
        hmac_sha256(browser_cookie, "sso " + std::string{purpose} + "\n" + std::string{state.reveal()}));
}

}  // namespace

Secret sealed_state(const Attempt& attempt, const Secret& browser_cookie, Timestamp now, const Seal& seal) {
    const StateText text{.expires = to_iso(now + kAttemptLife),
                         .browser = browser_hash(browser_cookie),
                         .issuer = attempt.issuer,
                         .destination = attempt.destination};
    return Secret{seal.close(wire::to_json(text), place_of_state(attempt.company))};
}

std::optional<Attempt> attempt_of(const Secret& state, const CompanyId& company, const Secret& browser_cookie,
                                  Timestamp now, const Seal& seal) {
    const auto opened = seal.open(state.reveal(), place_of_state(company));
    if (!opened) return std::nullopt;
    auto text = wire::decode<StateText>(*opened);
    const auto expires = parse_iso(text.expires);
    if (!expires || *expires <= now || !equal_in_constant_time(text.browser, browser_hash(browser_cookie)))
        return std::nullopt;
    return Attempt{
        .company = company, .issuer = std::move(text.issuer), .destination = std::move(text.destination)};
}

AttemptSecrets::AttemptSecrets(const Secret& browser_cookie, const Secret& state)
    : state_(sha256(state.reveal())),
      verifier_(derived(browser_cookie, "verifier", state)),
      nonce_(derived(browser_cookie, "nonce", state)) {}

std::string AttemptSecrets::challenge() const {
    return to_base64url(sha256(verifier_.reveal()));
}

}  // namespace callboard::sso
