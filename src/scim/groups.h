// The access groups of a company, as a directory manages them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "accounts/access_group.h"
#include "accounts/actor.h"
#include "db/db.h"
#include "scim/filter.h"
#include "scim/group_input.h"
#include "scim/page.h"
#include "scim/projection.h"
#include "wire/json_writer.h"

namespace callboard::scim {

inline constexpr std::string_view kGroupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";

struct Group {
    accounts::ProvisionedGroup record;
    std::optional<std::vector<accounts::GroupMember>> members;  // nothing: not read
};

enum class WithMembers { no, yes };

// Throws ACCESS_GROUP_NOT_FOUND.
Group find_group(db::Snapshot& snapshot, const accounts::Actor& actor, const AccessGroupId& id,
                 WithMembers with_members);

// Whether there is no filter, or one that may match many groups: it requires no certain name, id or member.
bool reads_many_groups(const ListRequest& request);

// The page has fewer groups than asked for if these have many members. Throws invalidFilter for a filter with
// many comparisons: all groups are read.
Page<Group> list_groups(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request,
                        WithMembers with_members);

// Throw invalidValue for members that are not users whom the directory knows, tooMany for more changes of
// members than a request may make (member_changes.h), and RESOURCE_ALREADY_EXIST for the name of another
// group.
Group create_group(db::Tx& tx, const accounts::Actor& actor, const GroupInput& input);
Group replace_group(db::Tx& tx, const accounts::Actor& actor, const AccessGroupId& id,
                    const GroupInput& input);
void patch_group(db::Tx& tx, const accounts::Actor& actor, const AccessGroupId& id,
                 const std::vector<GroupChange>& changes);

// Throws ACCESS_GROUP_IN_USE.
void delete_group(db::Tx& tx, const accounts::Actor& actor, const AccessGroupId& id);

// `base` is the address of the SCIM service.
void write_group(wire::JsonWriter& out, const Group& group, const Projection& projection,
                 std::string_view base);

}  // namespace callboard::scim
