// Requests and responses about users, in two forms: the current one, and the deprecated one under /users.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/profile.h"
#include "accounts/role.h"
#include "accounts/user_list_request.h"
#include "api/accounts/access_groups.h"
#include "api/accounts/new_password.h"
#include "base/clock.h"
#include "base/id.h"
#include "wire/json_patch.h"
#include "wire/list_parameters.h"
#include "wire/page.h"
#include "wire/shape.h"

namespace callboard::api {

// --- the two forms, which differ in the member with the role

struct SystemRoleInput {
    accounts::Role id{};

    static constexpr std::string_view kName = "SystemRoleInput";
    static constexpr auto shape() { return wire::fields(wire::field("id", &SystemRoleInput::id)); }
};

struct SystemRoleView {
    accounts::Role id{};
    std::string_view name;

    static constexpr std::string_view kName = "SystemRole";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &SystemRoleView::id),
                            wire::field("name", &SystemRoleView::name));
    }
};

inline SystemRoleView role_view(accounts::Role role) {
    return {role, accounts::title_of(role)};
}

struct Current {
    static constexpr std::string_view kPath = "/user-api/v201804/users";
    static constexpr std::string_view kView = "User";
    static constexpr std::string_view kInput = "UserInput";
    static constexpr wire::Key kRole = "systemRole";

    using RoleInput = SystemRoleInput;
    static RoleInput input(accounts::Role role) { return {role}; }
    static accounts::Role role(const RoleInput& input) { return input.id; }
};

struct Deprecated {
    static constexpr std::string_view kPath = "/users";
    static constexpr std::string_view kView = "DeprecatedUser";
    static constexpr std::string_view kInput = "DeprecatedUserInput";
    static constexpr wire::Key kRole = "role";

    using RoleInput = accounts::Role;
    static RoleInput input(accounts::Role role) { return role; }
    static accounts::Role role(RoleInput input) { return input; }
};

// --- requests

// The location of a user. Some clients send it as an array with one element.
struct UserLocationInput {
    accounts::UserLocation value;
};

// The name of the country follows from its code; a different name is ignored and reported as unused.
void note_unused_country(const std::optional<UserLocationInput>& location, wire::Reading& reading);

}  // namespace callboard::api

template <>
struct callboard::wire::Codec<callboard::api::UserLocationInput> {
    using Input = callboard::api::UserLocationInput;
    using Location = callboard::accounts::UserLocation;

    static std::optional<Input> read(const JsonValue& value, const Rule& rule, Reading& reading);
    static void write(JsonWriter& out, const Input& input) { Codec<Location>::write(out, input.value); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        Codec<Location>::schema(out, rule, schemas);
    }
};

namespace callboard::api {

// A password is accepted on creation only.
enum class Purpose { create, patch };

template <class Form, Purpose kPurpose>
struct UserInput {
    std::string email;
    std::string first_name;
    std::string last_name;
    typename Form::RoleInput role{};
    std::optional<std::string> external_data;
    std::optional<std::string> sso_identifier;
    std::optional<accounts::SsoLoginMode> sso_login_mode;
    std::optional<accounts::UserLanguage> language;
    std::optional<UserLocationInput> location;
    std::optional<NewPassword> password;

    static constexpr std::string_view kName = Form::kInput;
    static constexpr auto shape() {
        using Self = UserInput;
        constexpr wire::Rule kPersonName{.min_length = 1, .max_length = 300};
        constexpr auto kCommon = wire::fields(
            wire::field("email", &Self::email, {.min_length = 1, .max_length = 254}),
            wire::field("firstName", &Self::first_name, kPersonName),
            wire::field("lastName", &Self::last_name, kPersonName), wire::field(Form::kRole, &Self::role),
            wire::field("externalData", &Self::external_data, {.max_length = 1000}),
            wire::field("ssoIdentifier", &Self::sso_identifier, {.min_length = 1, .max_length = 100}),
            wire::field("ssoLoginMode", &Self::sso_login_mode,
                        {.about = "SSO is rejected if the company has no single sign-on."}),
            wire::field("language", &Self::language), wire::field("location", &Self::location));
        if constexpr (kPurpose == Purpose::patch) {
            return kCommon;
        } else {
            return wire::joined(kCommon, wire::fields(wire::field("password", &Self::password)));
        }
    }
    static UserInput example() {
        return {.email = "grace@acme.example",
                .first_name = "Grace",
                .last_name = "Hopper",
                .role = Form::input(accounts::Role::standard),
                .external_data = "HR-1906",
                .sso_identifier = std::nullopt,
                .sso_login_mode = std::nullopt,
                .language = accounts::UserLanguage{.code = "en"},
                .location = UserLocationInput{{.country_code = "us", .city = "Atlanta"}},
                .password = std::nullopt};
    }
    static void note_unused(const UserInput& input, wire::Reading& reading) {
        note_unused_country(input.location, reading);
    }
    static wire::JsonPatch patch_example() {
        return {{{.op = wire::PatchAction::replace,
                  .path = "/lastName",
                  .from = "",
                  .value = R"("Murray Hopper")"},
                 {.op = wire::PatchAction::add,
                  .path = "/location",
                  .from = "",
                  .value = R"({"countryCode":"us","city":"New York"})"}}};
    }
};

template <class Form>
using NewUserInput = UserInput<Form, Purpose::create>;
template <class Form>
using UserPatch = wire::PatchOf<UserInput<Form, Purpose::patch>>;

struct DeprecatedUserListQuery : accounts::UserListRequest {
    static constexpr auto shape() {
        using Self = DeprecatedUserListQuery;
        return wire::fields(
            wire::inherited<Self>(
                "q", &Self::text,
                {.max_length = 300, .about = "Searches name, e-mail address and external data."}),
            wire::inherited<Self>("updatedAfter", &Self::updated_after),
            wire::limit_field<Self>(&Self::limit), wire::offset_field<Self>(&Self::offset));
    }
};

// --- responses

struct UserAccessGroupView {
    AccessGroupId id;
    std::optional<std::string> name;

    static constexpr std::string_view kName = "UserAccessGroup";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("id", &UserAccessGroupView::id),
            wire::field("name", &UserAccessGroupView::name, {.about = "Not in lists of users."}));
    }
};

template <class Form>
struct UserView {
    UserId id;
    std::string email;
    std::string first_name;
    std::string last_name;
    accounts::Role role{};  // both names of the role, for clients of either form
    SystemRoleView system_role;
    std::optional<std::string> external_data;
    std::optional<std::string> sso_identifier;
    std::optional<accounts::SsoLoginMode> sso_login_mode;
    accounts::UserLanguage language;
    std::optional<accounts::UserLocation> location;  // not in lists
    std::optional<std::vector<UserAccessGroupView>> access_groups;
    bool active = false;
    std::optional<bool> second_factor;  // neither this nor the groups in the deprecated form
    Timestamp updated_on;

    static constexpr std::string_view kName = Form::kView;
    static constexpr auto shape() {
        using Self = UserView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("email", &Self::email),
            wire::field("firstName", &Self::first_name), wire::field("lastName", &Self::last_name),
            wire::field("role", &Self::role), wire::field("systemRole", &Self::system_role),
            wire::field("externalData", &Self::external_data),
            wire::field("ssoIdentifier", &Self::sso_identifier),
            wire::field("ssoLoginMode", &Self::sso_login_mode), wire::field("language", &Self::language),
            wire::field("location", &Self::location), wire::field("accessGroups", &Self::access_groups),
            wire::field("active", &Self::active),
            wire::field(
                "secondFactor", &Self::second_factor,
                {.about = "Whether the user has a second factor; returned to administrators, but not to "
                          "applications that they have connected."}),
            wire::field("updatedOn", &Self::updated_on));
    }
};

struct UserList {
    std::int64_t limit;
    wire::Cursor next_page_id;
    std::vector<UserView<Current>> content;

    static constexpr std::string_view kName = "Users";
    static constexpr auto shape() {
        return wire::fields(wire::field("limit", &UserList::limit),
                            wire::field("nextPageId", &UserList::next_page_id),
                            wire::field("content", &UserList::content));
    }
};

struct DeprecatedUserList {
    std::int64_t total_found;
    std::int64_t limit;
    std::int64_t offset;
    std::vector<UserView<Deprecated>> content;

    static constexpr std::string_view kName = "DeprecatedUsers";
    static constexpr auto shape() {
        using Self = DeprecatedUserList;
        return wire::fields(wire::field("totalFound", &Self::total_found), wire::field("limit", &Self::limit),
                            wire::field("offset", &Self::offset), wire::field("content", &Self::content));
    }
};

struct SystemRoleList {
    std::vector<SystemRoleView> content;

    static constexpr std::string_view kName = "SystemRoles";
    static constexpr auto shape() { return wire::fields(wire::field("content", &SystemRoleList::content)); }
};

}  // namespace callboard::api
