#include "pages/identity/account_pages.h"

#include "accounts/password.h"
#include "accounts/sign_in.h"
#include "base/encoding.h"
#include "oauth/connections.h"
#include "oauth/token.h"
#include "pages/identity/browser.h"
#include "pages/identity/layout.h"
#include "pages/identity/password_check.h"
#include "pages/identity/scope_list.h"
#include "pages/identity/sign_in_page.h"

namespace callboard::pages {
namespace {

constexpr std::string_view kDisconnecting = "disconnect";
constexpr std::string_view kChangingPassword = "password";

// Formatted as 2021-10-13 18:04 UTC.
std::string for_people(Timestamp time) {
    const std::string iso = to_iso(time);
    return iso.substr(0, 10) + " " + iso.substr(11, 5) + " UTC";
}

Html connection(const oauth::store::Connection& each, const Session& session) {
    return fill(web_file("identity/connection.html"), {{"application", each.application_name},
                                                       {"id", each.application.text()},
                                                       {"scopes", scope_list(each.scopes)},
                                                       {"first_use", for_people(each.first_used_at)},
                                                       {"last_use", for_people(each.last_used_at)},
                                                       {"token", session.form_token(kDisconnecting)}});
}

edge::WebReply password_form(const Session& session, Html message) {
    return identity_page(
        "Change your password",
        fill(web_file("identity/password.html"), {{"notice", std::move(message)},
                                                  {"email", session.who.email},
                                                  {"token", session.form_token(kChangingPassword)}}),
        account_links(session));
}

edge::WebReply refuse_password(const Session& session, std::string_view why) {
    edge::WebReply reply = password_form(session, notice(Tone::bad, why));
    reply.status = 422;
    return reply;
}

}  // namespace

edge::WebReply connected_applications(db::Snapshot& snapshot, const edge::WebCall& call) {
    const auto session = session_of(snapshot, call);
    if (!session) return send_to_sign_in(call);
    Html all;
    for (const auto& each : oauth::store::connections_of(snapshot, session->who.company, session->who.user))
        all.markup += connection(each, *session).markup;
    const Html none = all.markup.empty() ? notice(Tone::good, "No application is connected.") : Html{};
    return identity_page(
        "Connected applications",
        fill(web_file("identity/connections.html"), {{"notice", none}, {"connections", std::move(all)}}),
        account_links(*session));
}

edge::WebReply disconnect_application(db::Tx& tx, const edge::WebCall& call) {
    const auto session = session_of(tx, call);
    if (!session) return send_to_sign_in(call);
    if (!has_form_token(call, session->form_token(kDisconnecting))) return form_is_stale();
    edge::WebReply reply = edge::redirect("/identity/connections");
    if (const auto id = ApplicationId::parse(call.form->text("application"))) {
        events::Author author = call.author();
        author.user = session->who.user;
        reply.changed_credentials = oauth::disconnect(
            tx, {.company = session->who.company, .user = session->who.user, .application = *id}, author);
    }
    return reply;
}

edge::WebReply password_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const auto session = session_of(snapshot, call);
    if (!session) return send_to_sign_in(call);
    return password_form(*session, {});
}

edge::ReplyOrCheck change_password(db::Db& db, const edge::WebCall& call) {
    const auto session =
        db.read(std::nullopt, [&](db::Snapshot& snapshot) { return session_of(snapshot, call); });
    if (!session) return send_to_sign_in(call);
    if (!has_form_token(call, session->form_token(kChangingPassword))) return form_is_stale();
    const Secret new_password{std::string{call.form->text("new")}};
    if (!accounts::is_good_password(new_password))
        return refuse_password(*session, "The new password must have 12 to 1024 characters.");
    const accounts::Claim claim = accounts::claim_of(db, session->who.email);
    const PasswordQuestion question{.email = session->who.email,
                                    .guess = Secret{std::string{call.form->text("old")}},
                                    .stored_hash = claim.password_hash,
                                    .new_password = new_password};
    return check_password(
        call, question,
        [&db, &call, claim, person = *session](const PasswordAnswer& answer,
                                               edge::PasswordCheck::AfterReply&) {
            const accounts::Account account{.company = person.who.company, .user = person.who.user};
            const Session next{.who = person.who, .secret = oauth::new_secret(oauth::SecretKind::session)};
            const bool changed = answer.right && db.write(account.company, [&](db::Tx& tx) {
                return accounts::replace_password(tx, account,
                                                  {.old_hash = claim.password_hash,
                                                   .new_hash = answer.new_hash,
                                                   .present_session = person.hash(),
                                                   .new_session = next.hash(),
                                                   .origin = origin_of(call, person.who.authentication)},
                                                  call.author());
            });
            if (!answer.right) return refuse_password(person, "The current password is wrong.");
            if (!changed) return send_to_sign_in(call);  // meanwhile, the session or the password has ended
            edge::WebReply reply = password_form(
                next, notice(Tone::good, "Your password was changed. All other sessions have ended."));
            set_session(reply, call, next.secret);
            reply.changed_company = account.company;
            return reply;
        });
}

}  // namespace callboard::pages
