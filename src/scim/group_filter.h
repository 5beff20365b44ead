// Filters of lists of groups. The members of a group are not read: the groups of the users whom the filter
// names are.
#pragma once

#include <map>
#include <set>
#include <string>

#include "accounts/access_group.h"
#include "db/db.h"
#include "scim/filter.h"

namespace callboard::scim {

class GroupFilter {
  public:
    // Throws invalidFilter if members are compared by anything but eq and ne with an id. The filter must
    // outlive this object.
    GroupFilter(db::Snapshot& snapshot, const Filter& filter);

    bool matches(const accounts::ProvisionedGroup& record) const;

  private:
    void find_named_members(db::Snapshot& snapshot, const Filter& filter);
    Values values_of(const accounts::ProvisionedGroup& record, const Attribute& attribute) const;

    const Filter& filter_;
    std::map<std::string, std::set<AccessGroupId>> groups_of_;  // by the id of a user
};

}  // namespace callboard::scim
