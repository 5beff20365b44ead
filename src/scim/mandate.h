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
    // identifier of a user who has such a role or a second factor: whoever has the token could sign in as
    // that user. A token that assigns every role may do all of this.
    void require_creating(const accounts::UserDraft& draft) const;
    // An inactive user who becomes active gets back the role, with API keys and passwords that were taken
    // away.
    void require_activating(const accounts::UserRecord& before) const;
    void require_changing(db::Snapshot& snapshot, const accounts::UserRecord& before,
                          const accounts::UserDraft& draft) const;

  private:
    bool may_assign(accounts::Role role) const;
    void require_assigning(accounts::Role role) const;
    bool may_identify(db::Snapshot& snapshot, const accounts::User& user) const;

    accounts::Role role_ = accounts::Role::employee;
    accounts::AssignedRoles assigns_ = accounts::AssignedRoles::up_to_own;
};

// Throws invalidValue if the company has domains for single sign-on, and the address is in none of them.
void require_own_domain(db::Snapshot& snapshot, const std::string& email);

}  // namespace callboard::scim
