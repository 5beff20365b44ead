// Builders of test data: valid by default, with only the relevant part given.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "accounts/credential.h"
#include "accounts/role.h"
#include "accounts/user.h"
#include "base/id.h"
#include "db/db.h"
#include "jobs/creation.h"

namespace callboard::given {

CompanyId company(db::Db& db, const std::string& identifier = "acme");

// A user of the company as the actor; with a given id, if the test needs to know it.
accounts::Actor user(db::Db& db, const CompanyId& company,
                     accounts::Role role = accounts::Role::administrator,
                     const std::optional<UserId>& id = std::nullopt);

// A draft of a new user.
accounts::UserDraft user_draft(const std::string& email);

// The secret of a new API key of the user.
std::string api_key(db::Db& db, const CompanyId& company, const accounts::Actor& user);

jobs::Draft draft();
JobId job(db::Db& db, const CompanyId& company, const accounts::Actor& creator,
          jobs::Draft draft = given::draft());

// The names of the recorded entries, oldest first.
std::vector<std::string> events(db::Db& db, const CompanyId& company);
std::vector<std::string> audit_names(db::Db& db, const CompanyId& company);

}  // namespace callboard::given
