#pragma once

#include <string>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

// A user, in the form of the deprecated operations below /users.
struct UserView {
    UserId id;
    std::string email;
    std::string first_name;
    std::string last_name;
    accounts::Role role;
    bool active;
    Timestamp updated_on;

    static constexpr std::string_view kName = "DeprecatedUser";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &UserView::id), wire::field("email", &UserView::email),
                            wire::field("firstName", &UserView::first_name),
                            wire::field("lastName", &UserView::last_name),
                            wire::field("role", &UserView::role), wire::field("active", &UserView::active),
                            wire::field("updatedOn", &UserView::updated_on));
    }
};

UserView get_me(db::Snapshot& snapshot, const edge::Call<>& call);

}  // namespace callboard::api
