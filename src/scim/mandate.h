// What a directory may do with users: by its token, and by the e-mail domains of the company.
#pragma once

#include <string>

#include "accounts/actor.h"
#include "accounts/scim_token.h"
#include "accounts/user.h"
#include "db/db.h"

namespace callboard::scim {

class Mandate {
  public:
    Mandate(db::Snapshot& snapshot, const accounts::Actor& actor);

    // Of users for whom the directory names none.
    accounts::Role default_role() const { return role_; }

    // Throw PERMISSION_DENIED for a role above that of the token, and for another e-mail address or
    // identifier of an administrator: whoever has the token could sign in as one. A token that assigns any
    // role may both.
    void require_creating(const accounts::UserDraft& draft) const;
    // An inactive user who becomes active gets back the role, with API keys and passwords that were taken
    // away.
    void require_activating(const accounts::UserRecord& before) const;
    void require_changing(const accounts::UserRecord& before, const accounts::UserDraft& draft) const;

  private:
    void require_assigning(accounts::Role role) const;

    accounts::Role role_ = accounts::Role::employee;
    accounts::AssignedRoles assigns_ = accounts::AssignedRoles::up_to_own;
};

// Throws invalidValue if the company has domains for single sign-on, and the address is in none of them.
void require_own_domain(db::Snapshot& snapshot, const std::string& email);

}  // namespace callboard::scim
