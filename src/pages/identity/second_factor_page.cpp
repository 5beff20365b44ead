#include "pages/identity/second_factor_page.h"

#include <string>
#include <utility>

#include "accounts/second_factor.h"
#include "base/encoding.h"
#include "pages/identity/browser.h"
#include "pages/identity/layout.h"
#include "pages/identity/password_check.h"
#include "pages/identity/second_factor_forms.h"
#include "pages/identity/sign_in_page.h"

namespace callboard::pages {
namespace {

constexpr std::string_view kPurpose = "second-factor";
constexpr std::string_view kWhy = "Your company requires a second step at sign-in: a code of an application on your phone.";

FormTarget target(const edge::WebCall& call, const Secret& visitor) {
    return {.action = "/identity/second-factor?to=" + percent_encode(destination(call)),
            .token = form_token(visitor, kPurpose)};
}

edge::WebReply page(const edge::WebCall& call, const Secret& visitor, Html content, int status = 200) {
    edge::WebReply reply = identity_page("Second step", std::move(content));
    reply.status = status;
    set_visitor(reply, call, visitor);
    return reply;
}

Html wrong_code() {
    return notice(Tone::bad, "Wrong code.");
}

edge::WebReply begin(db::Db& db, const edge::WebCall& call, const PendingSignIn& pending, const Secret& visitor) {
    const Secret key = db.write(pending.account.company, [&](db::Tx& tx) {
        return accounts::begin_second_factor(tx, pending.account, call.services.seal);
    });
    return page(call, visitor, key_form(target(call, visitor), key, pending.email, {}));
}

edge::WebReply confirm(db::Db& db, const edge::WebCall& call, const PendingSignIn& pending, const Secret& visitor) {
    const auto codes = db.write(pending.account.company, [&](db::Tx& tx) {
        return accounts::confirm_second_factor(tx, pending.account, call.form->text("code"), call.services.seal,
                                               call.author());
    });
    if (codes) {
        edge::WebReply reply = identity_page("Your recovery codes", recovery_codes(*codes, destination(call)));
        end_pending(reply, call);
        begin_session(db, call, pending.account, reply);
        return reply;
    }
    const auto key = db.read(pending.account.company, [&](db::Snapshot& snapshot) {
        return accounts::unconfirmed_key(snapshot, pending.account, call.services.seal);
    });
    if (!key) return edge::redirect(target(call, visitor).action);
    return page(call, visitor, key_form(target(call, visitor), *key, pending.email, wrong_code()), 422);
}

edge::WebReply check(db::Db& db, const edge::WebCall& call, const PendingSignIn& pending, const Secret& visitor) {
    const bool right = db.write(pending.account.company, [&](db::Tx& tx) {
        return accounts::check_second_factor(tx, pending.account, call.form->text("code"), call.services.seal,
                                             call.author());
    });
    if (!right) return page(call, visitor, code_form(target(call, visitor), wrong_code()), 401);
    edge::WebReply reply = edge::redirect(destination(call));
    end_pending(reply, call);
    begin_session(db, call, pending.account, reply);
    return reply;
}

}  // namespace

edge::WebReply second_factor_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const auto pending = pending_of(call);
    if (!pending) return edge::redirect(sign_in_address(destination(call)));
    const Secret visitor = visitor_of(call);
    db::Snapshot inside = snapshot.within(pending->account.company);
    if (accounts::second_step(inside, pending->account.user) == accounts::SecondStep::code)
        return page(call, visitor, code_form(target(call, visitor), {}));
    return page(call, visitor, offer_form(target(call, visitor), kWhy, {}));
}

edge::ReplyOrCheck second_factor(db::Db& db, const edge::WebCall& call) {
    const auto pending = pending_of(call);
    if (!pending) return edge::redirect(sign_in_address(destination(call)));
    const Secret visitor = visitor_of(call);
    if (!has_form_token(call, form_token(visitor, kPurpose))) return form_is_stale();
    const std::string_view what = call.form->text("do");
    if (what == "begin") return begin(db, call, *pending, visitor);
    return limited_guess(call, pending->email, [&] {
        return what == "confirm" ? confirm(db, call, *pending, visitor) : check(db, call, *pending, visitor);
    });
}

}  // namespace callboard::pages
