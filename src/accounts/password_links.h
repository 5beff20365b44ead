// Mails with a link to set a password: for users who are invited, and for those who lost theirs. A link works
// once, for a day, and until the password is changed.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "accounts/actor.h"
#include "accounts/password_link_store.h"
#include "accounts/sign_in.h"
#include "base/id.h"
#include "base/seal.h"
#include "base/secret.h"
#include "db/db.h"
#include "events/author.h"

namespace callboard::accounts {

inline constexpr std::chrono::hours kLinkLife{24};

// What a mail with a link needs besides the user.
struct LinkMailing {
    std::string_view page;  // the URL of the page, to which the token is added
    const Seal& seal;
};

// Mails an invitation. Throws ACTIVATION_EMAIL_UNAVAILABLE if the user was activated before; both throw
// TOO_MANY_REQUESTS after too many mails to the user.
void invite(db::Tx& tx, const Actor& actor, const UserId& id, const LinkMailing& mailing);

// Mails a link for a new password, at the request of an administrator. Throws USER_DISABLED,
// USER_EMAIL_INVALID or PASSWORD_AUTHENTICATION_DISABLED.
void request_new_password(db::Tx& tx, const Actor& actor, const UserId& id, const LinkMailing& mailing);

// The same at the request of somebody who says to have this address. Does nothing if there is no such user
// who may have a password, or if one was mailed minutes ago. Nobody may be told which: the number of
// statements and of written rows is the same, so that the time of the next write does not show it either.
// Only an address with accounts of several companies takes as many times longer.
void forgot_password(db::Tx& tx, std::string_view email, const LinkMailing& mailing,
                     const events::Author& author);

// The user of a link that works.
struct OpenLink {
    Account account;
    std::string email;
    LinkPurpose purpose{};
};
std::optional<OpenLink> open_link(db::Snapshot& snapshot, const Secret& token);

// Sets the password, activates a user who was invited, and ends all sessions of the user. Returns false if
// the link does not work any more.
bool use_link(db::Tx& tx, const Secret& token, const std::string& password_hash,
              const events::Author& author);

}  // namespace callboard::accounts
