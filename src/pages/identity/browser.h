// What a browser shows of itself: its cookies, and the tokens in its forms.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "accounts/session_store.h"
#include "base/digest.h"
#include "base/secret.h"
#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

// Somebody signed in, and the secret by which their browser proves it.
struct Session {
    accounts::SignedIn who;
    Secret secret;

    Sha256 hash() const;
    // In every form, and only valid for that form: no other site can have it (no cross-site request forgery).
    std::string form_token(std::string_view purpose) const;
};

std::optional<Session> session_of(db::Snapshot& snapshot, const edge::WebCall& call);

// Before anybody has signed in, forms are bound to a cookie of the visitor.
Secret visitor_of(const edge::WebCall& call);  // a new one if there is none
std::string form_token(const Secret& cookie, std::string_view purpose);
bool has_form_token(const edge::WebCall& call, const std::string& expected);

// Cookies are for this host alone, out of reach of scripts, and not sent along by forms of other sites.
void set_session(edge::WebReply& reply, const edge::WebCall& call, const Secret& session);
void end_session(edge::WebReply& reply, const edge::WebCall& call);
void set_visitor(edge::WebReply& reply, const edge::WebCall& call, const Secret& visitor);

}  // namespace callboard::pages
