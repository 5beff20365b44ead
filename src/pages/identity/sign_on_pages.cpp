#include "pages/identity/sign_on_pages.h"

#include <algorithm>
#include <array>
#include <expected>
#include <optional>
#include <string>
#include <utility>

#include "accounts/company_store.h"
#include "accounts/credential.h"
#include "accounts/sign_on.h"
#include "accounts/sso_connection_store.h"
#include "accounts/sso_connections.h"
#include "base/ascii.h"
#include "base/encoding.h"
#include "base/random.h"
#include "oauth/token.h"
#include "pages/identity/browser.h"
#include "pages/identity/layout.h"
#include "pages/identity/sign_in_page.h"
#include "pages/identity/sign_on_refusals.h"
#include "sso/attempt_store.h"
#include "sso/sign_on.h"

namespace callboard::pages {
namespace {

constexpr std::string_view kPurpose = "sign-on";

// A company with its provider.
struct Site {
    accounts::Company company;
    accounts::SsoConnection connection;
};

std::optional<Site> site_of(db::Db& db, const edge::WebCall& call) {
    const std::string identifier{call.path.text("companyIdentifier")};
    if (!is_utf8(identifier)) return std::nullopt;
    return db.read(std::nullopt, [&](db::Snapshot& snapshot) -> std::optional<Site> {
        auto company = accounts::store::find_company(snapshot, identifier);
        if (!company) return std::nullopt;
        db::Snapshot inside = snapshot.within(company->id);
        auto connection = accounts::store::find_sso_connection(inside);
        if (!connection) return std::nullopt;
        return Site{.company = std::move(*company), .connection = std::move(*connection)};
    });
}

// One of the few requests of a company that may wait for its provider.
class WaitingPlace {
  public:
    WaitingPlace(const edge::WebCall& call, const CompanyId& company)
        : gate_(call.services.steps_gate), company_(company), entered_(gate_.enter(company)) {}
    ~WaitingPlace() {
        if (entered_) gate_.leave(company_);
    }
    WaitingPlace(const WaitingPlace&) = delete;
    WaitingPlace& operator=(const WaitingPlace&) = delete;

    bool entered() const { return entered_; }

  private:
    edge::StepsGate& gate_;
    const CompanyId company_;
    const bool entered_;
};

// Each company has its own, so that a response of one provider is not taken for one of another.
std::string redirect_uri(const edge::WebCall& call, const accounts::Company& company) {
    return call.public_url() + "/identity/sso/" + company.identifier + "/callback";
}

edge::WebReply form(const edge::WebCall& call, Html message, std::string_view email) {
    const Secret visitor = visitor_of(call);
    edge::WebReply reply = identity_page(
        "Single sign-on", fill(web_file("identity/sign_on.html"),
                               {{"notice", std::move(message)},
                                {"action", "/identity/sso?to=" + percent_encode(destination(call))},
                                {"token", form_token(visitor, kPurpose)},
                                {"email", email},
                                {"back", sign_in_address(destination(call))}}));
    set_visitor(reply, call, visitor);
    return reply;
}

// The response of the provider in the query (RFC 6749, section 4.1.2; RFC 9207).
struct ProviderAnswer {
    std::string state;
    std::string code;
    std::string error;
    std::string issuer;
};

std::optional<ProviderAnswer> answer_of(const edge::WebCall& call) {
    constexpr std::array<std::string_view, 4> kNames{"state", "code", "error", "iss"};
    if (!call.query || std::ranges::any_of(kNames, [&](auto name) { return call.query->has_repeated(name); }))
        return std::nullopt;
    ProviderAnswer answer{.state = std::string{call.query->text("state")},
                          .code = std::string{call.query->text("code")},
                          .error = std::string{call.query->text("error")},
                          .issuer = std::string{call.query->text("iss")}};
    if (answer.state.empty()) return std::nullopt;
    return answer;
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

using Admission = std::expected<accounts::Account, accounts::RefusedSignOn>;

Admission admit(db::Tx& tx, const edge::WebCall& call, const Site& site,
                const accounts::ProvenIdentity& identity, const Secret& session) {
    constexpr auto kHow = accounts::Authentication::web_sso;
    const Admission admitted = accounts::sign_on(tx, site.connection, identity, call.author());
    if (admitted) {
        accounts::begin_session(tx, *admitted, accounts::hash_of(session.reveal()), call.author(),
                                origin_of(call, kHow));
    } else if (admitted.error().user) {
        accounts::audit_sign_in(tx, {.company = site.company.id, .user = *admitted.error().user},
                                call.author(), false, kHow);
    }
    return admitted;
}

// A new session id at every sign-on, against session fixation. The second factor is the provider's business.
edge::WebReply start_session(db::Db& db, const edge::WebCall& call, const Site& site,
                             const accounts::ProvenIdentity& identity, const std::string& to) {
    const Secret session = oauth::new_secret(oauth::SecretKind::session);
    const Admission admitted =
        db.write(site.company.id, [&](db::Tx& tx) { return admit(tx, call, site, identity, session); });
    if (!admitted) return user_refused(call, site.company, admitted.error().why);
    edge::WebReply reply = edge::redirect(to);
    set_session(reply, call, session);
    return reply;
}

}  // namespace

edge::WebReply sign_on_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    if (session_of(snapshot, call)) return edge::redirect(destination(call));
    return form(call, {}, "");
}

// Depends on the domain only, so it does not show who has an account.
edge::WebReply find_sign_on(db::Snapshot& snapshot, const edge::WebCall& call) {
    if (!has_form_token(call, form_token(visitor_of(call), kPurpose))) return form_is_stale();
    const std::string_view email = call.form->text("email");
    const auto at = email.rfind('@');
    if (is_utf8(email) && at != std::string_view::npos) {
        const std::string domain = lowered(email.substr(at + 1));
        if (const auto company = accounts::store::company_of_sso_domain(snapshot, domain)) {
            db::Snapshot inside = snapshot.within(*company);
            return edge::redirect(
                sign_on_address(accounts::store::own_company(inside).identifier, destination(call)));
        }
    }
    edge::WebReply reply = form(call,
                                notice(Tone::bad,
                                       "There is no single sign-on for addresses of this domain. Use your "
                                       "password, or the link of your company."),
                                is_utf8(email) ? email : "");
    reply.status = 422;
    return reply;
}

edge::WebReply begin_sign_on(db::Db& db, const edge::WebCall& call) {
    const auto site = site_of(db, call);
    if (!site) return no_sign_on();
    const WaitingPlace place{call, site->company.id};
    if (!place.entered()) return sign_on_busy();
    const auto provider = call.services.sign_on->provider(site->connection);
    if (!provider) return provider_failed(call, site->company, provider.error());

    const Secret browser = visitor_of(call);
    const Secret state{random_secret()};
    const sso::AttemptSecrets secrets{browser, state};
    db.write(site->company.id, [&](db::Tx& tx) {
        sso::store::insert_attempt(tx, secrets.state(),
                                   {.company = site->company.id,
                                    .browser = secrets.browser(),
                                    .issuer = provider->issuer,
                                    .destination = destination(call)});
    });
    edge::WebReply reply = edge::redirect(sso::authorization_url(
        *provider, site->connection, redirect_uri(call, site->company), state, secrets));
    set_visitor(reply, call, browser);
    return reply;
}

edge::WebReply finish_sign_on(db::Db& db, const edge::WebCall& call) {
    const auto site = site_of(db, call);
    if (!site) return no_sign_on();
    const auto answer = answer_of(call);
    if (!answer) return stale_attempt(call, site->company, "the response has no state, or a parameter twice");
    const WaitingPlace place{call, site->company.id};
    if (!place.entered()) return sign_on_busy();
    const auto provider = call.services.sign_on->provider(site->connection);
    if (!provider) return provider_failed(call, site->company, provider.error());
    const auto client_secret = accounts::client_secret_of(site->connection, call.services.seal);
    if (!client_secret)
        return provider_failed(call, site->company, "the client secret cannot be decrypted: set it again");

    const sso::AttemptSecrets secrets{visitor_of(call), Secret{answer->state}};
    const auto attempt = db.write(site->company.id, [&](db::Tx& tx) {
        return sso::store::take_attempt(tx, secrets.state(), secrets.browser());
    });
    if (!attempt)
        return stale_attempt(call, site->company,
                             "the state is unknown, used, expired or of another browser");
    if (attempt->issuer != site->connection.issuer)
        return stale_attempt(call, site->company, "the provider of the company was changed meanwhile");
    if (const auto fault = fault_of(*answer, *provider))
        return provider_declined(call, site->company, *fault);

    const auto identity =
        call.services.sign_on->redeem(*provider, {.connection = site->connection,
                                                  .client_secret = *client_secret,
                                                  .secrets = secrets,
                                                  .code = answer->code,
                                                  .redirect_uri = redirect_uri(call, site->company)});
    if (!identity) return provider_declined(call, site->company, identity.error());
    return start_session(db, call, *site, *identity, attempt->destination);
}

edge::WebReply end_sign_on(db::Db& db, const edge::WebCall& call) {
    const std::string sign_in = "/identity/sign-in";
    const auto site = site_of(db, call);
    if (!site) return edge::redirect(sign_in);
    const WaitingPlace place{call, site->company.id};
    if (!place.entered()) return edge::redirect(sign_in);
    const auto provider = call.services.sign_on->provider(site->connection);
    if (!provider) {
        log_refusal(call, site->company, provider.error());
        return edge::redirect(sign_in);
    }
    std::string address = sso::logout_url(*provider, site->connection, call.public_url() + sign_in);
    return edge::redirect(address.empty() ? sign_in : std::move(address));
}

}  // namespace callboard::pages
