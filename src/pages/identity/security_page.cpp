#include "pages/identity/security_page.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>

#include "accounts/session_store.h"
#include "accounts/sign_in.h"
#include "base/encoding.h"
#include "pages/identity/layout.h"
#include "pages/identity/second_factor_settings.h"
#include "pages/identity/sign_in_page.h"

namespace callboard::pages {
namespace {

// Formatted as 2021-10-13 18:04 UTC.
std::string for_people(Timestamp time) {
    const std::string iso = to_iso(time);
    return iso.substr(0, 10) + " " + iso.substr(11, 5) + " UTC";
}

Html session_entry(const accounts::store::ListedSession& each, const Session& session) {
    const bool is_this = each.id == to_hex(session.hash());
    const Html button = is_this ? Html{}
                                : fill(web_file("identity/session_button.html"),
                                       {{"token", session.form_token(kSecurityPurpose)}, {"id", each.id}});
    const std::string browser = each.origin.user_agent.empty() ? "Unknown browser" : each.origin.user_agent;
    const std::string address = each.origin.address.empty() ? "an unknown address" : each.origin.address;
    return fill(web_file("identity/session.html"), {{"browser", browser},
                                                    {"button", button},
                                                    {"since", for_people(each.began_at)},
                                                    {"address", address},
                                                    {"this", is_this ? ": this one" : ""}});
}

// Of the query; 0 for anything that is none.
std::int64_t page_number(const edge::WebCall& call) {
    constexpr std::int64_t kLargest = 10'000;
    const std::string_view text = call.query ? call.query->text("page") : "";
    std::int64_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_page = fault == std::errc{} && end == text.data() + text.size();
    return is_page ? std::clamp<std::int64_t>(number, 0, kLargest) : 0;
}

edge::WebReply page(db::Snapshot& snapshot, const Session& session, Html message, std::int64_t number = 0) {
    db::Snapshot inside = snapshot.within(session.who.company);
    const auto listed = accounts::store::list_sessions(inside, session.who.company, session.who.user, number);
    Html sessions;
    for (const auto& each : listed.sessions) sessions.markup += session_entry(each, session).markup;
    if (!listed.is_last)
        sessions.markup +=
            fill(web_file("identity/older_sessions.html"), {{"page", std::to_string(number + 1)}}).markup;
    return identity_page(
        "Security",
        fill(web_file("identity/security.html"), {{"notice", std::move(message)},
                                                  {"second", second_factor_settings(inside, session)},
                                                  {"sessions", std::move(sessions)},
                                                  {"token", session.form_token(kSecurityPurpose)}}),
        account_links(session));
}

edge::WebReply end_sessions(db::Db& db, const edge::WebCall& call, const Session& session, bool all_others) {
    db.write(session.who.company, [&](db::Tx& tx) {
        const accounts::Account account{.company = session.who.company, .user = session.who.user};
        if (all_others) {
            accounts::end_other_sessions(tx, account, session.hash(), call.author());
        } else {
            accounts::end_session(tx, account, call.form->text("session"), call.author());
        }
    });
    edge::WebReply reply = edge::redirect(std::string{kSecurityPath});
    reply.changed_company = session.who.company;
    return reply;
}

}  // namespace

edge::WebReply security_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const auto session = session_of(snapshot, call);
    if (!session) return send_to_sign_in(call);
    return page(snapshot, *session, {}, page_number(call));
}

edge::WebReply security_reply(db::Db& db, const Session& session, Html message, int status) {
    edge::WebReply reply =
        db.read(std::nullopt, [&](db::Snapshot& snapshot) { return page(snapshot, session, message); });
    reply.status = status;
    return reply;
}

edge::ReplyOrCheck change_security(db::Db& db, const edge::WebCall& call) {
    const auto session =
        db.read(std::nullopt, [&](db::Snapshot& snapshot) { return session_of(snapshot, call); });
    if (!session) return send_to_sign_in(call);
    if (!has_form_token(call, session->form_token(kSecurityPurpose))) return form_is_stale();
    const std::string_view what = call.form->text("do");
    if (auto reply = change_second_factor(db, call, *session, what)) return std::move(*reply);
    return end_sessions(db, call, *session, what == "end-others");
}

}  // namespace callboard::pages
