// The ID token of a sign-on, for the page where it ends: a provider that gets it back signs the user out
// without a question (OpenID Connect RP-Initiated Logout, id_token_hint). It is a secret of the user, so the
// server does not store it: the browser has it, encrypted, and sends it to that page only.
#pragma once

#include <optional>

#include "base/secret.h"
#include "edge/web.h"
#include "pages/identity/sign_on_site.h"

namespace callboard::pages {

// A token that is too long for a cookie is not kept; one of an earlier sign-on goes in any case.
void set_id_token(edge::WebReply& reply, const edge::WebCall& call, const SignOnSite& site,
                  const Secret& token);
void end_id_token(edge::WebReply& reply, const edge::WebCall& call, const SignOnSite& site);

// Nothing if there is none, or it is of another provider or client than that of the company now.
std::optional<Secret> id_token_of(const edge::WebCall& call, const SignOnSite& site);

}  // namespace callboard::pages
