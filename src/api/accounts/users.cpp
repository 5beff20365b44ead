#include "api/accounts/users.h"

#include <concepts>
#include <span>
#include <utility>
#include <vector>

#include "accounts/access_group_store.h"
#include "accounts/avatar.h"
#include "accounts/password_links.h"
#include "accounts/second_factor.h"
#include "accounts/user_access.h"
#include "accounts/user_activation.h"
#include "accounts/user_change.h"
#include "accounts/user_creation.h"
#include "accounts/user_listing.h"
#include "api/accounts/user_patch.h"
#include "base/ascii.h"
#include "configuration/dictionary.h"
#include "edge/services.h"

namespace callboard::api {
namespace {

using accounts::UserRecord;

// --- from requests

const accounts::UserLanguage kDefaultLanguage{.code = "en"};

std::optional<accounts::UserLocation> kept(std::optional<UserLocationInput> input) {
    if (!input) return std::nullopt;
    input->value.country.reset();
    return std::move(input->value);
}

template <class Form, Purpose kPurpose>
accounts::UserDraft draft(UserInput<Form, kPurpose> input) {
    return {.email = std::move(input.email),
            .first_name = std::move(input.first_name),
            .last_name = std::move(input.last_name),
            .role = Form::role(input.role),
            .profile = {.external_data = std::move(input.external_data),
                        .sso_identifier = std::move(input.sso_identifier),
                        .sso_login_mode = input.sso_login_mode,
                        .language = std::move(input.language),
                        .location = kept(std::move(input.location))}};
}

UserId user_id(const edge::PathParams& path) {
    return path.id<UserId>("userId", "USER_NOT_FOUND");
}

// --- to views

// The document that a patch is applied to.
template <class Form>
UserInput<Form, Purpose::patch> document(const UserRecord& record) {
    const auto& [user, profile] = record;
    return {.email = user.email,
            .first_name = user.first_name,
            .last_name = user.last_name,
            .role = Form::input(user.role),
            .external_data = profile.external_data,
            .sso_identifier = profile.sso_identifier,
            .sso_login_mode = profile.sso_login_mode,
            .language = profile.language.value_or(kDefaultLanguage),
            .location = profile.location ? std::optional{UserLocationInput{*profile.location}} : std::nullopt,
            .password = std::nullopt};
}

std::optional<accounts::UserLocation> with_country(std::optional<accounts::UserLocation> location) {
    const auto* const country = location ? configuration::find_country(location->country_code) : nullptr;
    if (country) location->country = country->name;
    return location;
}

template <class Form>
UserView<Form> view(UserRecord&& record) {
    auto& [user, profile] = record;
    return {.id = user.id,
            .email = std::move(user.email),
            .first_name = std::move(user.first_name),
            .last_name = std::move(user.last_name),
            .role = user.role,
            .system_role = role_view(user.role),
            .external_data = std::move(profile.external_data),
            .sso_identifier = std::move(profile.sso_identifier),
            .sso_login_mode = profile.sso_login_mode,
            .language = profile.language.value_or(kDefaultLanguage),
            .location = with_country(std::move(profile.location)),
            .access_groups = std::nullopt,
            .active = user.state == accounts::UserState::active,
            .second_factor = std::nullopt,
            .updated_on = user.updated_at};
}

std::vector<UserId> ids_of(std::span<const UserView<Current>> users) {
    std::vector<UserId> ids;
    for (const auto& user : users) ids.push_back(user.id);
    return ids;
}

void add_second_factors(db::Snapshot& snapshot, const accounts::Actor& actor,
                        std::span<UserView<Current>> users) {
    const auto owners = accounts::shown_second_factors(snapshot, actor, ids_of(users));
    if (!owners) return;
    for (auto& user : users) user.second_factor = owners->contains(user.id);
}

void add_access_groups(db::Snapshot& snapshot, std::span<UserView<Current>> users) {
    auto groups = accounts::store::group_ids_of(snapshot, ids_of(users));
    for (auto& user : users) {
        const auto found = groups.find(user.id);
        if (found == groups.end()) continue;
        user.access_groups.emplace();
        for (AccessGroupId& group : found->second)
            user.access_groups->push_back({.id = std::move(group), .name = std::nullopt});
    }
}

// With what the deprecated form does not have: the access groups and the second factor.
template <class Form>
UserView<Form> single(db::Snapshot& snapshot, const accounts::Actor& actor, UserRecord record) {
    const UserId id = record.user.id;
    UserView<Form> shown = view<Form>(std::move(record));
    if constexpr (std::same_as<Form, Current>) {
        std::vector<UserAccessGroupView> groups;
        for (auto& group : accounts::store::groups_of(snapshot, id))
            groups.push_back({.id = group.id, .name = std::move(group.name)});
        if (!groups.empty()) shown.access_groups = std::move(groups);
        add_second_factors(snapshot, actor, {&shown, 1});
    }
    return shown;
}

template <class Form>
std::vector<UserView<Form>> lines(std::vector<UserRecord> records) {
    std::vector<UserView<Form>> views;
    for (UserRecord& record : records) {
        record.profile.location.reset();
        views.push_back(view<Form>(std::move(record)));
    }
    return views;
}

edge::Reply<wire::Nothing> mail_reply(const edge::Call<>& call) {
    edge::Reply<wire::Nothing> reply{};
    if (!call.services.sends_mail) reply.warning = edge::kMailsWait;
    return reply;
}

}  // namespace

void note_unused_country(const std::optional<UserLocationInput>& location, wire::Reading& reading) {
    if (!location || !location->value.country) return;
    const auto* const country = configuration::find_country(location->value.country_code);
    if (country && *location->value.country == country->name) return;
    const wire::Reading::Step step{reading, "location"};
    reading.unused_member("country", "does not match countryCode");
}

template <class Form>
edge::Reply<UserView<Form>> create_user(db::Tx& tx, const edge::Call<NewUserInput<Form>>& call) {
    const auto& password = call.body.password;
    const auto hash = password ? std::optional{password->hash} : std::nullopt;
    auto made = accounts::create_user(tx, call.actor(), draft(call.body), hash);
    auto location = call.link(std::string{Form::kPath} + "/" + std::string{made.user.id.text()});
    return {.view = single<Form>(tx, call.actor(), std::move(made)), .location = std::move(location)};
}

template <class Form>
UserView<Form> get_me(db::Snapshot& snapshot, const edge::Call<>& call) {
    return single<Form>(snapshot, call.actor(),
                        accounts::visible_user(snapshot, call.actor(), call.actor().id()));
}

template <class Form>
UserView<Form> get_user(db::Snapshot& snapshot, const edge::Call<>& call) {
    return single<Form>(snapshot, call.actor(),
                        accounts::visible_user(snapshot, call.actor(), user_id(call.path)));
}

template <class Form>
UserView<Form> patch_user(db::Tx& tx, const edge::Call<UserPatch<Form>>& call) {
    const auto patched = [&](const UserRecord& before) {
        require_patchable(call.body, Form::kRole.text());
        auto after = draft(wire::patched(document<Form>(before), call.body, call.unknown));
        // The document has the default language if none is stored; an unchanged default is not stored.
        if (!before.profile.language && after.profile.language == kDefaultLanguage)
            after.profile.language.reset();
        return after;
    };
    return single<Form>(tx, call.actor(),
                        accounts::change_user(tx, call.actor(), user_id(call.path), patched));
}

template edge::Reply<UserView<Current>> create_user<Current>(db::Tx&,
                                                             const edge::Call<NewUserInput<Current>>&);
template edge::Reply<UserView<Deprecated>> create_user<Deprecated>(
    db::Tx&, const edge::Call<NewUserInput<Deprecated>>&);
template UserView<Current> get_me<Current>(db::Snapshot&, const edge::Call<>&);
template UserView<Deprecated> get_me<Deprecated>(db::Snapshot&, const edge::Call<>&);
template UserView<Current> get_user<Current>(db::Snapshot&, const edge::Call<>&);
template UserView<Deprecated> get_user<Deprecated>(db::Snapshot&, const edge::Call<>&);
template UserView<Current> patch_user<Current>(db::Tx&, const edge::Call<UserPatch<Current>>&);
template UserView<Deprecated> patch_user<Deprecated>(db::Tx&, const edge::Call<UserPatch<Deprecated>>&);

edge::Reply<UserList> list_users(db::Snapshot& snapshot,
                                 const edge::Call<wire::Nothing, accounts::UserListRequest>& call) {
    auto page = accounts::list_users(snapshot, call.actor(), call.query);
    auto next = call.next_page(Current::kPath, page.next);
    auto users = lines<Current>(std::move(page.users));
    add_second_factors(snapshot, call.actor(), users);
    add_access_groups(snapshot, users);
    return {.view = {.limit = call.query.limit,
                     .next_page_id = {std::move(page.next)},
                     .content = std::move(users)},
            .location = std::nullopt,
            .next_page = std::move(next)};
}

DeprecatedUserList list_users_by_offset(db::Snapshot& snapshot,
                                        const edge::Call<wire::Nothing, DeprecatedUserListQuery>& call) {
    return {.total_found = accounts::count_users(snapshot, call.actor(), call.query),
            .limit = call.query.limit,
            .offset = call.query.offset,
            .content = lines<Deprecated>(accounts::list_users(snapshot, call.actor(), call.query).users)};
}

edge::Reply<wire::Nothing> activate_user(db::Tx& tx, const edge::Call<>& call) {
    edge::Reply<wire::Nothing> reply{};
    if (!accounts::activate_user(tx, call.actor(), user_id(call.path)).can_sign_in)
        reply.warning =
            "The user has no password and cannot sign in: mail a link with resetPassword, or set one with "
            "callboard user set-password";
    return reply;
}

wire::Nothing deactivate_user(db::Tx& tx, const edge::Call<>& call) {
    accounts::deactivate_user(tx, call.actor(), user_id(call.path));
    return {};
}

edge::Reply<wire::Nothing> send_activation_email(db::Tx& tx, const edge::Call<>& call) {
    const std::string page = call.link(edge::kNewPasswordPath);
    accounts::invite(tx, call.actor(), user_id(call.path), {.page = page, .seal = call.services.seal});
    return mail_reply(call);
}

edge::Reply<wire::Nothing> reset_password(db::Tx& tx, const edge::Call<>& call) {
    const std::string page = call.link(edge::kNewPasswordPath);
    accounts::request_new_password(tx, call.actor(), user_id(call.path),
                                   {.page = page, .seal = call.services.seal});
    return mail_reply(call);
}

wire::Nothing set_avatar(db::Tx& tx, const edge::Call<edge::Upload>& call) {
    accounts::set_avatar(tx, call.actor(), user_id(call.path), call.body.bytes);
    return {};
}

wire::Nothing delete_avatar(db::Tx& tx, const edge::Call<>& call) {
    accounts::remove_avatar(tx, call.actor(), user_id(call.path));
    return {};
}

edge::Download get_avatar(db::Snapshot& snapshot, const edge::Call<>& call) {
    auto found = accounts::avatar(snapshot, call.actor(), user_id(call.path));
    return {.name = "avatar." + lowered(name_of(found.format)), .bytes = std::move(found.bytes)};
}

SystemRoleList list_system_roles(db::Snapshot&, const edge::Call<>& call) {
    SystemRoleList list;
    for (const accounts::Role role : accounts::system_roles(call.actor()))
        list.content.push_back(role_view(role));
    return list;
}

}  // namespace callboard::api

namespace callboard::wire {

std::optional<api::UserLocationInput> Codec<api::UserLocationInput>::read(const JsonValue& value,
                                                                          const Rule& rule,
                                                                          Reading& reading) {
    std::optional<Location> location;
    if (value.kind() == JsonKind::array && value.size() == 1) {
        const Reading::Step step{reading, "0"};
        location = Codec<Location>::read(value.at(0), rule, reading);
    } else {
        location = Codec<Location>::read(value, rule, reading);
    }
    if (!location) return std::nullopt;
    return Input{std::move(*location)};
}

}  // namespace callboard::wire
