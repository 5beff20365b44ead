#include "pages/identity/sign_on_return.h"

#include <algorithm>
#include <array>
#include <expected>
#include <optional>
#include <string>
#include <utility>

#include "accounts/credential.h"
#include "accounts/sign_on.h"
#include "accounts/sso_connections.h"
#include "base/digest.h"
#include "base/encoding.h"
#include "edge/services.h"
#include "oauth/token.h"
#include "pages/identity/browser.h"
#include "pages/identity/id_token_cookie.h"
#include "pages/identity/password_check.h"
#include "pages/identity/sign_on_refusals.h"
#include "pages/identity/sign_on_site.h"
#include "sso/attempt.h"
#include "sso/sign_on.h"
#include "sso/used_state_store.h"

namespace callboard::pages {
namespace {

// The response of the provider in the query (RFC 6749, section 4.1.2; RFC 9207).
struct ProviderAnswer {
    Secret state;
    std::string code;
    std::string error;
    std::string issuer;
};

std::optional<ProviderAnswer> answer_of(const edge::WebCall& call) {
    constexpr std::array<std::string_view, 4> kNames{"state", "code", "error", "iss"};
    if (!call.query || std::ranges::any_of(kNames, [&](auto name) { return call.query->has_repeated(name); }))
        return std::nullopt;
    if (call.query->text("state").empty()) return std::nullopt;
    return ProviderAnswer{.state = Secret{std::string{call.query->text("state")}},
                          .code = std::string{call.query->text("code")},
                          .error = std::string{call.query->text("error")},
                          .issuer = std::string{call.query->text("iss")}};
}

// Codes of errors are logged; anything else that is in their place is not.
std::string error_code(std::string_view text) {
    constexpr std::size_t kLongest = 64;
    const bool is_code = text.size() <= kLongest &&
                         std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
    return is_code ? std::string{text} : "unreadable";
}

std::optional<std::string> fault_of(const ProviderAnswer& answer, const sso::Provider& provider) {
    if (!answer.issuer.empty() && answer.issuer != provider.issuer)
        return "the response is of another provider";
    if (answer.issuer.empty() && provider.names_itself) return "the response does not name its provider";
    if (!answer.error.empty()) return "the provider answered " + error_code(answer.error);
    if (answer.code.empty()) return "the response has no code";
    return std::nullopt;
}

struct Admission {
    std::expected<accounts::Account, accounts::RefusedSignOn> who;
    bool keeps_session = false;
    std::optional<CompanyId> replaced = std::nullopt;  // whose session has ended
};

Admission admit(db::Tx& tx, const edge::WebCall& call, const SignOnSite& site,
                const accounts::ProvenIdentity& identity, const Secret& session) {
    constexpr auto kHow = accounts::Authentication::web_sso;
    const auto who = accounts::sign_on(tx, site.connection, identity, call.author());
    if (!who) {
        if (const auto& user = who.error().user)
            accounts::audit_sign_in(tx, {.company = site.company.id, .user = *user}, call.author(), false,
                                    kHow);
        return {.who = who};
    }
    const auto present = session_of(tx, call);
    // Already signed in, in another tab: the session is kept so that the forms open there stay valid.
    if (present && present->who.company == who->company && present->who.user == who->user) {
        accounts::audit_sign_in(tx, *who, call.author(), true, kHow);
        return {.who = who, .keeps_session = true};
    }
    accounts::begin_session(tx, *who, accounts::hash_of(session.reveal()), call.author(),
                            origin_of(call, kHow));
    if (!present) return {.who = who};
    accounts::end_session(tx, {.company = present->who.company, .user = present->who.user},
                          to_hex(present->hash()), call.author());
    return {.who = who, .replaced = present->who.company};
}

// A new session id, against session fixation. The second factor is the provider's business.
edge::WebReply start_session(db::Db& db, const edge::WebCall& call, const SignOnSite& site,
                             const sso::SignOn::Proof& proof, const std::string& to) {
    const Secret session = oauth::new_secret(oauth::SecretKind::session);
    const Admission admitted =
        db.write(site.company.id, [&](db::Tx& tx) { return admit(tx, call, site, proof.identity, session); });
    if (!admitted.who) return user_refused(call, site.company, admitted.who.error().why);
    edge::WebReply reply = edge::redirect(to);
    reply.changed_company = admitted.replaced;
    if (!admitted.keeps_session) set_session(reply, call, session);
    set_id_token(reply, call, site, proof.id_token);
    return reply;
}

// The state was valid, and nobody has used it before.
edge::WebReply redeem(db::Db& db, const edge::WebCall& call, const SignOnSite& site,
                      const ProviderAnswer& answer, const sso::Attempt& attempt,
                      const sso::AttemptSecrets& secrets) {
    if (attempt.issuer != site.connection.issuer)
        return stale_attempt(call, site.company, "the provider of the company was changed meanwhile");
    const auto client_secret = accounts::client_secret_of(site.connection, call.services.seal);
    if (!client_secret)
        return provider_failed(call, site.company,
                               {.reason = "the client secret cannot be decrypted: set it again"});
    sso::SignOn& sign_on = *call.services.sign_on;
    sso::TimeBudget time = sign_on.time();
    const auto provider = sign_on.provider(site.connection, time);
    if (!provider) return provider_failed(call, site.company, provider.error());
    if (const auto fault = fault_of(answer, *provider))
        return provider_declined(call, site.company, {.reason = *fault});
    // Made-up codes keep the provider busy, and so hold up all users of the company.
    edge::SignInAttempt guess;
    if (auto refused = too_many_codes(call, secrets.state(), guess)) {
        log_refusal(call, site.company, "the provider has refused too many codes of this network");
        return std::move(*refused);
    }
    const auto proof = sign_on.redeem(*provider,
                                      {.connection = site.connection,
                                       .client_secret = *client_secret,
                                       .secrets = secrets,
                                       .code = answer.code,
                                       .redirect_uri = redirect_uri(call, site.company)},
                                      time);
    if (!proof && proof.error().is_refused_code) guess.failed();
    if (!proof) return provider_declined(call, site.company, proof.error());
    guess.succeeded();
    return start_session(db, call, site, *proof, attempt.destination);
}

}  // namespace

edge::WebReply finish_sign_on(db::Db& db, const edge::WebCall& call) {
    const auto site = sign_on_site(db, call);
    if (!site) return no_sign_on();
    const auto answer = answer_of(call);
    if (!answer) return stale_attempt(call, site->company, "the response has no state, or a parameter twice");

    const Sha256 state = sha256(answer->state.reveal());
    const auto browser = attempt_cookie(call, state);
    const auto attempt = browser ? sso::attempt_of(answer->state, site->company.id, *browser,
                                                   call.services.clock.now(), call.services.seal)
                                 : std::nullopt;
    const bool is_first =
        attempt && db.write(site->company.id, [&](db::Tx& tx) { return sso::store::use_state(tx, state); });
    if (!is_first)
        return stale_attempt(call, site->company,
                             "the state is unknown, used, expired or of another browser");
    edge::WebReply reply = redeem(db, call, *site, *answer, *attempt, {*browser, answer->state});
    end_attempt(reply, call, state);
    return reply;
}

}  // namespace callboard::pages
