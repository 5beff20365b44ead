#include "pages/sign_in_page.h"

#include <algorithm>

#include "accounts/credential.h"
#include "accounts/session_store.h"
#include "accounts/sign_in.h"
#include "base/encoding.h"
#include "oauth/token.h"
#include "pages/browser.h"
#include "pages/identity_layout.h"

namespace callboard::pages {
namespace {

constexpr std::string_view kSigningIn = "sign-in";
constexpr std::string_view kHome = "/identity/applications";
constexpr std::size_t kLongestPassword = 4096;

// Only to our own pages for people: whatever else is asked for, nobody is sent away from here.
std::string destination(const edge::WebCall& call) {
    const std::string_view wanted = call.query ? call.query->text("to") : "";
    const bool ours = wanted.starts_with("/identity/") && !wanted.starts_with("/identity/sign") &&
                      std::ranges::all_of(wanted, [](char c) { return c > ' ' && c < 0x7f && c != '\\'; });
    return std::string{ours ? wanted : kHome};
}

std::string sign_in_address(std::string_view to) {
    return "/identity/sign-in?to=" + percent_encode(to);
}

edge::WebReply form(const edge::WebCall& call, Html said, std::string_view email) {
    const Secret visitor = visitor_of(call);
    edge::WebReply reply = identity_page(
        "Sign in", fill(web_file("sign_in.html"), {{"notice", std::move(said)},
                                                   {"action", sign_in_address(destination(call))},
                                                   {"token", form_token(visitor, kSigningIn)},
                                                   {"email", email}}));
    set_visitor(reply, call, visitor);
    return reply;
}

edge::WebReply wait_a_while(std::chrono::seconds wait) {
    edge::WebReply reply =
        explain(429, "Too many attempts", "There were too many wrong passwords from your network.",
                "Wait a minute, then try again.");
    reply.headers.emplace_back("Retry-After", std::to_string(wait.count()));
    return reply;
}

}  // namespace

edge::WebReply send_to_sign_in(const edge::WebCall& call) {
    std::string here{call.request.path};
    if (!call.request.query.empty()) here.append("?").append(call.request.query);
    return edge::redirect(sign_in_address(here));
}

edge::WebReply sign_in_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    if (session_of(snapshot, call)) return edge::redirect(destination(call));
    return form(call, {}, "");
}

edge::WebReply sign_in(db::Db& db, const edge::WebCall& call) {
    if (!has_form_token(call, form_token(visitor_of(call), kSigningIn))) return form_is_stale();
    const std::string_view email = call.form->text("email");
    const std::string_view password = call.form->text("password");
    const std::string account_key = is_utf8(email) ? fold(email) : "";
    edge::SignInAttempt attempt;
    const auto wait = call.services.address_limits.sign_in(account_key, call.request.client, attempt);
    if (wait) return wait_a_while(*wait);
    const auto account = password.size() <= kLongestPassword
                             ? accounts::sign_in(db, email, Secret{std::string{password}}, call.author())
                             : std::nullopt;
    if (!account) {
        edge::WebReply reply =
            form(call, notice(Tone::bad, "Wrong e-mail or password."), is_utf8(email) ? email : "");
        reply.status = 401;
        return reply;
    }
    attempt.succeeded();
    // Signed in meanwhile, in another tab: the forms that are open there stay good.
    const auto present =
        db.read(std::nullopt, [&](db::Snapshot& snapshot) { return session_of(snapshot, call); });
    if (present && present->who.company == account->company && present->who.user == account->user)
        return edge::redirect(destination(call));
    // Else a new id with every sign-in: one that somebody planted before is worth nothing.
    const Secret session = oauth::new_secret(oauth::SecretKind::session);
    db.write(std::nullopt, [&](db::Tx& tx) {
        accounts::store::insert_session(tx, accounts::hash_of(session.reveal()), account->company,
                                        account->user);
    });
    edge::WebReply reply = edge::redirect(destination(call));
    set_session(reply, call, session);
    return reply;
}

edge::WebReply sign_out(db::Tx& tx, const edge::WebCall& call) {
    const auto session = session_of(tx, call);
    if (session) {
        if (!has_form_token(call, session->form_token(kSigningOut))) return form_is_stale();
        accounts::store::delete_session(tx, session->hash());
    }
    edge::WebReply reply = edge::redirect("/identity/sign-in");
    end_session(reply, call);
    return reply;
}

}  // namespace callboard::pages
