#include "scim/groups.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "accounts/access_group_store.h"
#include "accounts/access_groups.h"
#include "accounts/user_access.h"
#include "accounts/user_store.h"
#include "base/error.h"
#include "scim/fault.h"

namespace callboard::scim {
namespace {

using accounts::Actor;
using accounts::ProvisionedGroup;

// In one list; a single group may have more.
constexpr std::int64_t kMostMembersOfList = 10'000;

ProvisionedGroup existing(db::Snapshot& snapshot, const AccessGroupId& id) {
    auto found = accounts::store::find_provisioned_group(snapshot, id);
    if (!found) throw not_found("ACCESS_GROUP_NOT_FOUND");
    return std::move(*found);
}

void require_users(db::Snapshot& snapshot, const std::vector<UserId>& users) {
    for (const UserId& user : users)
        if (!accounts::store::find_provisioned(snapshot, user))
            throw fault(kInvalidValue, "members: there is no user " + std::string{user.text()});
}

void add(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const std::vector<UserId>& users) {
    require_users(tx, users);
    accounts::add_to_access_group(tx, actor, id, users);
}

// Who is not a member stays none.
void remove(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const std::vector<UserId>& users) {
    for (const UserId& user : users)
        if (accounts::store::is_member(tx, id, user)) accounts::remove_from_access_group(tx, actor, id, user);
}

void remove_matching(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const Filter& filter) {
    std::vector<UserId> chosen;
    for (const accounts::GroupMember& member : accounts::store::members_of(tx, id)) {
        const auto values_of = [&](const Attribute& attribute) -> Values {
            if (attribute.name == "value")
                return {.texts = {std::string{member.user.text()}}, .case_exact = true};
            if (attribute.name == "display") return {.texts = {member.name}, .case_exact = false};
            return {};
        };
        if (matches(filter, values_of)) chosen.push_back(member.user);
    }
    remove(tx, actor, id, chosen);
}

void set_members(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const std::vector<UserId>& users) {
    const std::set<UserId> wanted(users.begin(), users.end());
    std::set<UserId> present;
    std::vector<UserId> surplus;
    for (const accounts::GroupMember& member : accounts::store::members_of(tx, id)) {
        present.insert(member.user);
        if (!wanted.contains(member.user)) surplus.push_back(member.user);
    }
    std::vector<UserId> missing;
    std::ranges::set_difference(wanted, present, std::back_inserter(missing));
    remove(tx, actor, id, surplus);
    add(tx, actor, id, missing);
}

// Applies a change to the group.
struct Change {
    db::Tx& tx;
    const Actor& actor;
    const AccessGroupId& id;

    void operator()(const RenameGroup& to) const {
        accounts::rename_access_group(tx, actor, id, to.display_name);
    }
    void operator()(const SetExternalId& to) const {
        accounts::store::set_external_id(tx, id, to.external_id);
    }
    void operator()(const AddMembers& added) const { add(tx, actor, id, added.users); }
    void operator()(const RemoveMembers& removed) const { remove(tx, actor, id, removed.users); }
    void operator()(const RemoveMatchingMembers& removed) const {
        remove_matching(tx, actor, id, removed.filter);
    }
    void operator()(const SetMembers& members) const { set_members(tx, actor, id, members.users); }
};

// Serializes changes of groups with those of users: of two at the same time, the second one wins as a whole.
void lock(db::Tx& tx, const Actor& actor) {
    accounts::require_managing_users(actor);
    accounts::lock_user_changes(tx);
}

Values values_of(db::Snapshot& snapshot, const ProvisionedGroup& record, const Attribute& attribute) {
    const auto& [name, part] = attribute;
    if (name == "id") return {.texts = {std::string{record.group.id.text()}}, .case_exact = true};
    if (name == "externalid") return {.texts = {record.external_id.value_or("")}, .case_exact = true};
    if (name == "displayname") return {.texts = {record.group.name}, .case_exact = false};
    if (name != "members" || (!part.empty() && part != "value")) return {};
    Values members{.texts = {}, .case_exact = true};
    for (const auto& member : accounts::store::members_of(snapshot, record.group.id))
        members.texts.emplace_back(member.user.text());
    return members;
}

}  // namespace

Group find_group(db::Snapshot& snapshot, const AccessGroupId& id, WithMembers with_members) {
    Group group{.record = existing(snapshot, id), .members = std::nullopt};
    if (with_members == WithMembers::yes) group.members = accounts::store::members_of(snapshot, id);
    return group;
}

Page<Group> list_groups(db::Snapshot& snapshot, const ListRequest& request, WithMembers with_members) {
    Page<Group> page;
    for (ProvisionedGroup& record : accounts::store::list_provisioned_groups(snapshot)) {
        const auto values = [&](const Attribute& each) { return values_of(snapshot, record, each); };
        if (!request.filter || matches(*request.filter, values))
            page.offer({.record = std::move(record), .members = std::nullopt}, request);
    }
    if (with_members == WithMembers::no) return page;
    std::int64_t count = 0;
    for (Group& group : page.items) {
        const AccessGroupId& id = group.record.group.id;
        count += accounts::store::count_members(snapshot, id);
        if (count > kMostMembersOfList && page.items.size() > 1)
            throw fault(kTooMany, "the groups have more than " + std::to_string(kMostMembersOfList) +
                                      " members; ask with excludedAttributes=members, or for each group");
        group.members = accounts::store::members_of(snapshot, id);
    }
    return page;
}

Group create_group(db::Tx& tx, const Actor& actor, const GroupInput& input) {
    lock(tx, actor);
    const AccessGroupId id = accounts::add_access_group(tx, actor, input.display_name).id;
    if (input.external_id) accounts::store::set_external_id(tx, id, input.external_id);
    add(tx, actor, id, input.members);
    return find_group(tx, id, WithMembers::yes);
}

Group replace_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const GroupInput& input) {
    lock(tx, actor);
    existing(tx, id);
    accounts::rename_access_group(tx, actor, id, input.display_name);
    accounts::store::set_external_id(tx, id, input.external_id);
    set_members(tx, actor, id, input.members);
    return find_group(tx, id, WithMembers::yes);
}

void patch_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id,
                 const std::vector<GroupChange>& changes) {
    lock(tx, actor);
    existing(tx, id);
    for (const GroupChange& each : changes) std::visit(Change{.tx = tx, .actor = actor, .id = id}, each);
}

void delete_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id) {
    lock(tx, actor);
    accounts::delete_access_group(tx, actor, id);
}

void write_group(wire::JsonWriter& out, const Group& group, const Projection& projection,
                 std::string_view base) {
    const auto& [record, members] = group;
    const std::string id{record.group.id.text()};
    out.open_object();
    out.key("schemas");
    out.open_array();
    out.text(kGroupSchema);
    out.close_array();
    out.member("id", id);
    if (record.external_id && projection.shows("externalId")) out.member("externalId", *record.external_id);
    if (projection.shows("displayName")) out.member("displayName", record.group.name);
    if (members && projection.shows("members")) {
        out.key("members");
        out.open_array();
        for (const accounts::GroupMember& member : *members) {
            out.open_object();
            out.member("value", member.user.text());
            out.member("$ref", std::string{base}.append("/Users/").append(member.user.text()));
            out.member("display", member.name);
            out.member("type", "User");
            out.close_object();
        }
        out.close_array();
    }
    if (projection.shows("meta")) {
        out.key("meta");
        out.open_object();
        out.member("resourceType", "Group");
        out.key("created");
        out.time(record.created_at);
        out.member("location", std::string{base}.append("/Groups/").append(id));
        out.close_object();
    }
    out.close_object();
}

}  // namespace callboard::scim
