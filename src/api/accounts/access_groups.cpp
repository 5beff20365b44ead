#include "api/accounts/access_groups.h"

#include <utility>

#include "accounts/access_groups.h"

namespace callboard::api {
namespace {

AccessGroupId group_id(const edge::PathParams& path) {
    return path.id<AccessGroupId>("accessGroupId", "ACCESS_GROUP_NOT_FOUND");
}

AccessGroupView view(accounts::AccessGroup group) {
    return {.id = group.id, .name = std::move(group.name)};
}

}  // namespace

AccessGroupList list_access_groups(db::Snapshot& snapshot, const edge::Call<>& call) {
    AccessGroupList list;
    for (auto& group : accounts::access_groups(snapshot, call.actor()))
        list.content.push_back(view(std::move(group)));
    return list;
}

AccessGroupView create_access_group(db::Tx& tx, const edge::Call<AccessGroupInput>& call) {
    return view(accounts::add_access_group(tx, call.actor(), call.body.name));
}

AccessGroupList add_users_to_access_group(db::Tx& tx, const edge::Call<UserIds>& call) {
    return {{view(accounts::add_to_access_group(tx, call.actor(), group_id(call.path), call.body.users))}};
}

wire::Nothing remove_user_from_access_group(db::Tx& tx, const edge::Call<>& call) {
    const AccessGroupId group = group_id(call.path);
    accounts::remove_from_access_group(tx, call.actor(), group,
                                       call.path.id<UserId>("userId", "USER_NOT_FOUND"));
    return {};
}

}  // namespace callboard::api
