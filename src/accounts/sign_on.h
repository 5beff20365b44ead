// Finds, or creates, the user who signs on at the provider of the company.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "accounts/sign_in.h"
#include "accounts/sso_connection.h"
#include "db/db.h"
#include "events/author.h"

namespace callboard::accounts {

// What the provider has proved about somebody.
struct ProvenIdentity {
    std::string identifier;                     // the value of the claim of the connection
    std::optional<std::string> verified_email;  // nothing if the provider does not vouch for it
    std::string first_name;                     // may be empty
    std::string last_name;
};

enum class SignOnRefusal {
    unknown_user,
    inactive,
    password_only,     // by the login mode of the user
    other_identifier,  // the user with this e-mail has another SSO identifier
    needs_identifier,  // an administrator, or a user with a second factor, who has no SSO identifier yet
    email_elsewhere,   // an active user of another company has the e-mail
    provider_changed   // since the identity was proved
};

struct RefusedSignOn {
    SignOnRefusal why;
    std::optional<UserId> user;  // whom it concerns, if it is a user of the company
};

// The user with this SSO identifier. Otherwise the active user with the verified e-mail, written in the same
// way, who gets the identifier; or a new user, if the connection allows it. Never a user of another company.
// `proved_by` is the connection that was used; it may have been replaced while the provider was called.
std::expected<Account, RefusedSignOn> sign_on(db::Tx& tx, const SsoConnection& proved_by,
                                              const ProvenIdentity& identity, const events::Author& author);

}  // namespace callboard::accounts
