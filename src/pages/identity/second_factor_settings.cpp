#include "pages/identity/second_factor_settings.h"

#include <string>
#include <utility>

#include "accounts/cache_epoch_store.h"
#include "accounts/second_factor.h"
#include "accounts/second_factor_store.h"
#include "accounts/session_store.h"
#include "accounts/user_store.h"
#include "edge/services.h"
#include "pages/identity/layout.h"
#include "pages/identity/password_check.h"
#include "pages/identity/second_factor_forms.h"
#include "pages/identity/security_page.h"

namespace callboard::pages {
namespace {

using accounts::CodeCheck;

accounts::Account account_of(const Session& session) {
    return {.company = session.who.company, .user = session.who.user};
}

FormTarget target(const Session& session) {
    return {.action = std::string{kSecurityPath}, .token = session.form_token(kSecurityPurpose)};
}

bool manages_users(db::Snapshot& snapshot, const Session& session) {
    const auto user = accounts::store::find_user(snapshot, session.who.user);
    return user && accounts::rights_of(user->role).manages_users;
}

Html with_token(std::string_view file, const Session& session) {
    return fill(web_file(file), {{"token", session.form_token(kSecurityPurpose)}});
}

edge::WebReply key_page(const Session& session, const Secret& key) {
    return identity_page("Set up an authenticator application",
                         key_form(target(session), key, session.who.email, {}), account_links(session));
}

edge::WebReply begin(db::Db& db, const edge::WebCall& call, const Session& session) {
    const auto key = db.write(session.who.company, [&](db::Tx& tx) {
        return accounts::begin_second_factor(tx, account_of(session), call.services.seal);
    });
    return key ? key_page(session, *key) : edge::redirect(std::string{kSecurityPath});
}

// With the password: whoever finds a browser that is signed in must not lock out its owner.
edge::ReplyOrCheck turn_on(db::Db& db, const edge::WebCall& call, const Session& session) {
    const accounts::Claim claim = accounts::claim_of(db, session.who.email);
    const PasswordQuestion question{.email = session.who.email,
                                    .guess = Secret{std::string{call.form->text("password")}},
                                    .stored_hash = claim.password_hash,
                                    .new_password = std::nullopt};
    return check_password(
        call, question,
        [&db, &call, session](const PasswordAnswer& answer, edge::PasswordCheck::AfterReply&) {
            if (answer.right) return begin(db, call, session);
            return security_reply(db, session, notice(Tone::bad, "Wrong password."), 401);
        });
}

CodeCheck checked(db::Tx& tx, const edge::WebCall& call, const Session& session) {
    return accounts::check_second_factor(tx, account_of(session), call.form->text("code"), call.services.seal,
                                         author_of(call, session.who.user));
}

edge::WebReply replace(db::Db& db, const edge::WebCall& call, const Session& session) {
    struct Replacement {
        CodeCheck check{};
        std::optional<Secret> key;
    };
    const auto made = db.write(session.who.company, [&](db::Tx& tx) {
        Replacement outcome{.check = checked(tx, call, session), .key = std::nullopt};
        if (outcome.check == CodeCheck::right)
            outcome.key.emplace(accounts::replace_second_factor(tx, account_of(session), call.services.seal));
        return outcome;
    });
    if (made.key) return key_page(session, *made.key);
    return security_reply(db, session, code_notice(made.check), 422);
}

// Other sessions end: they may be the reason for turning it on.
edge::WebReply confirm(db::Db& db, const edge::WebCall& call, const Session& session) {
    const auto made = db.write(session.who.company, [&](db::Tx& tx) {
        auto confirmation =
            accounts::confirm_second_factor(tx, account_of(session), call.form->text("code"),
                                            call.services.seal, author_of(call, session.who.user));
        if (confirmation.check == CodeCheck::right) {
            accounts::store::delete_other_sessions(tx, session.who.company, session.who.user, session.hash());
            accounts::store::advance_cache_epoch(tx);
        }
        return confirmation;
    });
    if (made.check == CodeCheck::right) {
        edge::WebReply shown =
            identity_page("Your recovery codes", recovery_codes(made.recovery_codes, kSecurityPath),
                          account_links(session));
        shown.changed_company = session.who.company;
        return shown;
    }
    // The key is not shown again: somebody else could have begun, with the password.
    edge::WebReply reply =
        identity_page("Set up an authenticator application",
                      confirmation_form(target(session), code_notice(made.check)), account_links(session));
    reply.status = 422;
    return reply;
}

edge::WebReply remove(db::Db& db, const edge::WebCall& call, const Session& session) {
    enum class Removal { done, required, refused };
    CodeCheck check{};
    const Removal removal = db.write(session.who.company, [&](db::Tx& tx) {
        if (accounts::store::second_factor_required_since(tx)) return Removal::required;
        check = checked(tx, call, session);
        if (check != CodeCheck::right) return Removal::refused;
        accounts::remove_second_factor(tx, account_of(session), author_of(call, session.who.user));
        return Removal::done;
    });
    if (removal == Removal::done)
        return security_reply(db, session, notice(Tone::good, "The second step is off."));
    return security_reply(
        db, session,
        removal == Removal::required
            ? notice(Tone::bad, "Your company requires a second step. You can replace yours.")
            : code_notice(check),
        422);
}

edge::WebReply require(db::Db& db, const edge::WebCall& call, const Session& session, bool required) {
    const bool may = db.write(session.who.company, [&](db::Tx& tx) {
        if (!manages_users(tx, session)) return false;
        accounts::require_second_factor(tx, author_of(call, session.who.user), required);
        return true;
    });
    if (!may) return security_reply(db, session, notice(Tone::bad, "Only administrators may do this."), 403);
    return edge::redirect(std::string{kSecurityPath});
}

}  // namespace

Html second_factor_settings(db::Snapshot& snapshot, const Session& session) {
    const bool is_required = accounts::store::second_factor_required_since(snapshot).has_value();
    Html part;
    if (accounts::second_step(snapshot, session.who.user) == accounts::SecondStep::code) {
        const auto left = accounts::store::count_recovery_codes(snapshot, session.who.user);
        part = fill(web_file("identity/second_factor_on.html"),
                    {{"left", std::to_string(left)}, {"token", session.form_token(kSecurityPurpose)}});
        if (!is_required) part.markup += with_token("identity/second_factor_remove.html", session).markup;
    } else {
        part = with_token("identity/second_factor_turn_on.html", session);
    }
    if (manages_users(snapshot, session))
        part.markup += with_token(is_required ? "identity/second_factor_required.html"
                                              : "identity/second_factor_optional.html",
                                  session)
                           .markup;
    return part;
}

std::optional<edge::ReplyOrCheck> change_second_factor(db::Db& db, const edge::WebCall& call,
                                                       const Session& session, std::string_view what) {
    if (what == "begin") return turn_on(db, call, session);
    if (what == "require" || what == "allow-without") return require(db, call, session, what == "require");
    const auto change = what == "confirm"   ? confirm
                        : what == "replace" ? replace
                        : what == "remove"  ? remove
                                            : nullptr;
    if (!change) return std::nullopt;
    return limited_guess(call, session.who.email, [&] { return change(db, call, session); });
}

}  // namespace callboard::pages
