#include "pages/identity/sign_on_pages.h"

#include <optional>
#include <string>
#include <utility>

#include "accounts/company_store.h"
#include "accounts/sso_connection_store.h"
#include "base/ascii.h"
#include "base/constant_time.h"
#include "base/encoding.h"
#include "base/random.h"
#include "edge/services.h"
#include "pages/identity/browser.h"
#include "pages/identity/id_token_cookie.h"
#include "pages/identity/layout.h"
#include "pages/identity/sign_in_page.h"
#include "pages/identity/sign_on_refusals.h"
#include "pages/identity/sign_on_site.h"
#include "sso/attempt.h"
#include "sso/sign_on.h"

namespace callboard::pages {
namespace {

constexpr std::string_view kFinding = "sign-on";

// What a form or an address is for, at one company.
std::string confirming(const accounts::Company& company) {
    return "sign-on at " + std::string{company.id.text()};
}
std::string ending(const accounts::Company& company) {
    return "sign-on ended at " + std::string{company.id.text()};
}

edge::WebReply form(const edge::WebCall& call, Html message, std::string_view email) {
    const Secret visitor = visitor_of(call);
    edge::WebReply reply = identity_page(
        "Single sign-on", fill(web_file("identity/sign_on.html"),
                               {{"notice", std::move(message)},
                                {"action", "/identity/sso?to=" + percent_encode(destination(call))},
                                {"token", form_token(visitor, kFinding)},
                                {"email", email},
                                {"back", sign_in_address(destination(call))}}));
    set_visitor(reply, call, visitor);
    return reply;
}

std::optional<Session> present_session(db::Db& db, const edge::WebCall& call) {
    return db.read(std::nullopt, [&](db::Snapshot& snapshot) { return session_of(snapshot, call); });
}

// A provider may sign somebody on without a question. A link of another site must not do so: it could replace
// the user of this browser by somebody else (login CSRF). Browsers say where a request is from (Fetch
// Metadata); those that do not are asked.
bool is_wanted(const edge::WebCall& call, const std::optional<Session>& session) {
    const std::string_view from = call.request.header("Sec-Fetch-Site");
    return !session && (from == "same-origin" || from == "none");
}

edge::WebReply ask(const edge::WebCall& call, const SignOnSite& site, const std::optional<Session>& session) {
    const Secret visitor = visitor_of(call);
    Html present = session ? notice(Tone::good, "You are signed in as " + session->who.email +
                                                    ". This ends if you sign on as somebody else.")
                           : Html{};
    edge::WebReply reply = identity_page(
        "Single sign-on", fill(web_file("identity/sign_on_confirm.html"),
                               {{"company", site.company.name},
                                {"provider", site.connection.issuer},
                                {"present", std::move(present)},
                                {"action", sign_on_address(site.company.identifier, destination(call))},
                                {"token", form_token(visitor, confirming(site.company))},
                                {"back", sign_in_address(destination(call))}}));
    set_visitor(reply, call, visitor);
    return reply;
}

edge::WebReply leave(const edge::WebCall& call, const SignOnSite& site) {
    sso::TimeBudget time = call.services.sign_on->time();
    const auto provider = call.services.sign_on->provider(site.connection, time);
    if (!provider) return provider_failed(call, site.company, provider.error());
    const Secret browser{random_secret()};
    const Secret state = sso::sealed_state(
        {.company = site.company.id, .issuer = provider->issuer, .destination = destination(call)}, browser,
        call.services.clock.now(), call.services.seal);
    const sso::AttemptSecrets secrets{browser, state};
    edge::WebReply reply = edge::redirect(
        sso::authorization_url(*provider, site.connection, redirect_uri(call, site.company), state, secrets));
    set_attempt(reply, call, secrets.state(), browser);
    return reply;
}

}  // namespace

edge::WebReply sign_on_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    if (session_of(snapshot, call)) return edge::redirect(destination(call));
    return form(call, {}, "");
}

// Depends on the domain only, so it does not show who has an account.
edge::WebReply find_sign_on(db::Snapshot& snapshot, const edge::WebCall& call) {
    if (!has_form_token(call, form_token(visitor_of(call), kFinding))) return form_is_stale();
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
    const auto site = sign_on_site(db, call);
    if (!site) return no_sign_on();
    const auto session = present_session(db, call);
    return is_wanted(call, session) ? leave(call, *site) : ask(call, *site, session);
}

edge::WebReply confirm_sign_on(db::Db& db, const edge::WebCall& call) {
    const auto site = sign_on_site(db, call);
    if (!site) return no_sign_on();
    if (!has_form_token(call, form_token(visitor_of(call), confirming(site->company))))
        return form_is_stale();
    return leave(call, *site);
}

edge::WebReply send_to_sign_on_end(const edge::WebCall& call, const accounts::Company& company) {
    const Secret visitor = visitor_of(call);
    edge::WebReply reply =
        edge::redirect(sign_on_end(company) + "?token=" + form_token(visitor, ending(company)));
    set_visitor(reply, call, visitor);
    return reply;
}

// Another site must not use this page to send browsers to the page of a provider (open redirect).
edge::WebReply end_sign_on(db::Db& db, const edge::WebCall& call) {
    const std::string sign_in = "/identity/sign-in";
    const auto site = sign_on_site(db, call);
    if (!site) return edge::redirect(sign_in);
    const std::string_view token = call.query ? call.query->text("token") : "";
    if (!equal_in_constant_time(token, form_token(visitor_of(call), ending(site->company))))
        return edge::redirect(sign_in);
    sso::TimeBudget time = call.services.sign_on->time();
    const auto provider = call.services.sign_on->provider(site->connection, time);
    if (!provider) {
        log_refusal(call, site->company, provider.error().reason);
        return edge::redirect(sign_in);
    }
    std::string address =
        sso::logout_url(*provider, site->connection, call.public_url() + sign_in, id_token_of(call, *site));
    edge::WebReply reply = edge::redirect(address.empty() ? sign_in : std::move(address));
    end_id_token(reply, call, *site);
    return reply;
}

}  // namespace callboard::pages
