// What the operator does at the command line: companies, their people, their credentials. Failures are Errors
// whose message is meant for the operator.
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

// Without an identifier one is made of the name.
Company add_company(db::Tx& tx, const std::string& name, const std::optional<std::string>& identifier);

struct NewUser {
    std::string email;
    std::string first_name;
    std::string last_name;
    Role role;
};

// An active user of the transaction's company. The hash of the password is made by the caller, outside of the
// transaction: it takes long.
User add_user(db::Tx& tx, const NewUser& who, const std::string& password_hash);

// The person with this e-mail, in the company with this identifier if one is named, else in any. The active
// one; without any, the one who was never active yet; else the one who was. Throws an Error that says so when
// there is none, or when it could be one of several.
store::EmailOwner find_person(db::Snapshot& snapshot, const std::string& email,
                              const std::optional<std::string>& company_identifier);

// Also the first password of somebody who had none. Every session of the user ends, and the reset is audited.
// What applications and API keys may do for the user stays as it is. The hash is made by the caller, as
// above.
void reset_password(db::Tx& tx, const UserId& id, const std::string& password_hash);

// Ends everything the user calls with, and their webhook subscriptions. Deactivating who is inactive changes
// nothing. Throws LAST_ADMINISTRATOR: also an operator must not lock a company out.
void deactivate_as_operator(db::Tx& tx, const UserId& id);

// An account for a program; nobody can sign in with it. `name` is shown as the author of what it does.
User add_service_account(db::Tx& tx, const std::string& name, const std::string& client_id, Role role);

// A key that acts for the user with this e-mail, or else for the company's first administrator.
Credential create_api_key(db::Tx& tx, const std::optional<std::string>& email, const Secret& key);

// The next call with the credential is refused; webhook subscriptions that were made with it become inactive.
void revoke_credential(db::Tx& tx, const CredentialId& id);

}  // namespace callboard::accounts
