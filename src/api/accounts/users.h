#pragma once

#include "accounts/user_list_request.h"
#include "api/accounts/user_messages.h"
#include "db/db.h"
#include "edge/call.h"
#include "edge/upload.h"
#include "wire/shape.h"

namespace callboard::api {

// Form is Current or Deprecated.
template <class Form>
edge::Reply<UserView<Form>> create_user(db::Tx& tx, const edge::Call<NewUserInput<Form>>& call);
template <class Form>
UserView<Form> get_me(db::Snapshot& snapshot, const edge::Call<>& call);
template <class Form>
UserView<Form> get_user(db::Snapshot& snapshot, const edge::Call<>& call);
template <class Form>
UserView<Form> patch_user(db::Tx& tx, const edge::Call<UserPatch<Form>>& call);

edge::Reply<UserList> list_users(db::Snapshot& snapshot,
                                 const edge::Call<wire::Nothing, accounts::UserListRequest>& call);
DeprecatedUserList list_users_by_offset(db::Snapshot& snapshot,
                                        const edge::Call<wire::Nothing, DeprecatedUserListQuery>& call);

// The response has a Warning header if the user has no password yet.
edge::Reply<wire::Nothing> activate_user(db::Tx& tx, const edge::Call<>& call);
wire::Nothing deactivate_user(db::Tx& tx, const edge::Call<>& call);

edge::Reply<wire::Nothing> send_activation_email(db::Tx& tx, const edge::Call<>& call);
edge::Reply<wire::Nothing> reset_password(db::Tx& tx, const edge::Call<>& call);

wire::Nothing set_avatar(db::Tx& tx, const edge::Call<edge::Upload>& call);
wire::Nothing delete_avatar(db::Tx& tx, const edge::Call<>& call);
edge::Download get_avatar(db::Snapshot& snapshot, const edge::Call<>& call);
SystemRoleList list_system_roles(db::Snapshot& snapshot, const edge::Call<>& call);

}  // namespace callboard::api
