// What the operator does at the command line: companies, their people, their credentials. Failures are Errors
// whose message is meant for the operator.
#pragma once

#include <optional>
#include <string>

#include "accounts/company.h"
#include "accounts/credential.h"
#include "accounts/role.h"
#include "accounts/user.h"
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

// A key that acts for the user with this e-mail, or else for the company's first administrator.
// An account for a program; nobody can sign in with it. `name` is shown as the author of what it does.
User add_service_account(db::Tx& tx, const std::string& name, const std::string& client_id, Role role);

Credential create_api_key(db::Tx& tx, const std::optional<std::string>& email, const Secret& key);

// The next call with the credential is refused.
void revoke_credential(db::Tx& tx, const CredentialId& id);

}  // namespace callboard::accounts
