#include "scim/member_changes.h"

#include <set>

#include "accounts/access_group_store.h"
#include "accounts/access_groups.h"
#include "accounts/user_store.h"
#include "base/encoding.h"
#include "scim/fault.h"

namespace callboard::scim {
namespace {

using accounts::GroupMember;

Error too_many() {
    return fault(kTooMany, "a request adds and removes at most " + std::to_string(kMostMemberChanges) +
                               " members; send the others in further requests");
}

Values values_of(const UserId& user, const std::string& folded_name, const Attribute& attribute) {
    if (attribute.name == "value") return {.texts = {std::string{user.text()}}, .case_exact = true};
    if (attribute.name == "display") return {.texts = {folded_name}, .case_exact = false, .is_folded = true};
    return {};
}

}  // namespace

void MemberChanges::add(const std::vector<UserId>& users) {
    for (const UserId& user : users) stays_.insert_or_assign(user, true);
}

void MemberChanges::remove(const std::vector<UserId>& users) {
    for (const UserId& user : users) stays_.insert_or_assign(user, false);
}

void MemberChanges::remove_matching(const Filter& filter) {
    std::vector<UserId> members;
    for (const GroupMember& each : members_before())
        if (!all_others_leave_ && !stays_.contains(each.user)) members.push_back(each.user);
    for (const auto& [user, stays] : stays_)
        if (stays) members.push_back(user);
    comparisons_ += members.size() * count_comparisons(filter);
    if (comparisons_ > kMostMemberComparisons)
        throw fault(kTooMany, "the filters of a request make at most " +
                                  std::to_string(kMostMemberComparisons) +
                                  " comparisons with members; name the members by their value");
    for (const UserId& user : members) {
        const std::string& name = folded_name_of(user);
        if (matches(filter, [&](const Attribute& each) { return values_of(user, name, each); }))
            stays_.insert_or_assign(user, false);
    }
}

void MemberChanges::set(const std::vector<UserId>& users) {
    stays_.clear();
    all_others_leave_ = true;
    add(users);
}

void MemberChanges::write(const accounts::Actor& actor) {
    std::set<UserId> before;
    std::vector<UserId> added;
    std::vector<UserId> removed;
    if (all_others_leave_) {
        for (UserId& user : accounts::store::provisioned_member_ids(tx_, group_)) {
            if (!stays_.contains(user)) removed.push_back(user);
            before.insert(std::move(user));
        }
    }
    for (const auto& [user, stays] : stays_) {
        if (!stays) removed.push_back(user);
        if (stays && !before.contains(user)) added.push_back(user);
    }
    if (added.size() + removed.size() > kMostMemberChanges) throw too_many();
    std::vector<UserId> changed = added;
    changed.insert(changed.end(), removed.begin(), removed.end());
    const std::set<UserId> seen = accounts::store::provisioned_among(tx_, changed);
    for (const UserId& user : added)
        if (!seen.contains(user))
            throw fault(kInvalidValue, "members: there is no user " + std::string{user.text()});
    // Members whom the directory does not see, such as service accounts, are none of its business.
    std::erase_if(removed, [&](const UserId& user) { return !seen.contains(user); });
    accounts::change_members(tx_, actor, group_, added, removed);
}

const std::vector<GroupMember>& MemberChanges::members_before() {
    if (members_before_) return *members_before_;
    members_before_ = accounts::store::members_of(tx_, group_);
    for (const GroupMember& each : *members_before_) folded_names_.emplace(each.user, fold(each.name));
    return *members_before_;
}

// The others are new, and there may not be many.
const std::string& MemberChanges::folded_name_of(const UserId& user) {
    if (const auto known = folded_names_.find(user); known != folded_names_.end()) return known->second;
    if (folded_names_.size() > members_before().size() + kMostMemberChanges) throw too_many();
    const auto found = accounts::store::find_user(tx_, user);
    const std::string name = found ? found->first_name + " " + found->last_name : std::string{};
    return folded_names_.emplace(user, fold(name)).first->second;
}

}  // namespace callboard::scim
