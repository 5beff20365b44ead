#include "scim/groups.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "accounts/access_group_store.h"
#include "accounts/access_groups.h"
#include "accounts/user_access.h"
#include "base/error.h"
#include "scim/group_filter.h"
#include "scim/member_changes.h"

namespace callboard::scim {
namespace {

using accounts::Actor;
using accounts::ProvisionedGroup;

// In one list, unless its first group has more.
constexpr std::int64_t kMostMembersOfList = 10'000;

ProvisionedGroup existing(db::Snapshot& snapshot, const AccessGroupId& id) {
    auto found = accounts::store::find_provisioned_group(snapshot, id);
    if (!found) throw not_found("ACCESS_GROUP_NOT_FOUND");
    return std::move(*found);
}

// What the changes of one request amount to. It is written once, at the end: each write of a name is audited,
// and written into all jobs of the group.
struct Result {
    MemberChanges& members;
    const RenameGroup* name = nullptr;           // null: as before
    const SetExternalId* external_id = nullptr;  // likewise

    void operator()(const RenameGroup& to) { name = &to; }
    void operator()(const SetExternalId& to) { external_id = &to; }
    void operator()(const AddMembers& added) { members.add(added.users); }
    void operator()(const RemoveMembers& removed) { members.remove(removed.users); }
    void operator()(const RemoveMatchingMembers& removed) { members.remove_matching(removed.filter); }
    void operator()(const SetMembers& wanted) { members.set(wanted.users); }
};

void apply(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const std::vector<GroupChange>& changes) {
    MemberChanges members{tx, id};
    Result result{.members = members};
    for (const GroupChange& each : changes) std::visit(result, each);
    if (result.name) accounts::rename_access_group(tx, actor, id, result.name->display_name);
    if (result.external_id) accounts::set_external_id(tx, actor, id, result.external_id->external_id);
    members.write(actor);
}

// Serializes changes of groups with those of users: of two at the same time, the second one wins as a whole.
void lock(db::Tx& tx, const Actor& actor) {
    accounts::require_managing_users(actor);
    accounts::lock_user_changes(tx);
}

const Attribute kId{.name = "id", .part = {}};
const Attribute kExternalId{.name = "externalid", .part = {}};
const Attribute kDisplayName{.name = "displayname", .part = {}};
const std::array kMemberIds{Attribute{.name = "members", .part = {}},
                            Attribute{.name = "members", .part = "value"}};

std::optional<std::string> required_member(const Filter& filter) {
    for (const Attribute& each : kMemberIds)
        if (auto value = required_value(filter, each)) return value;
    return std::nullopt;
}

// All groups that match the filter, and as few others as an index helps to avoid.
std::vector<ProvisionedGroup> candidates(db::Snapshot& snapshot, const std::optional<Filter>& filter) {
    if (!filter) return accounts::store::list_provisioned_groups(snapshot);
    if (const auto id = required_value(*filter, kId)) {
        const auto parsed = AccessGroupId::parse(*id);
        auto found = parsed ? accounts::store::find_provisioned_group(snapshot, *parsed) : std::nullopt;
        std::vector<ProvisionedGroup> groups;
        if (found) groups.push_back(std::move(*found));
        return groups;
    }
    if (const auto name = required_value(*filter, kDisplayName))
        return accounts::store::provisioned_groups_named(snapshot, *name);
    const auto external_id = required_value(*filter, kExternalId);
    if (external_id && !external_id->empty())  // an empty one also matches groups that have none
        return accounts::store::provisioned_groups_by_external_id(snapshot, *external_id);
    if (const auto member = required_member(*filter)) {
        const auto user = UserId::parse(*member);
        return user ? accounts::store::provisioned_groups_of(snapshot, *user)
                    : std::vector<ProvisionedGroup>{};
    }
    return accounts::store::list_provisioned_groups(snapshot);
}

Group whole(db::Snapshot& snapshot, const AccessGroupId& id) {
    return {.record = existing(snapshot, id), .members = accounts::store::members_of(snapshot, id)};
}

// Ends the page before the response becomes too large; the client asks for the rest (RFC 7644, section
// 3.4.2.4).
void read_members(db::Snapshot& snapshot, std::vector<Group>& groups) {
    std::int64_t count = 0;
    for (auto group = groups.begin(); group != groups.end(); ++group) {
        const AccessGroupId& id = group->record.group.id;
        count += accounts::store::count_members(snapshot, id);
        if (count > kMostMembersOfList && group != groups.begin()) {
            groups.erase(group, groups.end());
            return;
        }
        group->members = accounts::store::members_of(snapshot, id);
    }
}

}  // namespace

Group find_group(db::Snapshot& snapshot, const Actor& actor, const AccessGroupId& id,
                 WithMembers with_members) {
    accounts::require_seeing_users(actor);
    if (with_members == WithMembers::yes) return whole(snapshot, id);
    return {.record = existing(snapshot, id), .members = std::nullopt};
}

bool reads_many_groups(const ListRequest& request) {
    if (!request.filter) return true;
    const auto requires_one = [&](const Attribute& attribute) {
        return !required_value(*request.filter, attribute).value_or("").empty();
    };
    return !requires_one(kId) && !requires_one(kExternalId) && !requires_one(kDisplayName) &&
           std::ranges::none_of(kMemberIds, requires_one);
}

Page<Group> list_groups(db::Snapshot& snapshot, const Actor& actor, const ListRequest& request,
                        WithMembers with_members) {
    accounts::require_seeing_users(actor);
    Page<Group> page;
    std::optional<GroupFilter> filter;
    if (request.filter) {
        require_few_comparisons_of_scan(*request.filter);
        filter.emplace(snapshot, *request.filter);
    }
    for (ProvisionedGroup& record : candidates(snapshot, request.filter))
        if (!filter || filter->matches(record))
            page.offer({.record = std::move(record), .members = std::nullopt}, request);
    if (with_members == WithMembers::yes) read_members(snapshot, page.items);
    return page;
}

Group create_group(db::Tx& tx, const Actor& actor, const GroupInput& input) {
    lock(tx, actor);
    const AccessGroupId id = accounts::add_access_group(tx, actor, input.display_name).id;
    apply(tx, actor, id, {SetExternalId{input.external_id}, AddMembers{input.members}});
    return whole(tx, id);
}

Group replace_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const GroupInput& input) {
    lock(tx, actor);
    apply(tx, actor, id,
          {RenameGroup{input.display_name}, SetExternalId{input.external_id}, SetMembers{input.members}});
    return whole(tx, id);
}

void patch_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id,
                 const std::vector<GroupChange>& changes) {
    lock(tx, actor);
    existing(tx, id);
    apply(tx, actor, id, changes);
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
