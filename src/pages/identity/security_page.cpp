#include "pages/identity/security_page.h"

#include <string>
#include <utility>

#include "accounts/second_factor.h"
#include "accounts/second_factor_store.h"
#include "accounts/session_store.h"
#include "base/encoding.h"
#include "edge/services.h"
#include "pages/identity/browser.h"
#include "pages/identity/layout.h"
#include "pages/identity/password_check.h"
#include "pages/identity/second_factor_forms.h"
#include "pages/identity/sign_in_page.h"

namespace callboard::pages {
namespace {

constexpr std::string_view kPurpose = "security";
constexpr std::string_view kHere = "/identity/security";
constexpr std::string_view kOffer =
    "Off: your password is enough to sign in. With a second step, a code of an application on your phone is needed, too.";

accounts::Account account_of(const Session& session) {
    return {.company = session.who.company, .user = session.who.user};
}

FormTarget target(const Session& session) {
    return {.action = std::string{kHere}, .token = session.form_token(kPurpose)};
}

// Formatted as 2021-10-13 18:04 UTC.
std::string for_people(Timestamp time) {
    const std::string iso = to_iso(time);
    return iso.substr(0, 10) + " " + iso.substr(11, 5) + " UTC";
}

Html session_entry(const accounts::store::ListedSession& each, const Session& session) {
    const bool is_this = each.id == to_hex(session.hash());
    const Html button = is_this ? Html{} : fill(web_file("identity/session_button.html"),
                                                {{"token", session.form_token(kPurpose)}, {"id", each.id}});
    const std::string browser = each.origin.user_agent.empty() ? "Unknown browser" : each.origin.user_agent;
    const std::string address = each.origin.address.empty() ? "an unknown address" : each.origin.address;
    return fill(web_file("identity/session.html"), {{"browser", browser},
                                                    {"button", button},
                                                    {"since", for_people(each.began_at)},
                                                    {"address", address},
                                                    {"this", is_this ? ": this one" : ""}});
}

Html second_factor_part(db::Snapshot& snapshot, const Session& session) {
    if (accounts::second_factor_state(snapshot, session.who.user) != accounts::SecondFactorState::confirmed)
        return offer_form(target(session), kOffer, {});
    const auto left = accounts::store::count_recovery_codes(snapshot, session.who.user);
    return fill(web_file("identity/second_factor_remove.html"),
                {{"left", std::to_string(left)}, {"token", session.form_token(kPurpose)}});
}

edge::WebReply page(db::Snapshot& snapshot, const Session& session, Html message, int status = 200) {
    db::Snapshot inside = snapshot.within(session.who.company);
    Html sessions;
    for (const auto& each : accounts::store::list_sessions(inside, session.who.company, session.who.user))
        sessions.markup += session_entry(each, session).markup;
    edge::WebReply reply = identity_page("Security",
                                         fill(web_file("identity/security.html"),
                                              {{"notice", std::move(message)},
                                               {"second", second_factor_part(inside, session)},
                                               {"sessions", std::move(sessions)},
                                               {"token", session.form_token(kPurpose)}}),
                                         account_links(session));
    reply.status = status;
    return reply;
}

edge::WebReply page(db::Db& db, const Session& session, Html message, int status = 200) {
    return db.read(std::nullopt, [&](db::Snapshot& snapshot) { return page(snapshot, session, message, status); });
}

edge::WebReply key_page(const Session& session, const Secret& key, Html message, int status = 200) {
    edge::WebReply reply = identity_page(
        "Set up an authenticator application", key_form(target(session), key, session.who.email, std::move(message)),
        account_links(session));
    reply.status = status;
    return reply;
}

edge::WebReply begin(db::Db& db, const edge::WebCall& call, const Session& session) {
    const Secret key = db.write(session.who.company, [&](db::Tx& tx) {
        return accounts::begin_second_factor(tx, account_of(session), call.services.seal);
    });
    return key_page(session, key, {});
}

edge::WebReply confirm(db::Db& db, const edge::WebCall& call, const Session& session) {
    const auto codes = db.write(session.who.company, [&](db::Tx& tx) {
        return accounts::confirm_second_factor(tx, account_of(session), call.form->text("code"), call.services.seal,
                                               call.author());
    });
    if (codes) return identity_page("Your recovery codes", recovery_codes(*codes, kHere), account_links(session));
    const auto key = db.read(session.who.company, [&](db::Snapshot& snapshot) {
        return accounts::unconfirmed_key(snapshot, account_of(session), call.services.seal);
    });
    if (!key) return edge::redirect(std::string{kHere});
    return key_page(session, *key, notice(Tone::bad, "Wrong code."), 422);
}

edge::WebReply remove(db::Db& db, const edge::WebCall& call, const Session& session) {
    const bool removed = db.write(session.who.company, [&](db::Tx& tx) {
        return accounts::check_second_factor(tx, account_of(session), call.form->text("code"), call.services.seal,
                                             call.author()) &&
               accounts::remove_second_factor(tx, account_of(session), call.author());
    });
    if (!removed) return page(db, session, notice(Tone::bad, "Wrong code."), 422);
    return page(db, session, notice(Tone::good, "The second step is off."));
}

edge::WebReply end_sessions(db::Db& db, const edge::WebCall& call, const Session& session, bool all_others) {
    db.write(session.who.company, [&](db::Tx& tx) {
        if (all_others) {
            accounts::store::delete_other_sessions(tx, session.who.company, session.who.user, session.hash());
        } else {
            accounts::store::delete_session_of(tx, session.who.company, session.who.user,
                                               call.form->text("session"));
        }
    });
    return edge::redirect(std::string{kHere});
}

}  // namespace

edge::WebReply security_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const auto session = session_of(snapshot, call);
    if (!session) return send_to_sign_in(call);
    return page(snapshot, *session, {});
}

edge::ReplyOrCheck change_security(db::Db& db, const edge::WebCall& call) {
    const auto session =
        db.read(std::nullopt, [&](db::Snapshot& snapshot) { return session_of(snapshot, call); });
    if (!session) return send_to_sign_in(call);
    if (!has_form_token(call, session->form_token(kPurpose))) return form_is_stale();
    const std::string_view what = call.form->text("do");
    if (what == "begin") return begin(db, call, *session);
    if (what == "end" || what == "end-others") return end_sessions(db, call, *session, what == "end-others");
    return limited_guess(call, session->who.email, [&] {
        return what == "remove" ? remove(db, call, *session) : confirm(db, call, *session);
    });
}

}  // namespace callboard::pages
