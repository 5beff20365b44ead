#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "accounts/sign_in.h"
#include "base/secret.h"
#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

// The page to show after sign-in: what the query asks for, if it is one of ours.
std::string destination(const edge::WebCall& call);
// The sign-in page that leads there.
std::string sign_in_address(std::string_view to);

// The secret of a new session, for set_session(); nothing if the password with this mark is no longer the one
// of the user (accounts/sign_in.h).
std::optional<Secret> begin_session(db::Tx& tx, const edge::WebCall& call, const accounts::Account& account,
                                    std::string_view password_mark);

// The page where users of the company sign on at their provider, which leads there.
std::string sign_on_address(std::string_view company_identifier, std::string_view to);

// Redirects to the sign-in page, which returns to the requested page.
edge::WebReply send_to_sign_in(const edge::WebCall& call);

edge::WebReply sign_in_page(db::Snapshot& snapshot, const edge::WebCall& call);
edge::ReplyOrCheck sign_in(db::Db& db, const edge::WebCall& call);
edge::WebReply sign_out(db::Tx& tx, const edge::WebCall& call);

}  // namespace callboard::pages
