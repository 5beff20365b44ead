// The cookies of a browser and the anti-forgery tokens of its forms.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "accounts/session_store.h"
#include "accounts/sign_in.h"
#include "base/digest.h"
#include "base/secret.h"
#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

// A signed-in user and the secret of the session cookie.
struct Session {
    accounts::SignedIn who;
    Secret secret;

    Sha256 hash() const;
    // Anti-forgery (CSRF) token, bound to the session and to the purpose of the form.
    std::string form_token(std::string_view purpose) const;
};

std::optional<Session> session_of(db::Snapshot& snapshot, const edge::WebCall& call);

// The author of what a user does on a page.
events::Author author_of(const edge::WebCall& call, const UserId& user);

// Before sign-in, forms are bound to a visitor cookie.
Secret visitor_of(const edge::WebCall& call);  // creates one if absent
std::string form_token(const Secret& cookie, std::string_view purpose);
bool has_form_token(const edge::WebCall& call, const std::string& expected);

// Cookies are host-only, HttpOnly and SameSite.
void set_session(edge::WebReply& reply, const edge::WebCall& call, const Secret& session);
void end_session(edge::WebReply& reply, const edge::WebCall& call);
void set_visitor(edge::WebReply& reply, const edge::WebCall& call, const Secret& visitor);

// The secret of a sign-on that was begun in this browser: one cookie for each, by the hash of its state, so
// that sign-ons in several tabs do not replace each other's.
std::optional<Secret> attempt_cookie(const edge::WebCall& call, const Sha256& state);
void set_attempt(edge::WebReply& reply, const edge::WebCall& call, const Sha256& state, const Secret& secret);
void end_attempt(edge::WebReply& reply, const edge::WebCall& call, const Sha256& state);

// Where this browser is, for the list of sessions.
accounts::store::SessionOrigin origin_of(const edge::WebCall& call, accounts::Authentication authentication);

// Somebody who has shown the password, and not the second factor yet: in a cookie, sealed, for ten minutes,
// and until the password is changed.
struct PendingSignIn {
    accounts::Account account;
    std::string email;
    std::string password_mark;  // accounts::password_mark()
};
std::optional<PendingSignIn> pending_of(const edge::WebCall& call);
void set_pending(edge::WebReply& reply, const edge::WebCall& call, const PendingSignIn& pending);
void end_pending(edge::WebReply& reply, const edge::WebCall& call);

}  // namespace callboard::pages
