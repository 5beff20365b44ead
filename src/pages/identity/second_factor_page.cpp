#include "pages/identity/second_factor_page.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "accounts/cache_epoch_store.h"
#include "accounts/second_factor.h"
#include "accounts/session_store.h"
#include "accounts/user_access.h"
#include "base/encoding.h"
#include "pages/identity/browser.h"
#include "pages/identity/layout.h"
#include "pages/identity/password_check.h"
#include "pages/identity/second_factor_forms.h"
#include "pages/identity/sign_in_page.h"

namespace callboard::pages {
namespace {

constexpr std::string_view kPurpose = "second-factor";
constexpr std::string_view kWhy =
    "Your company requires a second step at sign-in: a code of an application on your phone.";

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

edge::WebReply start_again(const edge::WebCall& call) {
    edge::WebReply reply = edge::redirect(sign_in_address(destination(call)));
    end_pending(reply, call);
    return reply;
}

// What a form leads to. Everything is decided in one transaction, under the lock of users, because the
// password may be changed meanwhile.
struct Outcome {
    bool goes_on = false;  // false: the password was changed, or there is nothing to do here
    accounts::CodeCheck check{};
    std::optional<Secret> key;  // that was begun
    bool confirms = false;
    std::vector<std::string> recovery_codes;
    std::optional<Secret> session;
};

Outcome begin(db::Tx& tx, const edge::WebCall& call, const PendingSignIn& pending) {
    if (accounts::second_step(tx, pending.account.user) != accounts::SecondStep::set_up) return {};
    Outcome outcome{.goes_on = true};
    if (auto key = accounts::begin_second_factor(tx, pending.account, call.services.seal))
        outcome.key.emplace(std::move(*key));
    return outcome;
}

void begin_session(db::Tx& tx, const edge::WebCall& call, const PendingSignIn& pending, Outcome& outcome) {
    if (const auto session = pages::begin_session(tx, call, pending.account, pending.password_mark))
        outcome.session.emplace(*session);
}

Outcome confirm(db::Tx& tx, const edge::WebCall& call, const PendingSignIn& pending) {
    const accounts::Account& account = pending.account;
    if (accounts::second_step(tx, account.user) != accounts::SecondStep::set_up) return {};
    auto [check, codes] = accounts::confirm_second_factor(tx, account, call.form->text("code"),
                                                          call.services.seal, author_of(call, account.user));
    Outcome outcome{.goes_on = true, .check = check, .confirms = true, .recovery_codes = std::move(codes)};
    if (check != accounts::CodeCheck::right) return outcome;
    // Other sessions end: somebody else may have begun them with the password alone.
    accounts::store::delete_sessions(tx, account.company, account.user);
    begin_session(tx, call, pending, outcome);
    accounts::store::advance_cache_epoch(tx);
    return outcome;
}

Outcome check(db::Tx& tx, const edge::WebCall& call, const PendingSignIn& pending) {
    const accounts::Account& account = pending.account;
    if (accounts::second_step(tx, account.user) != accounts::SecondStep::code) return {};
    Outcome outcome{
        .goes_on = true,
        .check = accounts::check_second_factor(tx, account, call.form->text("code"), call.services.seal,
                                               author_of(call, account.user))};
    if (outcome.check == accounts::CodeCheck::right) begin_session(tx, call, pending, outcome);
    return outcome;
}

using Step = Outcome (*)(db::Tx&, const edge::WebCall&, const PendingSignIn&);

Outcome run(db::Db& db, const edge::WebCall& call, const PendingSignIn& pending, Step step) {
    return db.write(pending.account.company, [&](db::Tx& tx) {
        accounts::lock_user_changes(tx);
        return accounts::may_continue(tx, pending.account, pending.password_mark) ? step(tx, call, pending)
                                                                                  : Outcome{};
    });
}

edge::WebReply signed_in(const edge::WebCall& call, const Outcome& outcome) {
    edge::WebReply reply =
        outcome.recovery_codes.empty()
            ? edge::redirect(destination(call))
            : identity_page("Your recovery codes", recovery_codes(outcome.recovery_codes, destination(call)));
    end_pending(reply, call);
    set_session(reply, call, *outcome.session);
    return reply;
}

edge::WebReply reply_to(const edge::WebCall& call, const Secret& visitor, const Outcome& outcome) {
    if (!outcome.goes_on) return start_again(call);
    if (outcome.session) return signed_in(call, outcome);
    const FormTarget here = target(call, visitor);
    const Html message = code_notice(outcome.check);
    // The key is not shown again: somebody else with the password could have begun.
    if (outcome.confirms) return page(call, visitor, confirmation_form(here, message), 422);
    return page(call, visitor, code_form(here, message), 401);
}

}  // namespace

edge::WebReply second_factor_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const auto pending = pending_of(call);
    if (!pending) return start_again(call);
    const Secret visitor = visitor_of(call);
    db::Snapshot inside = snapshot.within(pending->account.company);
    if (!accounts::may_continue(inside, pending->account, pending->password_mark)) return start_again(call);
    if (accounts::second_step(inside, pending->account.user) == accounts::SecondStep::code)
        return page(call, visitor, code_form(target(call, visitor), {}));
    return page(call, visitor, offer_form(target(call, visitor), kWhy, {}));
}

edge::ReplyOrCheck second_factor(db::Db& db, const edge::WebCall& call) {
    const auto pending = pending_of(call);
    if (!pending) return start_again(call);
    const Secret visitor = visitor_of(call);
    if (!has_form_token(call, form_token(visitor, kPurpose))) return form_is_stale();
    const std::string_view what = call.form->text("do");
    if (what == "begin") {
        const Outcome begun = run(db, call, *pending, begin);
        if (!begun.key) return start_again(call);
        return page(call, visitor, key_form(target(call, visitor), *begun.key, pending->email, {}));
    }
    return limited_guess(call, pending->email, [&] {
        const Outcome outcome = run(db, call, *pending, what == "confirm" ? confirm : check);
        edge::WebReply reply = reply_to(call, visitor, outcome);
        if (outcome.confirms) reply.changed_company = pending->account.company;
        return reply;
    });
}

}  // namespace callboard::pages
