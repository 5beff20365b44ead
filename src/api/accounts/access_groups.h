#pragma once

#include <string>
#include <vector>

#include "base/id.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

struct AccessGroupInput {
    std::string name;

    static constexpr std::string_view kName = "AccessGroupInput";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("name", &AccessGroupInput::name, {.min_length = 1, .max_length = 256}));
    }
    static AccessGroupInput example() { return {.name = "Bristol kitchens"}; }
};

struct AccessGroupView {
    AccessGroupId id;
    std::string name;

    static constexpr std::string_view kName = "AccessGroup";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &AccessGroupView::id),
                            wire::field("name", &AccessGroupView::name));
    }
};

struct AccessGroupList {
    std::vector<AccessGroupView> content;

    static constexpr std::string_view kName = "AccessGroups";
    static constexpr auto shape() { return wire::fields(wire::field("content", &AccessGroupList::content)); }
};

// A JSON array of user ids.
struct UserIds {
    std::vector<UserId> users;

    static constexpr auto shape() { return wire::fields(); }
    static UserIds example() { return {{UserId::from_trusted("65a0f3c2b1d4e5f60718293a")}}; }
};

AccessGroupList list_access_groups(db::Snapshot& snapshot, const edge::Call<>& call);
AccessGroupView create_access_group(db::Tx& tx, const edge::Call<AccessGroupInput>& call);
AccessGroupList add_users_to_access_group(db::Tx& tx, const edge::Call<UserIds>& call);
wire::Nothing remove_user_from_access_group(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api

template <>
struct callboard::wire::Codec<callboard::api::UserIds> {
    using UserIds = callboard::api::UserIds;
    static constexpr Rule kRule{.max_items = 5000};

    static std::optional<UserIds> read(const JsonValue& value, const Rule&, Reading& reading) {
        auto users = Codec<std::vector<UserId>>::read(value, kRule, reading);
        if (!users) return std::nullopt;
        return UserIds{std::move(*users)};
    }
    static void write(JsonWriter& out, const UserIds& ids) {
        Codec<std::vector<UserId>>::write(out, ids.users);
    }
    static void schema(JsonWriter& out, const Rule&, Schemas& schemas) {
        Codec<std::vector<UserId>>::schema(out, kRule, schemas);
    }
};
