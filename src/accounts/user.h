#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "accounts/profile.h"
#include "accounts/role.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"

namespace callboard::accounts {

enum class UserState { active, inactive };

// A user of a company, with an account to sign in.
struct User {
    UserId id;
    std::string email;
    std::string first_name;
    std::string last_name;
    Role role;
    UserState state;
    Timestamp created_at;
    Timestamp updated_at;
};

// A user with the attributes that the API returns.
struct UserRecord {
    User user;
    Profile profile;
};

// The input of an administrator for creating or changing a user.
struct UserDraft {
    std::string email;
    std::string first_name;
    std::string last_name;
    Role role;
    Profile profile;
};

}  // namespace callboard::accounts

template <>
struct callboard::Names<callboard::accounts::UserState> {
    using enum callboard::accounts::UserState;
    static constexpr std::array kList{std::pair{active, std::string_view{"ACTIVE"}},
                                      std::pair{inactive, std::string_view{"INACTIVE"}}};
};
