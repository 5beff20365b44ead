// A directory that provisions the users of a company.
#pragma once

#include <string>

#include "accounts/actor.h"
#include "accounts/scim_token.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::test {

struct Directory {
    explicit Directory(db::Db& db, const CompanyId& company, accounts::Role role = accounts::Role::employee)
        : secret(accounts::new_scim_token()),
          token(db.write(
              company,
              [&](db::Tx& tx) { return accounts::create_scim_token(tx, "Directory", role, secret); })),
          actor(token.user, accounts::Role::administrator, {}) {
        actor.credential = token.id;
    }

    const Secret secret;
    const accounts::ScimToken token;
    accounts::Actor actor;  // of its changes
};

}  // namespace callboard::test
