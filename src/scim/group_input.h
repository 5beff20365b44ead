// What a directory sends of a group (RFC 7643, section 4.2), which is an access group of the company.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/id.h"
#include "scim/body.h"
#include "scim/filter.h"
#include "wire/json.h"

namespace callboard::scim {

// Of a new group, or to replace one.
struct GroupInput {
    std::string display_name;
    std::optional<std::string> external_id;
    std::vector<UserId> members;
};
GroupInput read_group(const wire::JsonValue& body);

// The changes of a patch, in their order. Groups may have many members: those that stay are not read.
struct RenameGroup {
    std::string display_name;
};
struct SetExternalId {
    std::optional<std::string> external_id;
};
struct AddMembers {
    std::vector<UserId> users;
};
struct RemoveMembers {
    std::vector<UserId> users;
};
struct RemoveMatchingMembers {
    Filter filter;  // of value and display
};
struct SetMembers {
    std::vector<UserId> users;
};
using GroupChange =
    std::variant<RenameGroup, SetExternalId, AddMembers, RemoveMembers, RemoveMatchingMembers, SetMembers>;
// Throws tooMany if the filters of members have more comparisons than one filter may have.
std::vector<GroupChange> read_group_patch(const std::vector<PatchOperation>& operations);

}  // namespace callboard::scim
