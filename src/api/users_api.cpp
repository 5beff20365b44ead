#include "api/users_api.h"

#include "accounts/user_store.h"
#include "base/error.h"

namespace callboard::api {

UserView get_me(db::Snapshot& snapshot, const edge::Call<>& call) {
    auto user = accounts::store::find_user(snapshot, call.actor().id());
    if (!user) throw not_found("USER_NOT_FOUND");
    return {.id = user->id,
            .email = std::move(user->email),
            .first_name = std::move(user->first_name),
            .last_name = std::move(user->last_name),
            .role = user->role,
            .active = user->state == accounts::UserState::active,
            .updated_on = user->updated_at};
}

}  // namespace callboard::api
