// Operations of the operator's command line: companies, users, credentials. Throw Errors with a message for
// the operator.
#pragma once

#include <optional>
#include <string>

#include "accounts/company.h"
#include "accounts/credential.h"
#include "accounts/role.h"
#include "accounts/user.h"
#include "accounts/user_store.h"
#include "base/secret.h"
#include "db/db.h"

namespace callboard::accounts {

// Derives the identifier from the name if none is given.
Company add_company(db::Tx& tx, const std::string& name, const std::optional<std::string>& identifier);

// One of kUserLanguages, for mails to people whose own language is not known.
void set_language(db::Tx& tx, const std::string& language);

struct NewUser {
    std::string email;
    std::string first_name;
    std::string last_name;
    Role role;
};

// Creates an active user in the transaction's company, under the same rules of addresses as activate_user().
// The caller computes the password hash before the transaction, because it is slow.
User add_user(db::Tx& tx, const NewUser& who, const std::string& password_hash);

// The user with this e-mail, in the given company or in any. Prefers an active user, then one who was never
// active, then a deactivated one. Throws if there is none or if several match.
store::EmailOwner find_person(db::Snapshot& snapshot, const std::string& email,
                              const std::optional<std::string>& company_identifier);

// Sets the password, also if the user had none, ends all sessions and writes an audit record. Grants of
// applications and API keys stay valid. The caller computes the hash before the transaction.
void reset_password(db::Tx& tx, const UserId& id, const std::string& password_hash);

// Revokes all access of the user and deactivates their webhook subscriptions; idempotent. Throws
// LAST_ADMINISTRATOR: an operator must not lock a company out either.
void deactivate_as_operator(db::Tx& tx, const UserId& id);

// Creates a user for a program, without a password. `name` is shown as the author of its changes.
User add_service_account(db::Tx& tx, const std::string& name, const std::string& client_id, Role role);

// Creates a key for the user with this e-mail, or for the first administrator of the company.
Credential create_api_key(db::Tx& tx, const std::optional<std::string>& email, const Secret& key);

// Revokes the credential at once and deactivates the webhook subscriptions that were created with it.
void revoke_credential(db::Tx& tx, const CredentialId& id);

}  // namespace callboard::accounts
