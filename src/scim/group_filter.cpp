#include "scim/group_filter.h"

#include "accounts/access_group_store.h"
#include "accounts/user_store.h"
#include "scim/fault.h"

namespace callboard::scim {
namespace {

bool is_member_id(const Attribute& attribute) {
    return attribute.name == "members" && (attribute.part.empty() || attribute.part == "value");
}

std::set<AccessGroupId> groups_of(db::Snapshot& snapshot, const std::string& user) {
    std::set<AccessGroupId> groups;
    const auto id = UserId::parse(user);
    if (!id || !accounts::store::find_provisioned(snapshot, *id)) return groups;
    for (const accounts::AccessGroup& each : accounts::store::groups_of(snapshot, *id))
        groups.insert(each.id);
    return groups;
}

}  // namespace

GroupFilter::GroupFilter(db::Snapshot& snapshot, const Filter& filter) : filter_(filter) {
    find_named_members(snapshot, filter);
}

// No deeper than the parser allows.
void GroupFilter::find_named_members(db::Snapshot& snapshot, const Filter& filter) {
    for (const Filter& part : filter.parts) find_named_members(snapshot, part);
    const Comparison& comparison = filter.comparison;
    if (filter.kind != Filter::Kind::comparison || !is_member_id(comparison.attribute)) return;
    const bool is_equality = comparison.op == Operator::equal || comparison.op == Operator::not_equal;
    if (!is_equality || !comparison.value)
        throw fault(kInvalidFilter, "members can only be compared by eq and ne with the id of a user");
    if (!groups_of_.contains(*comparison.value))
        groups_of_.emplace(*comparison.value, groups_of(snapshot, *comparison.value));
}

bool GroupFilter::matches(const accounts::ProvisionedGroup& record) const {
    return scim::matches(filter_, [&](const Attribute& attribute) { return values_of(record, attribute); });
}

// Of the members only those whom the filter names: it compares no others.
Values GroupFilter::values_of(const accounts::ProvisionedGroup& record, const Attribute& attribute) const {
    const AccessGroupId& id = record.group.id;
    if (attribute.name == "id") return {.texts = {std::string{id.text()}}, .case_exact = true};
    if (attribute.name == "externalid")
        return {.texts = {record.external_id.value_or("")}, .case_exact = true};
    if (attribute.name == "displayname") return {.texts = {record.group.name}, .case_exact = false};
    Values members{.texts = {}, .case_exact = true};
    if (!is_member_id(attribute)) return members;
    for (const auto& [user, groups] : groups_of_)
        if (groups.contains(id)) members.texts.push_back(user);
    return members;
}

}  // namespace callboard::scim
